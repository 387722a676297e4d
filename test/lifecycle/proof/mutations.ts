import fc from 'fast-check'
import type { Json, JsonObject } from 'rpcloom/model'

const names = ['a', 'b', 'c'] as const

const scalar: fc.Arbitrary<JsonObject> = fc.constantFrom<JsonObject[]>(
  { type: 'string' },
  { type: 'integer' },
  { type: 'number' },
  { type: 'boolean' },
  { type: 'integer', format: 'uint64' },
  { type: ['string', 'null'] },
  { enum: ['x', 'y'] },
  { enum: ['x', 'y', 'z'] },
  { const: 'x' },
)

const schema: fc.Arbitrary<JsonObject> = fc.letrec<{ schema: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    scalar,
    fc.record({ type: fc.constant('array'), items: tie('schema') }),
    fc
      .record({
        properties: fc.dictionary(fc.constantFrom(...names), tie('schema'), { maxKeys: 3 }),
        required: fc.subarray([...names]),
      })
      .map(({ properties, required }) => ({
        type: 'object',
        properties,
        required: required.filter((name) => Object.hasOwn(properties, name)),
      })),
    fc
      .uniqueArray(scalar, {
        minLength: 2,
        maxLength: 3,
        selector: (one) => JSON.stringify(one['type'] ?? one),
      })
      .map((oneOf) => ({ oneOf })),
  ),
})).schema

/** A fragment of a document: one or two methods, with params and a result. */
const fragment: fc.Arbitrary<JsonObject> = fc
  .record({
    paramStructure: fc.constantFrom('by-name', 'by-position'),
    schemas: fc.array(schema, { maxLength: 3 }),
    required: fc.nat({ max: 3 }),
    result: schema,
  })
  .map(({ paramStructure, schemas, required, result }) => ({
    methods: [
      {
        name: 'call',
        paramStructure,
        params: schemas.map((one, index) => ({
          name: names[index] ?? 'd',
          required: index < required,
          schema: one,
        })),
        result: { name: 'r', schema: result },
      },
    ],
  }))

interface Edit {
  readonly pick: number
  readonly into: JsonObject
  readonly how: 'replace' | 'drop' | 'require' | 'add'
}

const edit: fc.Arbitrary<Edit> = fc.record({
  pick: fc.nat({ max: 1000 }),
  into: schema,
  how: fc.constantFrom('replace', 'drop', 'require', 'add'),
})

/** A fragment before and after one to three edits at random locations. */
export const mutated: fc.Arbitrary<{ readonly before: JsonObject; readonly after: JsonObject }> = fc
  .record({ before: fragment, edits: fc.array(edit, { minLength: 1, maxLength: 3 }) })
  .map(({ before, edits }) => ({ before, after: edits.reduce<JsonObject>(edited, before) }))

/**
 * Applies an edit to a random element: a schema, an object with members, params, or a list of
 * values.
 */
function edited(document: JsonObject, { pick, into, how }: Edit): JsonObject {
  const copy: JsonObject = JSON.parse(JSON.stringify(document))
  const places: ((this: void) => void)[] = []
  visit(copy)
  const chosen = places[pick % Math.max(places.length, 1)]
  chosen?.()
  return copy

  function visit(json: Json): void {
    if (isArray(json)) return json.forEach(visit)
    if (!isObject(json)) return
    const object: { [key: string]: Json } = json
    if (isObject(object['schema'])) {
      places.push(() => {
        if (how === 'require' && typeof object['required'] === 'boolean') {
          object['required'] = !object['required']
        } else if (how === 'replace') object['schema'] = into
      })
    }
    if (isArray(object['params'])) {
      const params = [...object['params']]
      places.push(() => {
        if (how === 'drop') params.pop()
        if (how === 'add') params.push({ name: 'e', schema: into })
        object['params'] = params
      })
    }
    if (isArray(object['enum'])) {
      const values = [...object['enum']]
      places.push(() => {
        object['enum'] = how === 'drop' && values.length > 1 ? values.slice(1) : [...values, 'w']
      })
    }
    const { properties, required } = object
    if (isObject(properties) && isArray(required)) {
      places.push(() => {
        if (how === 'add') object['properties'] = { ...properties, d: into }
        else if (how === 'drop') {
          object['properties'] = {}
          object['required'] = []
        } else if (how === 'require') {
          object['required'] = required.length > 0 ? [] : Object.keys(properties)
        }
      })
    }
    Object.values(object).forEach(visit)
  }
}

function isArray(json: Json | undefined): json is readonly Json[] {
  return Array.isArray(json)
}

function isObject(json: Json | undefined): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
}
