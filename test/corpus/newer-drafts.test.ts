import { createRequire } from 'node:module'
import { join } from 'node:path'
import { checkSchema, pointerResolver } from '@rpcloom/rpc/schema'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Api, Group, Json, JsonObject } from 'rpcloom/model'
import { describe, expect, test } from 'vitest'
import { isLong } from './folder.ts'
import { mutationsOf } from './mutate.ts'
import { probesOf } from './probes.ts'
import { emptyModel, groupsIn, jsonBelow, type SuiteGroup, suiteWith } from './suite.ts'

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
  readonly emitted: boolean
  readonly interpreted: boolean
}

interface Model {
  readonly api: Api
  readonly group: Group
  readonly library: readonly JsonObject[]
}

interface Validators {
  readonly emitted: (value: Json) => boolean
  readonly interpreted: (value: Json) => boolean
}

/** Returns the generated validators and the interpreter for schemas that can be in one document. */
async function together(
  schemas: readonly Json[],
  { api, group }: Omit<Model, 'library'>,
): Promise<readonly Validators[]> {
  const { document, list } = await probesOf(api, group, schemas)
  const resolve = pointerResolver(document)
  return list.map(({ schema, accepts }) => ({
    emitted: accepts,
    interpreted: (value) => checkSchema(schema, value, { resolve, maxIssues: 1 }).length === 0,
  }))
}

/** A schema with references or an `$id` needs its own document. */
async function validatorsOf(
  schemas: readonly Json[],
  { api, group, library }: Model,
): Promise<readonly Validators[]> {
  const isAlone = (schema: Json): boolean => /"\$(?!schema|comment)/.test(JSON.stringify(schema))
  const bundle = { ...group.bundle, components: { schemas: Object.fromEntries(library.entries()) } }
  const plain = schemas.filter((schema) => !isAlone(schema))
  const rest = [...(await together(plain, { api, group }))]
  const all: Validators[] = []
  for (const schema of schemas) {
    // In a schema of the suite, `#` refers to the schema itself, not to the document.
    const [made] =
      isAlone(schema) && isObject(schema)
        ? await together([{ $id: 'http://suite.test/schema', ...schema }], {
            api,
            group: { ...group, bundle },
          })
        : rest.splice(0, 1)
    if (made !== undefined) all.push(made)
  }
  return all
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
  const run = async (isWanted: (file: string) => boolean): Promise<Outcome> => {
    const model = { ...emptyModel(), library: libraryOf(folder, draft) }
    return outcome(
      groups.filter(([file]) => isWanted(file)),
      { draft, model },
    )
  }

  test('every mandatory test has the expected verdict', { timeout: 300_000 }, async () => {
    const { tests, wrong, apart, values, schemas, oracles } = await run(
      (file) => !file.startsWith('optional/'),
    )
    console.log(
      `figure: JSON-Schema-Test-Suite ${draft}: ${tests - wrong.length} of ${tests} mandatory tests as expected; ${values} values made from theirs on which all agree, ${schemas - oracles} of ${schemas} schemas without ajv`,
    )
    expect(wrong.filter(({ name }) => reasonOf(name) === undefined)).toEqual([])
    expect(apart.slice(0, 3)).toEqual([])
    expect(tests).toBeGreaterThan(1000)
  })

  test('every optional test with another verdict has a reason', { timeout: 300_000 }, async () => {
    const { tests, wrong } = await run((file) => file.startsWith('optional/'))
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
  /** Values on which the generated validator, the interpreter and ajv disagree. */
  readonly apart: readonly unknown[]
  readonly schemas: number
  readonly oracles: number
}

async function outcome(
  groups: readonly (readonly [file: string, group: SuiteGroup])[],
  { draft, model }: { readonly draft: Draft; readonly model: Model },
): Promise<Outcome> {
  const validators = await validatorsOf(
    groups.map(([, { schema }]) => schema),
    model,
  )
  const compared = groups.flatMap(([file, { description, tests }], index) =>
    tests.flatMap((one): readonly Compared[] => {
      const made = validators[index]
      if (made === undefined) return []
      const name = `${file}: ${description}: ${one.description}`
      const results = { emitted: made.emitted(one.data), interpreted: made.interpreted(one.data) }
      return [{ name, value: one.data, want: one.valid, ...results }]
    }),
  )
  const oracles = groups.map(([, group]) => oracleOf(group, draft, model.library))
  const mutated = groups.flatMap(([file, { schema, description, tests }], index) => {
    const made = validators[index]
    // Formats have their own test. ajv treats them as annotations here, including those of
    // meta-schemas.
    if (made === undefined || /format/.test(file) || asksMetaSchema(schema)) return []
    return tests
      .flatMap(({ data }, at) =>
        mutationsOf(data, mutations, `${draft} ${file} ${description} ${at}`),
      )
      .map((value) => {
        const results = { emitted: made.emitted(value), interpreted: made.interpreted(value) }
        const want = oracles[index]?.(value) ?? results.interpreted
        return { file, schema, value, want, ...results }
      })
  })
  return {
    tests: compared.length,
    wrong: compared.filter(
      ({ want, emitted, interpreted }) => emitted !== want || interpreted !== want,
    ),
    values: mutated.length,
    apart: mutated.filter(
      ({ want, emitted, interpreted }) => emitted !== want || interpreted !== want,
    ),
    schemas: groups.length,
    oracles: oracles.filter((oracle) => oracle !== undefined).length,
  }
}
