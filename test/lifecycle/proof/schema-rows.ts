import type { ChangeKind } from '../../../generator/src/diff/kinds.ts'
import type { Json, JsonObject } from 'rpcloom/model'
import { asParam, asResult, row, type Class, type Reason, type Row, type Unseen } from './row.ts'

const text = { type: 'string' }
const whole = { type: 'integer' }
const real = { type: 'number' }
const flag = { type: 'boolean' }
const list = (items: Json, more: JsonObject = {}): JsonObject => ({ type: 'array', items, ...more })
const record = (
  properties: JsonObject,
  required: readonly string[] = [],
  more: JsonObject = {},
): JsonObject => ({ type: 'object', properties, required, ...more })
const inside = (schema: Json): JsonObject =>
  record({ deep: record({ value: schema }, ['value']) }, ['deep'])
const shape = (kind: string, properties: JsonObject): JsonObject =>
  record({ kind: { const: kind }, ...properties }, ['kind', ...Object.keys(properties)])
const circle = shape('circle', { radius: real })
const square = shape('square', { side: real })

const checked = { c: 'checked', i: 'checked' } as const
const meaning = { c: 'meaning', i: 'meaning' } as const

type BothWays = Unseen & { readonly sender?: Reason }

/** A change of a schema, and whom it breaks in params and in results. */
type Change = readonly [
  kind: ChangeKind,
  before: Json,
  after: Json,
  params: Class,
  result: Class,
  unseen?: BothWays,
]

