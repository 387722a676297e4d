import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isValid } from '@rpcloom/schema/internal'
import { buildApi, type Json, type JsonObject } from 'rpcloom/model'
import { trySample } from '../../packages/rpc-mock/src/sample.ts'
import { compareApis } from '../../generator/src/diff/compare.ts'
import type { Audience } from '../../generator/src/diff/direction.ts'
import type { Version } from '../../generator/src/diff/version.ts'
import { isLong } from '../corpus/folder.ts'
import { documentOf, loadedFrom } from '../model/documents.ts'

/**
 * Known effect of a change: the set of valid values stays the same, loses values, gains values, or both (`changed`). A
 * dropped member of an object breaks both audiences, although values may still have it. `assumed`: an omitted value means
 * another one.
 */
type Effect = 'same' | 'narrower' | 'wider' | 'changed' | 'dropped' | 'assumed'

interface Rule {
  readonly effect: Effect
  readonly before: JsonObject
  readonly after: JsonObject
}

const words = fc.constantFrom('a', 'b', 'c', 'd')
const scalars: readonly JsonObject[] = [
  { type: 'string' },
  { type: 'integer' },
  { type: 'boolean' },
  { type: 'string', maxLength: 5 },
  { type: 'integer', minimum: 0, maximum: 9 },
  { enum: ['x', 'y', 'z'] },
]
const scalar = fc.constantFrom(...scalars)

const rule = (effect: Effect, before: JsonObject, after: JsonObject): Rule => ({
  effect,
  before,
  after,
})
/** A change and its reverse, whose effect is the opposite. */
const both = (before: JsonObject, after: JsonObject): readonly Rule[] => [
  rule('narrower', before, after),
  rule('wider', after, before),
]
/** A change without effect, and its reverse. */
const alike = (before: JsonObject, after: JsonObject): readonly Rule[] => [
  rule('same', before, after),
  rule('same', after, before),
]
const object = (properties: JsonObject, required: readonly string[] = []): JsonObject => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
})
const array = (items: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'array',
  items,
  ...more,
})

/** The only component to which schemas refer. */
const leaf: JsonObject = { type: 'string', maxLength: 3 }

