import { basename, join } from 'node:path'
import { atPointer, checkSchema, pointerResolver } from '@rpcloom/rpc/schema'
import type { Json } from 'rpcloom/model'
import { describe, expect, test } from 'vitest'
import { SchemaBook } from './draft-07.ts'
import { probesOf } from './probes.ts'
import { emptyModel, groupsIn, suiteWith } from './suite.ts'

const suite = suiteWith('draft7')

const unknownFormat =
  'The runtime has no test for the format; what it has no test for is no constraint.'

/** Files of optional tests with different results, and the reasons. */
const differing: Readonly<Record<string, string>> = {
  'optional/content.json':
    'contentEncoding and contentMediaType describe text, they do not constrain it.',
  'optional/format/idn-hostname.json': unknownFormat,
}

interface Outcome {
  readonly file: string
  readonly name: string
  readonly isRight: boolean
  readonly emitted: boolean
  readonly interpreted: boolean
}

/** Returns the results of the interpreter and of the generated validators for every test. */
async function outcomes(folder: string, remotes: string): Promise<readonly Outcome[]> {
  const groups = groupsIn(folder)
  const book = new SchemaBook(remotes)
  const pointers = groups.map(([file, { schema }], index) =>
    book.add(`http://suite.test/${index}/${basename(file)}`, schema),
  )
  const { api, group } = emptyModel()
  const bundle = book.bundle()
  const schemas = pointers.map((pointer) => atPointer(bundle, pointer) as Json)
  const { document, list } = await probesOf(api, { ...group, bundle }, schemas)
  const resolve = pointerResolver(document)
  return groups.flatMap(([file, { description, tests }], index) =>
    tests.map((one) => {
      const emitted = list[index]?.accepts(one.data) === true
      const interpreted = checkSchema(schemas[index], one.data, { resolve }).length === 0
      const name = `${file}: ${description}: ${one.description}`
      const isRight = emitted === one.valid && interpreted === one.valid
      return { file, name, isRight, emitted, interpreted }
    }),
  )
}

describe('JSON-Schema-Test-Suite, draft 7', () => {
  if (suite === undefined) {
    test.skip('is skipped: RPCLOOM_JSON_SCHEMA_SUITE is not a checkout of the suite', () =>
      undefined)
    return
  }
  const folders = [join(suite, 'tests/draft7'), join(suite, 'remotes')] as const

  test('every mandatory test has the expected verdict', async () => {
    const all = (await outcomes(...folders)).filter(({ file }) => !file.startsWith('optional/'))
    console.log(`figure: JSON-Schema-Test-Suite draft7: ${all.length} mandatory tests as expected`)
    expect(all.filter(({ isRight }) => !isRight)).toEqual([])
    expect(all.length).toBeGreaterThan(300)
  })

  test('every optional test with another verdict has a reason', async () => {
    const all = (await outcomes(...folders)).filter(({ file }) => file.startsWith('optional/'))
    const wrong = all.filter(({ isRight }) => !isRight)
    console.log(
      `figure: JSON-Schema-Test-Suite draft7: ${all.length} optional tests, ${wrong.length} differ for reasons that are listed`,
    )
    expect(wrong.filter(({ file }) => !Object.hasOwn(differing, file))).toEqual([])
    const unused = Object.keys(differing).filter((name) => !wrong.some(({ file }) => file === name))
    expect(unused).toEqual([])
  })
})