const changes: readonly Change[] = [
  ['type-changed', text, whole, 'ci', 'ci'],
  ['type-changed', whole, text, 'ci', 'ci'],
  ['type-changed', text, list(text), 'ci', 'ci'],
  ['type-changed', list(text), list(whole), 'ci', 'ci'],
  ['type-changed', inside(text), inside(flag), 'ci', 'ci'],
  ['type-widened', text, { type: ['string', 'null'] }, 'i', 'c'],
  ['type-widened', text, { type: ['string', 'boolean'] }, 'i', 'c'],
  ['type-widened', text, {}, 'i', 'c'],
  ['type-widened', whole, real, 'i', 'c', checked],
  ['type-narrowed', { type: ['string', 'null'] }, text, 'c', 'i'],
  ['type-narrowed', { ...text, nullable: true }, text, 'c', 'i'],
  ['type-narrowed', {}, text, 'c', 'i'],
  ['type-narrowed', real, whole, 'c', 'i', checked],
  ['number-form', whole, { ...whole, format: 'uint64' }, 'ci', 'ci', { sender: 'checked' }],
  ['number-form', { ...whole, format: 'int64' }, whole, 'ci', 'ci'],
  [
    'written-form',
    { type: ['string', 'integer'], format: 'uint64', pattern: '^[0-9]+$' },
    { type: ['integer', 'string'], format: 'uint64', pattern: '^[0-9]+$' },
    '',
    '',
  ],
  [
    'type-widened',
    { type: ['string', 'integer'], format: 'uint64' },
    { type: ['integer', 'string'], format: 'uint64' },
    'i',
    'c',
  ],
  [
    'type-narrowed',
    { type: ['integer', 'string'], format: 'uint64' },
    { type: ['string', 'integer'], format: 'uint64' },
    'c',
    'i',
    checked,
  ],
  ['enum-value-added', { enum: ['a'] }, { enum: ['a', 'b'] }, 'i', 'c'],
  ['enum-value-added', { const: 'a' }, { enum: ['a', 'b'] }, 'i', 'c'],
  ['enum-value-added', inside({ enum: [1] }), inside({ enum: [1, 2] }), 'i', 'c'],
  ['enum-value-removed', { enum: ['a', 'b'] }, { enum: ['a'] }, 'c', 'i'],
  ['enum-value-removed', { enum: ['a', null] }, { enum: ['a'] }, 'c', 'i'],
  ['enum-opened', { ...text, enum: ['a'] }, text, 'i', 'c'],
  ['enum-closed', text, { ...text, enum: ['a'] }, 'c', 'i'],
  ['property-added', record({ a: text }), record({ a: text, b: text }), '', ''],
  ['property-added', list(record({ a: text })), list(record({ a: text, b: whole })), '', ''],
  ['required-property-added', record({ a: text }), record({ a: text, b: text }, ['b']), 'c', 'i'],
  [
    'required-property-added',
    inside(record({ a: text })),
    inside(record({ a: text, b: text }, ['b'])),
    'c',
    'i',
  ],
  ['property-removed', record({ a: text, b: text }), record({ a: text }), 'ci', 'ci'],
  [
    'property-removed',
    record({ a: text, b: text }, ['a', 'b']),
    record({ a: text }, ['a']),
    'ci',
    'ci',
  ],
  [
    'property-removed',
    inside(record({ a: text, b: text })),
    inside(record({ a: text })),
    'ci',
    'ci',
  ],
  ['object-described', record({}), record({ a: text }), 'c', 'i'],
  ['object-described', record({}), record({ a: text }, ['a']), 'c', 'i'],
  [
    'object-described',
    record({}, [], { additionalProperties: true }),
    record({ a: text }, ['a'], { additionalProperties: false }),
    'c',
    'i',
  ],
  [
    'property-added',
    record({}, [], { additionalProperties: text }),
    record({ a: text }),
    'ci',
    'ci',
  ],
  ['property-required', record({ a: text }), record({ a: text }, ['a']), 'c', 'i'],
  ['property-optional', record({ a: text }, ['a']), record({ a: text }), 'i', 'c'],
  [
    'object-closed',
    record({ a: text }),
    record({ a: text }, [], { additionalProperties: false }),
    'c',
    'i',
    { c: 'open', i: 'open' },
  ],
  [
    'object-opened',
    record({ a: text }, [], { additionalProperties: false }),
    record({ a: text }),
    '',
    '',
  ],
  [
    'members-typed',
    record({}, [], { additionalProperties: true }),
    record({}, [], { additionalProperties: whole }),
    'c',
    'i',
  ],
  [
    'members-untyped',
    record({}, [], { additionalProperties: whole }),
    record({}, [], { additionalProperties: true }),
    'i',
    'c',
  ],
  [
    'type-changed',
    record({}, [], { additionalProperties: whole }),
    record({}, [], { additionalProperties: text }),
    'ci',
    'ci',
  ],
  ['alternative-added', { oneOf: [circle] }, { oneOf: [circle, square] }, 'i', 'c'],
  ['alternative-added', text, { oneOf: [text, { type: 'null' }] }, 'i', 'c'],
  ['alternative-added', { anyOf: [text, whole] }, { anyOf: [text, whole, flag] }, 'i', 'c'],
  ['alternative-removed', { oneOf: [circle, square] }, { oneOf: [circle] }, 'c', 'i'],
  ['alternative-removed', { oneOf: [text, whole] }, text, 'c', 'i'],
  [
    'type-changed',
    { oneOf: [circle, square] },
    { oneOf: [circle, shape('square', { side: text })] },
    'ci',
    'ci',
  ],
  ['limit-tightened', { ...whole, maximum: 9 }, { ...whole, maximum: 5 }, 'c', 'i', checked],
  ['limit-tightened', text, { ...text, minLength: 1 }, 'c', 'i', checked],
  ['limit-tightened', list(text), list(text, { uniqueItems: true }), 'c', 'i', checked],
  ['limit-tightened', whole, { ...whole, multipleOf: 2 }, 'c', 'i', checked],
  ['limit-relaxed', { ...whole, minimum: 5 }, { ...whole, minimum: 1 }, 'i', 'c', checked],
  ['limit-relaxed', list(text, { maxItems: 5 }), list(text), 'i', 'c', checked],
  ['pattern-added', text, { ...text, pattern: '^a' }, 'c', 'i', checked],
  ['pattern-removed', { ...text, pattern: '^a' }, text, 'i', 'c', checked],
  ['pattern-changed', { ...text, pattern: '^a' }, { ...text, pattern: '^b' }, 'ci', 'ci', checked],
  ['format-added', text, { ...text, format: 'date-time' }, 'c', 'i', checked],
  ['format-removed', { ...text, format: 'date-time' }, text, 'i', 'c', checked],
  [
    'format-changed',
    { ...whole, format: 'uint8' },
    { ...whole, format: 'uint16' },
    'i',
    'c',
    checked,
  ],
  [
    'format-changed',
    { ...whole, format: 'uint32' },
    { ...whole, format: 'uint16' },
    'c',
    'i',
    checked,
  ],
  ['format-changed', { ...text, format: 'uri' }, { ...text, format: 'email' }, 'ci', 'ci', checked],
  [
    'constraint-added',
    record({ a: text }),
    record({ a: text }, [], { propertyNames: { maxLength: 3 } }),
    'c',
    'i',
    checked,
  ],
  ['constraint-removed', { ...text, not: { const: 'a' } }, text, 'i', 'c', checked],
  [
    'constraint-changed',
    { ...text, not: { const: 'a' } },
    { ...text, not: { const: 'b' } },
    'ci',
    'ci',
    checked,
  ],
  ['default-added', text, { ...text, default: 'a' }, '', ''],
  ['default-changed', { ...text, default: 'a' }, { ...text, default: 'b' }, 'ci', '', meaning],
  ['default-removed', { ...text, default: 'a' }, text, 'ci', '', meaning],
  [
    'unit-changed',
    { ...whole, 'x-unit': 'seconds' },
    { ...whole, 'x-unit': 'minutes' },
    'ci',
    'ci',
    meaning,
  ],
  ['secret-changed', text, { ...text, 'x-secret': true }, '', ''],
  ['schema-deprecated', text, { ...text, deprecated: true }, '', ''],
  ['schema-described', text, { ...text, description: 'A text' }, '', ''],
]

export const schemaRows: readonly Row[] = changes.flatMap(
  ([kind, before, after, params, result, unseen = {}]) => [
    row(`params: ${kind}`, [asParam(before), asParam(after)], params, only(unseen, params, 'c')),
    row(`result: ${kind}`, [asResult(before), asResult(after)], result, only(unseen, result, 'i')),
  ],
)

/**
 * Returns the reasons of those whom the change breaks. `sender` applies to the side that sends the
 * values.
 */
function only({ c, i, sender }: BothWays, broken: Class, sending: 'c' | 'i'): Unseen {
  const [callers, implementers] = [
    sending === 'c' ? (sender ?? c) : c,
    sending === 'i' ? (sender ?? i) : i,
  ]
  return {
    ...(callers !== undefined && broken.includes('c') && { c: callers }),
    ...(implementers !== undefined && broken.includes('i') && { i: implementers }),
  }
}