/** Changes of a schema itself, with their effects. */
const rules: fc.Arbitrary<Rule> = fc
  .record({ one: scalar, name: words, other: words, low: fc.nat(4), high: fc.nat(4) })
  .map(({ one, name, other, low, high }): readonly Rule[] => {
    const text = { type: 'string' }
    const number = { type: 'integer' }
    const list = array(one)
    const record = object({ [name]: one, z: text }, ['z'])
    return [
      ...both(number, { ...number, minimum: low }),
      ...both(number, { ...number, maximum: high }),
      ...both({ ...number, minimum: low }, { ...number, minimum: low + 1 + high }),
      ...both(
        { ...number, exclusiveMinimum: low },
        { ...number, exclusiveMinimum: low + 1 + high },
      ),
      ...both({ type: 'number' }, number),
      ...both(number, { ...number, multipleOf: 2 + low }),
      ...both({ ...number, multipleOf: 2 }, { ...number, multipleOf: 4 }),
      ...both(text, { ...text, minLength: 1 + low }),
      ...both(text, { ...text, maxLength: 1 + low }),
      ...both({ ...text, maxLength: 9 }, { ...text, maxLength: 4 + low }),
      ...both(text, { ...text, pattern: `^${name}` }),
      ...both(text, { ...text, enum: ['x', 'y'] }),
      ...both({ enum: ['x', 'y', 'z'] }, { enum: ['x', 'z'] }),
      ...both({ enum: ['x', 'y'] }, { const: 'x' }),
      ...both({ type: ['string', 'null'] }, text),
      ...both({ type: ['string', 'integer'] }, text),
      ...both({}, text),
      ...both({}, record),
      ...both(list, { ...list, minItems: 1 + low }),
      ...both(list, { ...list, maxItems: low }),
      ...both(array(number), array(number, { uniqueItems: true })),
      ...both(array({}), list),
      ...both(object({ [name]: one }), object({ [name]: one }, [name])),
      ...both(record, { ...record, additionalProperties: false }).slice(0, 1),
      ...both(
        { type: 'object', additionalProperties: {} },
        {
          type: 'object',
          additionalProperties: one,
        },
      ),
      ...both({ oneOf: [text, number] }, text),
      ...both({ anyOf: [record, text, number] }, { anyOf: [record, text] }),
      ...both(
        {
          anyOf: [
            object({ kind: { const: 'p' } }, ['kind']),
            object({ kind: { const: 'q' } }, ['kind']),
          ],
        },
        {
          anyOf: [object({ kind: { const: 'p' } }, ['kind'])],
        },
      ),
      ...both(text, { ...text, format: 'date' }),
      ...both({ ...number, format: 'uint32' }, { ...number, format: 'uint8' }),
      ...both(number, { ...number, not: { const: low } }),
      ...both({ type: ['integer', 'string'], maxLength: low }, number),
      ...both({ ...text, nullable: true }, text),
      ...both({ type: 'object' }, { type: 'object', patternProperties: { '^a': one } }),
      ...both(object({ z: text }), { ...object({ z: text }), dependentRequired: { z: ['y'] } }),
      ...both({ ...list, maxItems: 6 }, { ...list, maxItems: 2 }),
      ...both(
        { type: 'array', contains: number },
        {
          type: 'array',
          contains: number,
          minContains: 2,
        },
      ),
      ...both({ type: ['array', 'string'], items: one }, list),
      ...both({ anyOf: [{ $ref: '#/components/schemas/Leaf' }, number] }, number),
      ...[(schema: JsonObject) => schema, array].flatMap((within) => [
        rule(
          'narrower',
          within({ type: 'object' }),
          within({ oneOf: [record, object({ k: { const: 1 } }, ['k'])] }),
        ),
        rule(
          'narrower',
          within({ anyOf: [text, { type: 'object' }] }),
          within({ anyOf: [record, text, object({ k: number }, ['k'])] }),
        ),
      ]),
      rule(
        'same',
        { anyOf: [record, text] },
        { anyOf: [record, { ...record, minProperties: 2 }, text] },
      ),
      rule(
        'same',
        { anyOf: [number, text] },
        { anyOf: [text, number, { ...number, minimum: low }] },
      ),
      rule(
        'same',
        { anyOf: [text, number, { ...number, minimum: low }] },
        { anyOf: [number, text] },
      ),
      // Members that are required and not declared.
      ...both(record, { ...record, required: ['z', 'title'] }),
      ...both(object({ [name]: one }), object({ [name]: one }, ['title'])),
      ...both(
        object({ z: text }, ['z', 'title']),
        object({ z: text, title: text }, ['z', 'title']),
      ),
      ...both(
        { ...record, anyOf: [{ required: [name] }, { required: ['y'] }] },
        { ...record, anyOf: [{ required: ['y'] }] },
      ),
      ...both(
        { ...record, dependentRequired: { y: ['title'] } },
        { ...record, dependentRequired: { y: ['title'], title: ['y'] } },
      ).map((each) => ({ ...each, effect: 'changed' as const })),
      // Types, and multiples that apply together.
      rule('changed', { type: ['integer', 'null'] }, { type: 'number' }),
      rule('changed', { type: 'number' }, { type: ['integer', 'null'] }),
      ...both(
        { allOf: [number, { multipleOf: 2 }, { multipleOf: 3 }] },
        { allOf: [number, { multipleOf: 2 }, { multipleOf: 9 }] },
      ),
      ...alike(
        { allOf: [number, { multipleOf: 2 }, { multipleOf: 3 }] },
        { ...number, multipleOf: 6 },
      ),
      // Keywords beside a union.
      ...both({ type: ['string', 'integer'] }, { anyOf: [text, number], maxLength: 1 + low }),
      ...both({ anyOf: [text, number] }, { anyOf: [text, number], maxLength: 1 + low }),
      ...alike(
        { type: ['string', 'null'], default: 'a' },
        { oneOf: [text, { type: 'null' }], default: 'a' },
      ),
      ...both({ oneOf: [text, { type: 'null' }], default: 'a' }, { ...text, default: 'a' }),
      // A value must match exactly one alternative of `oneOf`, unless alternatives overlapped before.
      rule(
        'narrower',
        { anyOf: [number, { type: 'number' }] },
        { oneOf: [number, { type: 'number' }] },
      ),
      rule('narrower', text, { oneOf: [text, { ...text, maxLength: 1 + low }] }),
      rule(
        'narrower',
        { oneOf: [text, number] },
        { oneOf: [text, number, { ...number, minimum: low }] },
      ),
      rule('changed', { oneOf: [text, number] }, { oneOf: [text, number, { type: 'number' }] }),
      ...alike({ anyOf: [record, number, text] }, { oneOf: [text, record, number] }),
      ...both(
        { oneOf: [object({ y: text }, ['y']), record] },
        { oneOf: [object({ y: text, title: one }, ['y', 'title']), record] },
      ).slice(0, 1),
      // Members of any value.
      ...alike(record, { ...record, additionalProperties: {} }),
      ...alike({ ...record, additionalProperties: true }, { ...record, additionalProperties: {} }),
      ...both(
        { allOf: [record, { additionalProperties: true }] },
        { allOf: [{ ...record, additionalProperties: false }, { additionalProperties: true }] },
      ).slice(0, 1),
      // Conditional schemas.
      ...both(record, { ...record, if: { required: [name] }, then: { required: ['y'] } }),
      ...both(
        { ...record, if: { required: [name] }, then: { required: ['y'] } },
        { ...record, if: { required: [name] }, then: { required: ['y', 'title'] } },
      ),
      ...both(
        { allOf: [record, { if: { required: ['y'] }, else: { maxProperties: 3 } }] },
        { allOf: [record, { if: { required: ['y'] }, then: false, else: { maxProperties: 3 } }] },
      ),
      rule('narrower', object({ z: text }), object({ z: text, [name]: one }, [name])),
      rule('assumed', { ...number, default: low }, { ...number, default: low + 1 }),
      rule('assumed', { ...number, default: low }, number),
      rule('same', number, { ...number, default: low }),
      rule('dropped', object({ [name]: one, z: text }), object({ z: text })),
      rule('same', object({ z: text }), object({ [name]: one, z: text })),
      ...alike(one, { ...one, description: 'About', title: 'Titled' }),
      ...alike(one, { allOf: [one] }),
      ...alike(one, { anyOf: [one] }),
      ...alike(one, { oneOf: [one] }),
      ...alike(number, { ...number, pattern: '^[0-9]', minLength: 1 + low }),
      ...alike({ const: 'x' }, { enum: ['x'] }),
      ...alike({ enum: ['x', 'y'] }, { enum: ['y', 'x'] }),
      ...alike({ enum: ['x', 'y'] }, { oneOf: [{ const: 'x', description: 'X' }, { const: 'y' }] }),
      ...alike(text, { type: ['string'] }),
      ...alike({ type: ['string', 'boolean'] }, { oneOf: [text, { type: 'boolean' }] }),
      ...alike({ oneOf: [text, { type: 'boolean' }] }, { anyOf: [{ type: 'boolean' }, text] }),
      ...alike({ ...text, nullable: true }, { type: ['string', 'null'] }),
      ...alike({ type: ['string', 'null'] }, { oneOf: [text, { type: 'null' }] }),
      ...alike(record, { allOf: [object({ [name]: one }), object({ z: text }, ['z'])] }),
      ...alike(record, { ...record, properties: { z: text, [name]: one } }),
      ...alike(
        object({ [name]: one, [other]: one }, [...new Set([name, other])]),
        object({ [other]: one, [name]: one }, [...new Set([other, name])]),
      ),
      ...alike({ ...number, minimum: low + 1 }, { ...number, exclusiveMinimum: low }),
      ...alike({ ...text, minLength: 0 }, text),
      ...alike(list, { ...list, minItems: 0 }),
      ...alike(record, { ...record, additionalProperties: true }),
      ...alike(array({}), { type: 'array' }),
      ...alike({}, { description: 'Anything' }),
    ]
  })
  .chain((all) => fc.constantFrom(...all))

