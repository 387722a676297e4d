import type { Audience, Direction } from './direction.ts'

/** Kinds of schema differences, with the effect of each kind on the set of valid values. */
export const schemaKinds = {
  'type-widened': 'wider',
  'type-narrowed': 'narrower',
  'type-changed': 'other',
  'type-renamed': 'same',
  'written-form': 'same',
  'number-form': 'other',
  'enum-value-added': 'wider',
  'enum-value-removed': 'narrower',
  'enum-opened': 'wider',
  'enum-closed': 'narrower',
  'property-added': 'same',
  'required-property-added': 'narrower',
  'property-removed': 'other',
  'property-required': 'narrower',
  'property-optional': 'wider',
  'object-described': 'narrower',
  'object-closed': 'narrower',
  'object-opened': 'same',
  'members-typed': 'narrower',
  'members-untyped': 'wider',
  'alternative-added': 'wider',
  'alternative-removed': 'narrower',
  // Calls that a condition applied to may now return other alternatives.
  'condition-added': 'same',
  'condition-changed': 'wider',
  'condition-removed': 'wider',
  'limit-tightened': 'narrower',
  'limit-relaxed': 'wider',
  'pattern-added': 'narrower',
  'pattern-removed': 'wider',
  'pattern-changed': 'other',
  'format-added': 'narrower',
  'format-removed': 'wider',
  'format-changed': 'other',
  'constraint-added': 'narrower',
  'constraint-removed': 'wider',
  'constraint-changed': 'other',
  'default-added': 'same',
  'default-changed': 'assumed',
  'default-removed': 'assumed',
  'unit-changed': 'other',
  'secret-changed': 'same',
  'schema-deprecated': 'same',
  'schema-described': 'same',
} as const

/** Kinds of all other changes, with the audiences whose programs each kind breaks. */
export const elementKinds = {
  'group-added': 'nobody',
  'group-removed': 'both',
  'group-key': 'both',
  'group-path': 'callers',
  'shortcut-removed': 'callers',
  'group-batches': 'callers',
  'group-batches-relaxed': 'nobody',
  'group-transport-removed': 'callers',
  'group-transport-added': 'nobody',
  'document-version': 'nobody',
  'document-described': 'nobody',
  'servers-changed': 'nobody',
  'method-added': 'implementers',
  'method-removed': 'both',
  'method-renamed': 'both',
  'method-side': 'both',
  'generated-name': 'both',
  'method-deprecated': 'nobody',
  'method-undeprecated': 'nobody',
  'method-described': 'nobody',
  'examples-changed': 'nobody',
  'param-added': 'nobody',
  'required-param-added': 'callers',
  'param-removed': 'both',
  'param-renamed': 'both',
  'positional-param-renamed': 'implementers',
  'param-required': 'callers',
  'param-optional': 'implementers',
  'param-order': 'callers',
  'param-structure': 'callers',
  'param-structure-relaxed': 'nobody',
  'param-described': 'nobody',
  'notification-became-call': 'both',
  'call-became-notification': 'both',
  'result-described': 'nobody',
  'result-dropped': 'both',
  'result-introduced': 'implementers',
  'result-optional': 'callers',
  'result-required': 'implementers',
  'error-added': 'callers',
  'error-removed': 'both',
  'error-code': 'both',
  'error-message': 'nobody',
  'effect-changed': 'nobody',
  'availability-reduced': 'callers',
  'availability-extended': 'nobody',
  'setting-required': 'callers',
  'setting-changed': 'nobody',
  'authentication-required': 'callers',
  'authentication-dropped': 'nobody',
  'paging-removed': 'callers',
  'paging-changed': 'callers',
  'paging-added': 'nobody',
  'route-removed': 'callers',
  'route-changed': 'callers',
  'route-added': 'nobody',
  'subscription-topic-added': 'implementers',
  'subscription-topic-removed': 'both',
  'subscription-changed': 'both',
  'link-removed': 'callers',
  'link-added': 'nobody',
  'limits-changed': 'nobody',
  'cost-raised': 'nobody',
  'cost-lowered': 'nobody',
} as const

export type SchemaKind = keyof typeof schemaKinds
export type ElementKind = keyof typeof elementKinds

/** The kind of a change. `rpcloom diff --allow` takes these names. */
export type ChangeKind = SchemaKind | ElementKind

const audiences = {
  nobody: [],
  callers: ['callers'],
  implementers: ['implementers'],
  both: ['callers', 'implementers'],
} as const satisfies Readonly<Record<string, readonly Audience[]>>

export function directionOf(kind: SchemaKind): Direction {
  return schemaKinds[kind]
}

export function breaksOf(kind: ElementKind): readonly Audience[] {
  return audiences[elementKinds[kind]]
}

export function isChangeKind(word: string): word is ChangeKind {
  return Object.hasOwn(schemaKinds, word) || Object.hasOwn(elementKinds, word)
}
