import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve as absolute } from 'node:path'
import { describe, expect, test } from 'vitest'
import { below, documents, follow, member, text } from './openrpc/files.ts'
import { methodsOf, methodNames } from './openrpc/walk.ts'
import { countOfOpen, deprecationsIn, marksOf, pointsIn } from './traceability/description.ts'
import { derivedKinds, type Kind } from './traceability/description.ts'
import { pairings, shows } from './traceability/examples.ts'
import { inventory } from './traceability/inventory.ts'
import { resolve } from './traceability/locations.ts'
import { rows, testFiles, testGroups, type NamedTest } from './traceability/table.ts'

const root = absolute(import.meta.dirname, '../..')
const kinds = new Map(inventory.map(({ id, kind }) => [id, kind]))

/** The service description does not include documents of the development mode. */
function isOfService([, json]: (typeof documents)[number]): boolean {
  return text(member(json, 'x-enabled-by') ?? null, 'setting') !== 'dev'
}

function rowsOf(...wanted: readonly Kind[]): typeof rows {
  return rows.filter(({ id }) => wanted.includes(kinds.get(id) ?? 'statement'))
}

test('the tables contain each statement of the inventory once, and no others', () => {
  expect(rows.map(({ id }) => id).toSorted()).toEqual(inventory.map(({ id }) => id).toSorted())
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
})

describe('locations', () => {
  test('exist in the documents, at least one per statement', () => {
    const lost = rows.flatMap(({ id, locations }) => [
      ...(locations.length === 0 ? [`${id}: no location`] : []),
      ...locations
        .filter((location) => resolve(location) === undefined)
        .map((location) => `${id}: ${location}`),
    ])
    expect(lost).toEqual([])
  })

  test('of paths and namespaces contain them', () => {
    const wrong = rowsOf('path', 'route', 'namespace').filter(({ id, locations }) =>
      locations.some((location) => {
        const want = id.replace('GET ', '').replace('<blockchain_id>', '{chain}').replace('_', '')
        const value = resolve(location)?.value
        const isURL = typeof value === 'string' && URL.canParse(value)
        return (isURL ? new URL(value).pathname : value) !== want
      }),
    )
    expect(wrong).toEqual([])
  })

  test('of methods include every method of every document', () => {
    // The service description leaves references without a shape open.
    const described = rowsOf('method', 'reference-method', 'open')
    const covered = new Set(described.flatMap(({ locations }) => locations))
    const missing = documents.filter(isOfService).flatMap(([file]) =>
      methodsOf(file)
        .map((method) => `${file.replace('.openrpc.json', '')}#${text(method.value, 'name')}`)
        .filter((location) => !covered.has(location)),
    )
    expect(missing).toEqual([])
  })

  const absent = [
    'x-chain#xvm.getUTXOs.params.nothing',
    'x-chain#xvm.getUTXOs.result.nothing',
    'x-chain#xvm.getUTXO',
    'x-chain#TxStatus.Lost',
    'x-chain#/x-group/nothing',
    'x-chain',
    'nothing#/info',
  ]
  test.each(absent)('that do not exist are detected: %s', (location) => {
    expect(resolve(location)).toBeUndefined()
  })
})

