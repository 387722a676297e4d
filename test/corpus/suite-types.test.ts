import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Json, JsonObject } from 'rpcloom/model'
import { describe, expect, test } from 'vitest'
import { installed, typeVerdicts } from '../model/type-check.ts'
import { asRead, inexpressible } from './as-read.ts'
import { groupsIn, type SuiteGroup, suiteWith } from './suite.ts'

/** Returns groups for the tests of types. Their references stay inside the schema. */
function groupsOf(
  folder: string,
  draft: string,
): readonly (readonly [file: string, group: SuiteGroup])[] {
  const named =
    /"\$(id|anchor|dynamicRef|recursiveRef|dynamicAnchor)":|"\$ref":"[^#]|"enum":\[\{"\$ref"/
  return groupsIn(join(folder, 'tests', draft)).filter(
    ([file, { schema }]) => !file.startsWith('optional') && !named.test(JSON.stringify(schema)),
  )
}

/** Returns the schema as a component, with adjusted references. */
function placed(schema: Json, index: number): Json {
  const here = `#/components/schemas/Case${index}`
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? `${here}${value.slice(1)}` : value,
  ) as Json
}

/** Whether a value has no member of an object type whose members are all optional. */
function isStranger(schema: Json, value: Json): boolean {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return false
  const { properties } = schema as JsonObject
  if (typeof properties !== 'object' || typeof value !== 'object' || value === null) return false
  return Object.keys(value).every((name) => !Object.hasOwn(properties ?? {}, name))
}

const drafts = ['draft7', 'draft2019-09', 'draft2020-12']
describe.each(drafts)('types of the schemas of JSON-Schema-Test-Suite, %s', (draft) => {
  const folder = suiteWith(draft)
  if (folder === undefined) {
    test.skip('is skipped: RPCLOOM_JSON_SCHEMA_SUITE is not a checkout of the suite', () =>
      undefined)
    return
  }
  const groups = groupsOf(folder, draft)
  const cases = groups.map(([, { schema, tests }], index) => ({
    schema: placed(schema, index),
    values: tests.map(({ data }) => data),
  }))

  test.each(installed)(
    'accept the valid values in TypeScript %s',
    { timeout: 120_000 },
    async (version) => {
      const verdicts = await typeVerdicts(cases, { version })
      const counts = { taken: 0, refused: 0, narrower: 0, wider: 0 }
      const wrong: string[] = []
      for (const [index, [file, group]] of groups.entries()) {
        const ajv = new Ajv2020({ strict: false, validateSchema: false })
        const read = ajv.compile(asRead(group.schema) as JsonObject | boolean)
        for (const [at, { description, data, valid }] of group.tests.entries()) {
          const { loose = [], exact = [] } = verdicts[index] ?? {}
          const isTaken = loose[at] === true || (valid && exact[at] === true)
          const name = `${file}: ${group.description}: ${description}`
          if (valid && isTaken) counts.taken++
          // The types are narrower than the schema on purpose, because callers do not send such
          // values.
          else if (valid && (!read(data) || isStranger(group.schema, data))) counts.narrower++
          else if (!valid && exact[at] === false) counts.refused++
          else if (!valid && inexpressible(group.schema).length > 0) counts.wider++
          else wrong.push(name)
        }
      }
      console.log(
        `figure: types of JSON-Schema-Test-Suite ${draft} under TypeScript ${version}: ${counts.taken} valid values compile, ${counts.refused} invalid ones do not, ${counts.wider} invalid ones break rules that no type can say, ${counts.narrower} valid ones are of another kind than their schema means`,
      )
      expect(wrong).toEqual([])
      expect(counts.refused).toBeGreaterThan(100)
    },
  )
})
