import { basename, join } from 'node:path'
import { atPointer } from '@rpcloom/schema'
import type { Json } from 'rpcloom/model'
import { describe, expect, test } from 'vitest'
import { SchemaBook } from './draft-07.ts'
import { probesOf } from './probes.ts'
import { groupsIn, suiteWith } from './suite.ts'

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
  readonly accepts: boolean
  readonly explains: boolean
}

/** Returns the verdicts for every test, without and with reasons. */
function outcomes(folder: string, remotes: string): readonly Outcome[] {
  const groups = groupsIn(folder)
  const book = new SchemaBook(remotes)
  const pointers = groups.map(([file, { schema }], index) =>
    book.add(`http://suite.test/${index}/${basename(file)}`, schema),
  )
  const bundle = book.bundle()
  const schemas = pointers.map((pointer) => atPointer(bundle, pointer) as Json)
  const { list } = probesOf(bundle, schemas)
  return groups.flatMap(([file, { description, tests }], index) =>
    tests.map((one) => {
      const accepts = list[index]?.accepts(one.data) === true
      const explains = list[index]?.explains(one.data) === true
      const name = `${file}: ${description}: ${one.description}`
      const isRight = accepts === one.valid && explains === one.valid
      return { file, name, isRight, accepts, explains }
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

  test('every mandatory test has the expected verdict', () => {
    const all = outcomes(...folders).filter(({ file }) => !file.startsWith('optional/'))
    console.log(`figure: JSON-Schema-Test-Suite draft7: ${all.length} mandatory tests as expected`)
    expect(all.filter(({ isRight }) => !isRight)).toEqual([])
    expect(all.length).toBeGreaterThan(300)
  })

  test('every optional test with another verdict has a reason', () => {
    const all = outcomes(...folders).filter(({ file }) => file.startsWith('optional/'))
    const wrong = all.filter(({ isRight }) => !isRight)
    console.log(
      `figure: JSON-Schema-Test-Suite draft7: ${all.length} optional tests, ${wrong.length} differ for reasons that are listed`,
    )
    expect(wrong.filter(({ file }) => !Object.hasOwn(differing, file))).toEqual([])
    const unused = Object.keys(differing).filter((name) => !wrong.some(({ file }) => file === name))
    expect(unused).toEqual([])
  })
})
