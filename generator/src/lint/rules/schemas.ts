import { gather } from '../../json/gather.ts'
import { jsonText } from '../../json/text.ts'
import { keywordOf, type Places, structureOf, typeOf, viewOf } from '@rpcloom/schema/internal'
import { below, type Located } from '../../json/place.ts'
import { isArray, isObject, tokensOf } from '../../json/pointer.ts'
import type { Json, Place } from '../../json/types.ts'
import { type DocumentView, placesBy } from '../../openrpc/places.ts'
import { exampleOf } from '../example.ts'
import { lastToken } from '../reading.ts'
import type { Problem } from '../problem.ts'
import { numberOption, type Rule } from '../rule.ts'
import { objectsOfKind } from '../subject.ts'
import type { DocumentObject } from '../document-objects.ts'
import { unusedComponents } from '../usage.ts'

const repeatedSchema: Rule = {
  code: 'RL740',
  name: 'repeated-schema',
  severity: 'warning',
  title: 'a schema is duplicated',
  cause: 'Each copy becomes its own type, and a later change easily misses one of the copies.',
  help: 'Move it to `components.schemas` and refer to it.',
  options: { times: 3 },
  failing: exampleOf(`
methods:
  - name: getPet
    params: [{ name: kind, schema: { enum: [cat, dog] } }]
    result: { name: kind, schema: { enum: [cat, dog] } }
  - name: sellPet
    params: [{ name: kind, schema: { enum: [cat, dog] } }]`),
  passing: exampleOf(`
methods:
  - name: getPet
    params: [{ name: kind, schema: { $ref: '#/components/schemas/Kind' } }]
    result: { name: kind, schema: { $ref: '#/components/schemas/Kind' } }
  - name: sellPet
    params: [{ name: kind, schema: { $ref: '#/components/schemas/Kind' } }]
components: { schemas: { Kind: { enum: [cat, dog] } } }`),
  check: (subject, options) => {
    const groups = gather(
      objectsOfKind(subject, 'schema')
        .filter(isWorthAName)
        .map(({ json, place }) => [jsonText(bare(json)), place] as const),
    )
    return [...groups.values()]
      .filter((places) => places.length >= numberOption(options, 'times'))
      .map((places) => repetition(places[0], places.length))
  },
}

function repetition(place: Problem['place'], times: number): Problem {
  return { message: `This schema occurs ${times} times.`, place }
}

/** Whether a schema is complex enough to be moved to `components`. */
function isWorthAName(object: DocumentObject): boolean {
  const { json, member, parent } = object
  if (json['$ref'] !== undefined || (parent?.kind === 'components' && member === 'schemas'))
    return false
  const { isInPlace, holds, mayEvaluate } = keywordOf(member) ?? {}
  // A schema in a condition or in `allOf` describes only part of a value, so a name for it would not help.
  if (isInPlace === true && !(holds === 'list' && mayEvaluate === true)) return false
  const { properties, choices } = structureOf(object, (place) => place)
  const values = isArray(json['enum']) ? json['enum'] : []
  const parts = [
    [...properties.keys()],
    values,
    ...choices.map(({ options }) => options.map((one) => one.json)),
  ]
  return parts.some((part) => part.filter((one) => !isNull(one)).length >= 2)
}

/** Whether a schema only allows null. A union of one type and null is simple enough to be repeated. */
function isNull(json: Json): boolean {
  return json === null || (isObject(json) && json['type'] === 'null')
}

const annotations = new Set([
  'title',
  'description',
  'examples',
  'example',
  'default',
  'deprecated',
])

/** Returns a schema without annotations and with its members sorted. */
function bare(json: Json): Json {
  if (isArray(json)) return json.map(bare)
  if (!isObject(json)) return json
  return Object.fromEntries(
    Object.keys(json)
      .filter((name) => !name.startsWith('x-'))
      .filter((name) => !annotations.has(name) || isObject(json[name]))
      .sort()
      .map((name) => [name, bare(json[name] ?? null)]),
  )
}

const unusedComponent: Rule = {
  code: 'RL741',
  name: 'unused-component',
  severity: 'warning',
  title: 'unused component',
  cause:
    'It is published and maintained although nothing uses it; often the reference to it is misspelled.',
  help: 'Refer to the component, or remove it.',
  failing: exampleOf('methods: []\ncomponents: { schemas: { Pet: { type: string } } }'),
  passing: exampleOf(`
methods: [{ name: getPet, params: [], result: { name: pet, schema: { $ref: '#/components/schemas/Pet' } } }]
components: { schemas: { Pet: { type: string } } }`),
  check: ({ loaded }) =>
    unusedComponents(loaded).map((place) => ({
      message: `${tokensOf(place.pointer).slice(1).join('/')} is not used.`,
      place,
    })),
}

