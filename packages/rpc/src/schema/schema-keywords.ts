/**
 * Keywords whose value contains schemas: one schema, a list, or an object by name. `items` may be one or a list;
 * `dependencies` may also contain lists of names.
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