/** Puts a schema into another one, in a place whose values are part of the values of the other. */
type Place = (schema: JsonObject) => JsonObject

const places: fc.Arbitrary<Place> = fc
  .array(
    fc.constantFrom<Place[]>(
      (schema) => object({ inner: schema }, ['inner']),
      (schema) => object({ inner: schema, more: { type: 'boolean' } }),
      (schema) => array(schema),
      (schema) => ({ type: 'object', additionalProperties: schema }),
      (schema) => ({ allOf: [{ description: 'Whole' }, object({ inner: schema }, ['inner'])] }),
      (schema) => ({ anyOf: [object({ inner: schema }, ['inner']), { type: 'null' }] }),
      (schema) => ({ type: 'array', prefixItems: [schema, { type: 'string' }], minItems: 2 }),
    ),
    { maxLength: 2 },
  )
  .map((all) => (schema) => all.reduce<JsonObject>((inner, place) => place(inner), schema))

interface Change extends Rule {
  /** Whether the schema is a component, to which params and results refer. */
  readonly isComponent: boolean
}

const change: fc.Arbitrary<Change> = fc
  .record({ own: rules, place: places, isComponent: fc.boolean() })
  .map(({ own, place, isComponent }) => ({
    effect: own.effect,
    before: place(own.before),
    after: place(own.after),
    isComponent,
  }))

