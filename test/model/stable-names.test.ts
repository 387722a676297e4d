import {
  array,
  assert,
  constantFrom,
  integer,
  property,
  record,
  shuffledSubarray,
  tuple,
  uniqueArray,
  type Arbitrary,
} from 'fast-check'
import { expect, test } from 'vitest'
import { buildApi, type Json, type JsonObject } from 'rpcloom/model'
import { modulePaths } from '../../generator/src/model/names/module-paths.ts'
import { build, documentOf, loadedFrom } from './documents.ts'

/** Returns the number of runs: all of them in the long form, a third otherwise. */
const runs = (all: number): number =>
  process.env['RPCLOOM_LONG'] === '1' ? all : Math.round(all / 3)

/** Elements of a document that are combined in any order. */
interface Parts {
  readonly methods: readonly JsonObject[]
  readonly schemas: readonly (readonly [string, Json])[]
}

/** Words that collide as identifiers, and reserved words, in two disjoint sets. */
const own = [
  'pet',
  'Pet',
  'PET',
  'pet-tag',
  'petTag',
  'pet_tag',
  'Error',
  'delete',
  '日本',
  '+',
  'Get pet',
]
const others = ['toy', 'Toy', 'toy-box', 'toyBox', 'Event', 'new', '語', 'Find toy', 'findToy']

function schemaOf(words: readonly string[]): Arbitrary<JsonObject> {
  const word = constantFrom(...words)
  return record({
    title: word,
    name: word,
    depth: integer({ min: 0, max: 2 }),
    tag: integer({ min: 0, max: 9 }),
  }).map(({ title, name, depth, tag }) => {
    const leaf = { type: 'object', properties: { [`${name}${tag}`]: { type: 'string' } } }
    const titled = { title, ...leaf }
    if (depth === 0) return titled
    const inside =
      depth === 1 ? titled : { oneOf: [titled, { type: 'object', properties: { n: titled } }] }
    return { type: 'object', properties: { [name]: { type: 'array', items: inside } } }
  })
}

function partsOf(words: readonly string[], namespaces: readonly string[]): Arbitrary<Parts> {
  const method = record({
    namespace: constantFrom(...namespaces),
    word: constantFrom(...words),
    param: constantFrom(...words),
    schema: schemaOf(words),
    result: schemaOf(words),
    errors: array(record({ code: integer({ min: -2, max: 2 }), message: constantFrom(...words) }), {
      maxLength: 3,
    }),
  })
  return record({
    methods: uniqueArray(method, {
      selector: ({ namespace, word }) => `${namespace}.${word}`,
      maxLength: 8,
    }),
    schemas: uniqueArray(tuple(constantFrom(...words), schemaOf(words)), {
      selector: ([key]) => key,
      maxLength: 8,
    }),
  }).map(({ methods, schemas }) => ({
    methods: methods.map(({ namespace, word, param, schema, result, errors }) => ({
      name: `${namespace}.${word}`,
      params: [{ name: param, schema }],
      result: { name: 'r', schema: result },
      errors,
    })),
    schemas,
  }))
}

/** Included in every document, so that it always has more than one namespace. */
const frame: Parts = {
  methods: ['first.frame', 'second.frame'].map((name) => ({ name, params: [] })),
  schemas: [],
}

function together(...all: readonly Parts[]): Parts {
  return {
    methods: all.flatMap(({ methods }) => methods),
    schemas: all.flatMap(({ schemas }) => schemas),
  }
}

/** Returns each name by the element that it names, with methods by their names as sent. */
function namesOf({ methods, schemas }: Parts): readonly string[] {
  const { api, names } = build(documentOf(methods, Object.fromEntries(schemas)))
  const errors = api.groups.flatMap((group) =>
    group.errors.map(({ code, message, identifier }) => `${code} ${message}: ${identifier}`),
  )
  const byName = (text: string): string =>
    text.replace(
      /\/methods\/(\d+)/g,
      (_, at: string) => `/methods/${JSON.stringify(methods[Number(at)]?.['name'])}`,
    )
  const entries = names.entries.map(({ kind, scope, name, pointer, origin }) => {
    // A type that is used at several locations is identified by the first one.
    const place = ['type', 'input', 'error'].includes(kind) ? '' : byName(pointer)
    return `${kind} ${scope} ${place} ${byName(origin)}: ${name}`
  })
  return [...entries, ...errors].sort()
}

