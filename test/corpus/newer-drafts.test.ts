import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Json, JsonObject } from 'rpcloom/model'
import { describe, expect, test } from 'vitest'
import { isLong } from './folder.ts'
import { mutationsOf } from './mutate.ts'
import { type Probe, probesOf } from './probes.ts'
import { groupsIn, jsonBelow, type SuiteGroup, suiteWith } from './suite.ts'

const drafts = ['draft2019-09', 'draft2020-12'] as const
type Draft = (typeof drafts)[number]

/** Number of values mutated from each value of the suite. ajv is the oracle for them. */
const mutations = isLong ? 60 : 6

const unknownFormat =
  'The runtime has no test for the format; what it has no test for is no constraint.'

/** Tests with different results, by the start of their name, and the reasons. */
const differing: Readonly<Record<string, string>> = {
  'vocabulary.json: schema that uses custom metaschema with with no validation vocabulary':
    'A document cannot choose its vocabularies: OpenRPC fixes the meta-schema.',
  'optional/cross-draft.json': 'Which draft a schema is written in makes no difference.',
  'optional/format/idn-hostname.json': unknownFormat,
}

const require = createRequire(import.meta.url)
const metaSchemas: Readonly<Record<Draft, readonly JsonObject[]>> = {
  'draft2019-09': metaSchemasIn('2019-09', [
    'schema',
    'meta/core',
    'meta/applicator',
    'meta/validation',
    'meta/meta-data',
    'meta/format',
    'meta/content',
  ]),
  'draft2020-12': metaSchemasIn('2020-12', [
    'schema',
    'meta/core',
    'meta/applicator',
    'meta/unevaluated',
    'meta/validation',
    'meta/meta-data',
    'meta/format-annotation',
    'meta/content',
  ]),
}

function metaSchemasIn(draft: string, names: readonly string[]): readonly JsonObject[] {
  return names.map((name): JsonObject => require(`ajv/dist/refs/json-schema-${draft}/${name}.json`))
}

/**
 * Schemas to which others may refer by address: the meta-schemas of a draft and the files of the
 * suite.
 */
function libraryOf(folder: string, draft: Draft): readonly JsonObject[] {
  const files = jsonBelow(join(folder, 'remotes')).flatMap(
    ([path, json]): readonly JsonObject[] => {
      if (typeof json !== 'object' || json === null || Array.isArray(json)) return []
      // Some files of other drafts have the same addresses.
      if (path.startsWith('draft') && !path.startsWith(draft)) return []
      const $id = `http://localhost:1234/${path}`
      const named: JsonObject = { $id, ...(json as JsonObject) }
      // A reference may use one address, while the file has another `$id`.
      return named['$id'] === $id ? [named] : [named, { $id, $ref: named['$id'] ?? '' }]
    },
  )
  return [...metaSchemas[draft], ...files]
}

interface Compared {
  readonly name: string
  readonly value: Json
  readonly want: boolean
  readonly accepts: boolean
  readonly explains: boolean
}

/** A schema with references or an `$id` needs its own document. */
function verdictsOf(schemas: readonly Json[], library: readonly JsonObject[]): readonly Probe[] {
  const isAlone = (schema: Json): boolean => /"\$(?!schema|comment)/.test(JSON.stringify(schema))
  const bundle = { components: { schemas: Object.fromEntries(library.entries()) } }
  const plain = schemas.filter((schema) => !isAlone(schema))
  const rest = [...probesOf({}, plain).list]
  return schemas.flatMap((schema) => {
    if (!isAlone(schema) || !isObject(schema)) return rest.splice(0, 1)
    // In a schema of the suite, `#` refers to the schema itself, not to the document.
    return probesOf(bundle, [{ $id: 'http://suite.test/schema', ...schema }]).list
  })
}

function isObject(json: Json): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
}

/** Returns ajv for a schema if ajv passes the suite's own tests. Formats are annotations here. */
function oracleOf(
  { schema, tests }: SuiteGroup,
  draft: Draft,
  library: readonly JsonObject[],
): ((value: Json) => boolean) | undefined {
  const Oracle = draft === 'draft2019-09' ? Ajv2019 : Ajv2020
  const ajv = new Oracle({
    strict: false,
    logger: false,
    validateFormats: false,
    validateSchema: false,
    multipleOfPrecision: 9,
  })
  try {
    // ajv includes the meta-schemas.
    const brought = new Set(metaSchemas[draft])
    for (const one of library) if (!brought.has(one)) ajv.addSchema(one)
    const validate = ajv.compile(schema as JsonObject | boolean)
    const isRight = tests.every(({ data, valid }) => validate(data) === valid)
    return isRight ? (value) => validate(value) : undefined
  } catch {
    // ajv rejects some schemas of the suite; then only the results in the suite count.
    return undefined
  }
}