/** Returns a version with two methods for each schema: one that takes it and one that returns it. */
function version(
  schemas: readonly { readonly json: JsonObject; readonly isComponent: boolean }[],
): Version {
  const components: Record<string, Json> = { Leaf: leaf }
  const methods = schemas.flatMap(({ json, isComponent }, index) => {
    // A component that is both taken and given would break both audiences.
    const value = (name: string): JsonObject => {
      if (isComponent) components[name] = json
      const schema = isComponent ? { $ref: `#/components/schemas/${name}` } : json
      return { name: 'value', required: true, schema }
    }
    const plain = { name: 'done', schema: { type: 'boolean' } }
    return [
      { name: `take${index}`, params: [value(`Taken${index}`)], result: plain },
      { name: `give${index}`, params: [], result: value(`Given${index}`) },
    ]
  })
  const loaded = loadedFrom({ 'test.openrpc.json': documentOf(methods, components) })
  return { loaded, api: buildApi(loaded, { scope: '@test' }).api }
}

const expected: Readonly<Record<Effect, readonly (readonly Audience[])[]>> = {
  same: [[], []],
  narrower: [['callers'], ['implementers']],
  wider: [['implementers'], ['callers']],
  changed: [
    ['callers', 'implementers'],
    ['callers', 'implementers'],
  ],
  dropped: [
    ['callers', 'implementers'],
    ['callers', 'implementers'],
  ],
  assumed: [['callers', 'implementers'], []],
}

const resolve = (): Json => leaf
const samplesOf = (schema: Json): readonly unknown[] =>
  Array.from({ length: 6 }, (_, seed) =>
    trySample(schema, { resolve, seed: String(seed), varied: true }),
  ).flatMap((sampled) => (sampled.kind === 'value' ? [sampled.value] : []))
const allFit = (values: readonly unknown[], schema: Json): boolean =>
  values.every((value) => isValid(schema, value, { resolve }))

/** Compares the verdicts of `diff` on changes with their known effects, and the effects with the validators. */
function faultsOf(changes: readonly Change[]): {
  readonly faults: readonly string[]
  readonly seen: number
} {
  const side = (which: 'before' | 'after'): Version =>
    version(changes.map(({ isComponent, [which]: json }) => ({ json, isComponent })))
  const found = compareApis(side('before'), side('after'))
  const broken = (method: string): string =>
    [
      ...new Set(
        found.flatMap(({ methods, breaks }) =>
          methods.some((name) => name.endsWith(` ${method}`)) ? breaks : [],
        ),
      ),
    ]
      .sort()
      .join()
  let seen = 0
  const faults = changes.flatMap(({ effect, before, after }, index) => {
    const shown = `${JSON.stringify(before)} -> ${JSON.stringify(after)}`
    const [olds, news] = [samplesOf(before), samplesOf(after)]
    const [losesNone, gainsNone] = [allFit(olds, after), allFit(news, before)]
    if (!losesNone || !gainsNone) seen++
    const isWrong =
      (effect === 'narrower' && !gainsNone) ||
      (effect === 'wider' && !losesNone) ||
      (['same', 'assumed'].includes(effect) && !losesNone)
    const verdicts = ['take', 'give'].map((method) => broken(`${method}${index}`))
    const want = expected[effect].map((who) => who.join())
    const kinds = found
      .filter(({ methods }) =>
        methods.some((name) => / (take|give)(\d+)$/.exec(name)?.[2] === String(index)),
      )
      .map(({ kind }) => kind)
    return [
      ...(isWrong ? [`the validators disagree that this is ${effect}: ${shown}`] : []),
      ...(verdicts.join(';') === want.join(';')
        ? []
        : [
            `${effect}: ${shown}: ${verdicts.join(';')} instead of ${want.join(';')}, ${kinds.join()}`,
          ]),
    ]
  })
  return { faults, seen }
}

test('verdicts agree with the validators', () => {
  const { faults, seen } = faultsOf(fc.sample(change, { seed: 20261129, numRuns: 150 }))
  expect(faults).toEqual([])
  // Control: samples show that many changes have an effect.
  expect(seen).toBeGreaterThan(40)
})

if (isLong)
  test('verdicts on 5000 changes agree with the validators', () => {
    const seed = Date.now() % 2 ** 31
    const changes = fc.sample(change, { seed, numRuns: 5000 })
    const faults: string[] = []
    for (let at = 0; at < changes.length; at += 250)
      faults.push(...faultsOf(changes.slice(at, at + 250)).faults)
    expect(faults, `seed ${seed}`).toEqual([])
  }, 1_800_000)