const base = partsOf(own, ['first', 'second'])
const extra = partsOf(others, ['second', 'third'])
/** The same elements, some before the existing ones and some after. */
const two = extra.map(({ methods, schemas }): readonly [Parts, Parts] => [
  { methods: methods.slice(0, 3), schemas: schemas.slice(0, 3) },
  { methods: methods.slice(3), schemas: schemas.slice(3) },
])

test('names do not depend on the order of methods and schemas', () => {
  const shuffled = base.chain((parts) =>
    tuple(
      shuffledSubarray([...together(frame, parts).methods], {
        minLength: parts.methods.length + 2,
      }),
      shuffledSubarray([...parts.schemas], { minLength: parts.schemas.length }),
    ).map(([methods, schemas]) => ({ parts, moved: { methods, schemas } })),
  )
  assert(
    property(shuffled, ({ parts, moved }) => {
      expect(namesOf(moved)).toEqual(namesOf(together(frame, parts)))
    }),
    { seed: 3, numRuns: runs(150) },
  )
})

test('names do not depend on unrelated methods and schemas', () => {
  assert(
    property(base, two, (parts, [before, after]) => {
      const grown = namesOf(together(before, frame, parts, after))
      expect(grown).toEqual(expect.arrayContaining([...namesOf(together(frame, parts))]))
    }),
    { seed: 4, numRuns: runs(150) },
  )
})

test('names do not depend on other documents', () => {
  assert(
    property(base, extra, (parts, more) => {
      const one = (each: Parts): JsonObject =>
        documentOf(together(frame, each).methods, Object.fromEntries(each.schemas))
      const files = { 'a/pets.json': one(parts), 'b/toys.json': one(more) }
      const namesIn = (documents: readonly string[]): readonly string[] =>
        buildApi(loadedFrom(files, documents), { scope: '@test' })
          .names.entries.filter(({ file }) => file === 'a/pets.json')
          .map(({ kind, pointer, name, scope }) => `${kind} ${scope} ${pointer}: ${name}`)
      expect(namesIn(['b/toys.json', 'a/pets.json'])).toEqual(namesIn(['a/pets.json']))
    }),
    { seed: 5, numRuns: runs(100) },
  )
})

test('every name that differs from its source has a reason', () => {
  assert(
    property(base, (parts) => {
      const { names } = build(
        documentOf(together(frame, parts).methods, Object.fromEntries(parts.schemas)),
      )
      const seen = new Map<string, string>()
      for (const { kind, scope, name, origin, reason, file, pointer } of names.entries) {
        const key = `${kind === 'input' ? 'type' : kind} ${scope} ${name}`
        if (kind !== 'param') expect(seen.has(key), key).toBe(false)
        seen.set(key, `${file}#${pointer}`)
        expect(origin).not.toBe('')
        if (/\d$/.test(name) && !/\d/.test(origin)) expect(reason, `${kind} ${name}`).toBeDefined()
      }
    }),
    { seed: 6, numRuns: runs(200) },
  )
})

test('file names differ ignoring case', () => {
  assert(
    property(uniqueArray(constantFrom(...own, ...others), { maxLength: 12 }), (words) => {
      const names = words.map((word) => `first.${word}`)
      const { api } = build(
        documentOf([...frame.methods, ...names.map((name) => ({ name, params: [] }))]),
      )
      const slugs = api.groups.flatMap(({ methods }) =>
        methods.map(({ slug }) => slug.toLowerCase()),
      )
      expect(new Set(slugs).size).toBe(slugs.length)
      const files = words.flatMap((word) => [`schemas/${word}.json`, `schemas/${word}/a.yaml`])
      const paths = [...modulePaths(files, new Map([['api.json', 'api']])).values()]
      expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(files.length)
    }),
    { seed: 7, numRuns: runs(200) },
  )
})