describe('the evidence for a statement', () => {
  test('is an existing test or a group of test files', () => {
    const lost = rows.flatMap(({ id, tests, groups }) => [
      ...(tests.length + groups.length === 0 ? [`${id}: nothing`] : []),
      ...tests.filter((named) => !exists(named)).map(({ file, name }) => `${id}: ${file}: ${name}`),
      ...groups.filter((name) => !testGroups.has(name)).map((name) => `${id}: ${name}`),
    ])
    expect(lost).toEqual([])
  })

  test('uses every listed file and group', () => {
    const used = new Set(
      rows.flatMap(({ tests, groups }) => [...tests.map((t) => t.file), ...groups]),
    )
    expect([...testFiles.keys(), ...testGroups.keys()].filter((name) => !used.has(name))).toEqual(
      [],
    )
  })

  test('consists of groups whose files exist', () => {
    const missing = [...testGroups].flatMap(([name, files]) =>
      files.length === 0 ? [name] : files.filter((file) => !existsSync(join(root, file))),
    )
    expect(missing).toEqual([])
  })

  test('contains the statement if it is an example of a param, a field or a state', () => {
    const shown = rowsOf('param', 'optional-param', 'result', 'field', 'state')
    const empty = shown.flatMap(({ id, locations, tests }) => {
      const words = locations.map((location) => location.split(/[.#]/).at(-1) ?? '')
      return tests
        .filter(({ file }) => file === 'examples')
        .filter(({ name }) => !words.some((word) => shows(name, word, id.includes('('))))
        .map(({ name }) => `${id}: ${name}`)
    })
    expect(empty).toEqual([])
  })

  function exists({ file, name }: NamedTest): boolean {
    // The names of example tests are generated from the documents.
    if (file === 'examples') return pairings.has(name)
    const path = join(root, testFiles.get(file) ?? 'nowhere')
    return existsSync(path) && readFileSync(path, 'utf8').replaceAll('\\', '').includes(name)
  }
})

const description = serviceDescription()

/** Returns the text of the service description, which is outside of the repository. */
function serviceDescription(): string | undefined {
  const folder = process.env['RPCLOOM_SHARED'] ?? join(root, '../shared')
  if (!existsSync(folder)) return undefined
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .find((text) => text.startsWith('# Node JSON-RPC Service'))
}

describe.skipIf(description === undefined)(
  description === undefined
    ? 'the inventory (skipped: the service description is not here, see RPCLOOM_SHARED)'
    : 'the inventory',
  () => {
    const derived = description === undefined ? [] : pointsIn(description)
    const marks = description === undefined ? new Map<string, string>() : marksOf(description)

    test.each(derivedKinds)('exists for every statement of the service description: %s', (kind) => {
      const of = (points: typeof inventory): readonly string[] =>
        points.filter((point) => point.kind === kind).map(({ id }) => id)
      expect(of(derived).length).toBeGreaterThan(0)
      expect(of(inventory).toSorted()).toEqual(of(derived).toSorted())
    })

    test('exists for everything that the service description leaves open', () => {
      const numbered = ['Authentication 5', 'Events', 'Error 7', 'Versioning point 5']
      const open = inventory.filter(({ kind }) => kind === 'open')
      expect(open.length + numbered.length).toBe(countOfOpen(description ?? ''))
    })

    test('describes every other method as one of the reference client', () => {
      const others = inventory.filter(({ kind }) => kind === 'reference-method')
      // The description refers to xvm.import, but has no row for it.
      const own = new Set([...marks.keys(), 'xvm.import'])
      expect(others.map(({ id }) => id).toSorted()).toEqual(
        [...methodNames(documents.filter(isOfService))].filter((name) => !own.has(name)).toSorted(),
      )
    })

    // The extension that each mark of a method requires in the documents.
    const asked: readonly (readonly [mark: string, extension: string, value: unknown])[] = [
      ['keystore', 'x-auth', 'keystore'],
      ['node-local', 'x-availability', 'node-local'],
      ['deprecated', 'deprecated', true],
    ]
    test.each(asked)('includes the methods marked %s, like the documents', (mark, key, value) => {
      const marked = [...marks].filter(([, text]) => text.includes(mark)).map(([name]) => name)
      const locations = rowsOf('method').filter(({ id }) => marked.includes(id))
      expect(locations.length).toBeGreaterThan(0)
      const wrong = locations.filter(({ locations: [location = ''] }) => {
        const found = resolve(location)
        return found === undefined || member(found.value, key) !== value
      })
      expect(wrong.map(({ id }) => id)).toEqual([])
    })

    test('includes the deprecations with the releases of the service description', () => {
      const deprecations = description === undefined ? [] : [...deprecationsIn(description)]
      expect(deprecations.length).toBeGreaterThan(0)
      const wrong = deprecations.filter(([method, version]) => {
        const location = rows.find(({ id }) => id === method)?.locations[0] ?? ''
        return resolve(`${location}.x-deprecated.since`)?.value !== version
      })
      expect(wrong).toEqual([])
    })
  },
)

test('requires of callers exactly what the service description requires', () => {
  // Params that a caller may omit although the signature does not mark them as optional; see the
  // decisions.
  const looser = [
    'native.exportNATIVE(changeAddr)',
    'native.exportNATIVE(from)',
    'platform.getStake(validatorsOnly)',
  ]
  const differing = rowsOf('param', 'optional-param').filter(
    ({ id, locations: [location = ''] }) => {
      const inside = id.includes('.', id.indexOf('('))
      const descriptor = resolve(location)
      const required =
        descriptor !== undefined && below(follow(descriptor) ?? descriptor, 'required')
      const isRequired = required !== undefined && required !== false && required.value === true
      return !inside && isRequired !== (kinds.get(id) === 'param')
    },
  )
  expect(differing.map(({ id }) => id).toSorted()).toEqual(looser)
})