describe.each(drafts)('JSON-Schema-Test-Suite, %s', (draft) => {
  const folder = suiteWith(draft)
  if (folder === undefined) {
    test.skip('is skipped: RPCLOOM_JSON_SCHEMA_SUITE is not a checkout of the suite', () =>
      undefined)
    return
  }
  const groups = groupsIn(join(folder, 'tests', draft))
  const run = (isWanted: (file: string) => boolean): Outcome => {
    const wanted = groups.filter(([file]) => isWanted(file))
    return outcome(wanted, { draft, library: libraryOf(folder, draft) })
  }

  test('every mandatory test has the expected verdict', { timeout: 300_000 }, () => {
    const { tests, wrong, apart, values, schemas, oracles } = run(
      (file) => !file.startsWith('optional/'),
    )
    console.log(
      `figure: JSON-Schema-Test-Suite ${draft}: ${tests - wrong.length} of ${tests} mandatory tests as expected; ${values} values made from theirs on which all agree, ${schemas - oracles} of ${schemas} schemas without ajv`,
    )
    expect(wrong.filter(({ name }) => reasonOf(name) === undefined)).toEqual([])
    expect(apart.slice(0, 3)).toEqual([])
    expect(tests).toBeGreaterThan(1000)
  })

  test('every optional test with another verdict has a reason', { timeout: 300_000 }, () => {
    const { tests, wrong } = run((file) => file.startsWith('optional/'))
    console.log(
      `figure: JSON-Schema-Test-Suite ${draft}: ${tests} optional tests, ${wrong.length} differ for reasons that are listed`,
    )
    expect(wrong.filter(({ name }) => reasonOf(name) === undefined)).toEqual([])
    const unused = Object.keys(differing).filter(
      (start) => start.startsWith('optional/') && !wrong.some(({ name }) => name.startsWith(start)),
    )
    expect(unused).toEqual([])
  })
})

function asksMetaSchema(schema: Json): boolean {
  return /"\$ref":"https:\/\/json-schema\.org\//.test(JSON.stringify(schema))
}

function reasonOf(name: string): string | undefined {
  return Object.keys(differing).find((start) => name.startsWith(start))
}

interface Outcome {
  readonly tests: number
  readonly wrong: readonly Compared[]
  readonly values: number
  /** Values on which the check without reasons, the check with reasons and ajv disagree. */
  readonly apart: readonly unknown[]
  readonly schemas: number
  readonly oracles: number
}

function outcome(
  groups: readonly (readonly [file: string, group: SuiteGroup])[],
  { draft, library }: { readonly draft: Draft; readonly library: readonly JsonObject[] },
): Outcome {
  const schemas = groups.map(([, { schema }]) => schema)
  const probes = verdictsOf(schemas, library)
  const compared = groups.flatMap(([file, { description, tests }], index) =>
    tests.flatMap((one): readonly Compared[] => {
      const made = probes[index]
      if (made === undefined) return []
      const name = `${file}: ${description}: ${one.description}`
      const results = { accepts: made.accepts(one.data), explains: made.explains(one.data) }
      return [{ name, value: one.data, want: one.valid, ...results }]
    }),
  )
  const oracles = groups.map(([, group]) => oracleOf(group, draft, library))
  const mutated = groups.flatMap(([file, { schema, description, tests }], index) => {
    const made = probes[index]
    // Formats have their own test. ajv treats them as annotations here, including those of
    // meta-schemas.
    if (made === undefined || /format/.test(file) || asksMetaSchema(schema)) return []
    return tests
      .flatMap(({ data }, at) =>
        mutationsOf(data, mutations, `${draft} ${file} ${description} ${at}`),
      )
      .map((value) => {
        const results = { accepts: made.accepts(value), explains: made.explains(value) }
        const want = oracles[index]?.(value) ?? results.explains
        return { file, schema, value, want, ...results }
      })
  })
  return {
    tests: compared.length,
    wrong: compared.filter(({ want, accepts, explains }) => accepts !== want || explains !== want),
    values: mutated.length,
    apart: mutated.filter(({ want, accepts, explains }) => accepts !== want || explains !== want),
    schemas: groups.length,
    oracles: oracles.filter((oracle) => oracle !== undefined).length,
  }
}
