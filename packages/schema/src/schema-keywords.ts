/**
 * Keywords whose value contains schemas: one schema, a list of schemas, or an object with schemas by name.
 * `items` may be one schema or a list; `dependencies` may also contain lists of names.
 */
export const schemaKeywords = {
  one: [
    'additionalItems',
    'additionalProperties',
    'contains',
    'contentSchema',
    'else',
    'if',
    'items',
    'not',
    'propertyNames',
    'then',
    'unevaluatedItems',
    'unevaluatedProperties',
  ],
  list: ['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems'],
  map: [
    '$defs',
    'definitions',
    'dependencies',
    'dependentSchemas',
    'patternProperties',
    'properties',
  ],
} as const

/**
 * Keywords that may evaluate members or items. If a schema has one of them, it is uncertain whether
 * `unevaluatedProperties` or `unevaluatedItems` applies.
 */
export const evaluatingKeywords: readonly string[] = [
  'additionalProperties',
  'items',
  'additionalItems',
  'contains',
  'anyOf',
  'oneOf',
  'if',
  'dependentSchemas',
  '$dynamicRef',
  '$recursiveRef',
]
