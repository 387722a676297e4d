import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { atPointer, checkSchema, pointerResolver } from '@rpcloom/rpc/schema'
import type { Api, Group, Json } from 'rpcloom/model'
import { describe, expect, test } from 'vitest'
import { build, documentOf } from '../model/documents.ts'
import { SchemaBook } from './draft-07.ts'
import { root } from './folder.ts'
import { probesOf } from './probes.ts'

/**
 * JSON-Schema-Test-Suite. Its npm package is a shell around a git repository and does not install from a
 * registry alone, so the suite is run where it is found: Debian's json-schema-test-suite, or a checkout.
 */
const places = [
  process.env['RPCLOOM_JSON_SCHEMA_SUITE'] ?? '',
  join(root, 'node_modules/json-schema-test-suite'),
  '/usr/share/json-schema-test-suite',
]
const suite = places.find((place) => place !== '' && existsSync(join(place, 'tests/draft7')))

interface SuiteGroup {
  readonly description: string
  readonly schema: Json
  readonly tests: readonly {
    readonly description: string
    readonly data: Json
    readonly valid: boolean
  }[]
}

const unknownFormat =
  'The runtime has no test for the format; what it has no test for is no constraint.'

/** Files with optional tests that differ, and the reason. */
const differing: Readonly<Record<string, string>> = {
  'optional/content.json':
    'contentEncoding and contentMediaType describe text, they do not constrain it.',
  'optional/format/idn-email.json': unknownFormat,
  'optional/format/idn-hostname.json': unknownFormat,
  'optional/format/iri-reference.json': unknownFormat,
  'optional/format/iri.json': unknownFormat,
  'optional/format/relative-json-pointer.json': unknownFormat,
  'optional/format/uri-template.json': unknownFormat,
}

function groupsIn(folder: string): readonly (readonly [file: string, group: SuiteGroup])[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json'))
    .toSorted()
    .flatMap((path) => {
      const groups: readonly SuiteGroup[] = JSON.parse(readFileSync(join(folder, path), 'utf8'))
      return groups.map((group) => [path, group] as const)
    })
}

function emptyModel(): { readonly api: Api; readonly group: Group } {
  const { api } = build(documentOf([]))
  const [group] = api.groups
  if (group === undefined) throw new Error('The model has no group')
  return { api, group }
}

interface Outcome {
  readonly file: string
  readonly name: string
  readonly isRight: boolean
  readonly emitted: boolean
  readonly interpreted: boolean
}

/** What the interpreter and the emitted validators say of every test. */
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
    test.skip('is not here: RPCLOOM_JSON_SCHEMA_SUITE names no checkout of it', () => undefined)
    return
  }
  const folders = [join(suite, 'tests/draft7'), join(suite, 'remotes')] as const

  test('every mandatory test has the expected verdict', async () => {
    const all = (await outcomes(...folders)).filter(({ file }) => !file.startsWith('optional/'))
    console.log(`figure: JSON-Schema-Test-Suite draft7: ${all.length} mandatory tests as expected`)
    expect(all.filter(({ isRight }) => !isRight)).toEqual([])
    expect(all.length).toBeGreaterThan(300)
  })

  test('every optional test that differs does so for a reason', async () => {
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