const ambiguousUnion: Rule = {
  code: 'RL744',
  name: 'ambiguous-union',
  severity: 'warning',
  title: 'alternatives cannot be distinguished',
  cause: 'A reader has to try the alternatives in order and take the first that matches.',
  help: 'Give each alternative a member with its own constant, a `discriminator`, or a required member that the others lack.',
  failing: exampleOf(`
methods:
  - name: getPet
    params: []
    result:
      name: pet
      schema:
        oneOf:
          - { type: object, properties: { name: { type: string } } }
          - { type: object, properties: { name: { type: string }, age: { type: integer } } }`),
  passing: exampleOf(`
methods:
  - name: getPet
    params: []
    result:
      name: pet
      schema:
        oneOf:
          - { type: object, required: [kind], properties: { kind: { const: cat } } }
          - { type: object, required: [kind], properties: { kind: { const: dog } } }`),
  check: (subject) =>
    objectsOfKind(subject, 'schema').flatMap(({ json, place }) => {
      if (json['discriminator'] !== undefined) return []
      const places = placesBy(subject.loaded.resolve)
      return structureOf({ json, place }, places.inside).choices.flatMap(({ keyword, options }) => {
        const pair = ambiguousPair(options, places)
        if (pair === undefined) return []
        const message = `Alternatives ${pair[0]} and ${pair[1]} of \`${keyword}\` cannot be distinguished.`
        return [{ message, place: below(place, keyword) }]
      })
    }),
}

/** Maximum number of alternatives to compare pairwise. */
const compared = 60

type DocumentPlaces = Places<Place, Json>

/** Returns the numbers of two alternatives that are objects and cannot be distinguished. */
function ambiguousPair(
  options: readonly Located[],
  places: DocumentPlaces,
): readonly [number, number] | undefined {
  // Other alternatives differ by type, or declare too little to compare.
  const objects = options
    .map((option, index) => ({
      number: index + 1,
      isConditional: isObject(option.json) && option.json['x-when'] !== undefined,
      view: viewOf([option], places),
    }))
    .filter(({ view }) => possibleTypes(view).includes('object') && view.properties.size > 0)
    .filter(({ view }) => !view.schemas.some((one) => isCombined(one, places)))
    .slice(0, compared)
  for (const [index, one] of objects.entries()) {
    for (const other of objects.slice(index + 1)) {
      // Params tell alternatives with conditions apart.
      if (one.isConditional && other.isConditional) continue
      if (!isDistinct(one.view, other.view, places)) return [one.number, other.number]
    }
  }
  return undefined
}

/** Whether a schema combines others, which may distinguish it in ways that are not compared. */
function isCombined(schema: Located, { inside }: DocumentPlaces): boolean {
  return structureOf(schema, inside).conjuncts.length > 0
}

function isDistinct(one: DocumentView, other: DocumentView, places: DocumentPlaces): boolean {
  return (
    requiresMore(one, other) ||
    requiresMore(other, one) ||
    [...one.properties].some(([name, schemas]) => {
      const twin = other.properties.get(name)
      return twin !== undefined && areDisjoint(viewOf(schemas, places), viewOf(twin, places))
    })
  )
}

/** Whether a schema requires a member that it declares and that the `other` schema does not declare. */
function requiresMore({ required, properties }: DocumentView, other: DocumentView): boolean {
  return [...required].some((name) => properties.has(name) && !other.properties.has(name))
}

function areDisjoint(one: DocumentView, other: DocumentView): boolean {
  if (one.values !== undefined && other.values !== undefined) {
    const texts = other.values.map((value) => jsonText(value))
    return !one.values.some((value) => texts.includes(jsonText(value)))
  }
  const [types, others] = [possibleTypes(one), possibleTypes(other)]
  return types.length > 0 && others.length > 0 && !types.some((type) => others.includes(type))
}

function possibleTypes({ types, values, implied }: DocumentView): readonly string[] {
  return types ?? values?.map(typeOf) ?? implied
}

const openObject: Rule = {
  code: 'RL745',
  name: 'open-object',
  severity: 'off',
  title: 'an object does not set additionalProperties',
  cause: 'A misspelled optional member goes unnoticed.',
  help: 'Set `additionalProperties: false`, or `true` if other members are allowed.',
  failing: exampleOf(`
methods: []
components: { schemas: { Pet: { type: object, properties: { name: { type: string } } } } }`),
  passing: exampleOf(`
methods: []
components:
  schemas:
    Pet: { type: object, additionalProperties: false, properties: { name: { type: string } } }`),
  check: (subject) =>
    objectsOfKind(subject, 'schema')
      .filter(({ json }) => json['type'] === 'object' && isObject(json['properties']))
      .filter((object) => structureOf(object, (place) => place).additional === undefined)
      .filter(({ json }) => json['unevaluatedProperties'] === undefined)
      .map(({ place }) => ({
        message: `The object ${lastToken(place.pointer)} does not set \`additionalProperties\`.`,
        place,
      })),
}

const enumValues: Rule = {
  code: 'RL746',
  name: 'enum-values',
  severity: 'warning',
  title: 'an enum mixes types',
  cause: 'Values of several types have no common type in most languages.',
  help: 'Use values of one type, and add `null` if the value may be absent.',
  failing: exampleOf('methods: []\ncomponents: { schemas: { Kind: { enum: [cat, dog, 7] } } }'),
  passing: exampleOf('methods: []\ncomponents: { schemas: { Kind: { enum: [cat, dog, null] } } }'),
  check: (subject) =>
    objectsOfKind(subject, 'schema').flatMap(({ json, place: { file, pointer } }) => {
      const { enum: values } = json
      if (!isArray(values)) return []
      const types = [...new Set(values.map(typeOf))].filter((type) => type !== 'null')
      if (types.length < 2) return []
      const message = `The enum mixes ${types.join(' and ')}.`
      return [{ message, place: { file, pointer: `${pointer}/enum` } }]
    }),
}

export const schemaRules: readonly Rule[] = [
  repeatedSchema,
  unusedComponent,
  ambiguousUnion,
  openObject,
  enumValues,
]
