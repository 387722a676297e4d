import { stringify } from '@rpcloom/schema/internal'
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { load } from 'rpcloom/load'
import {
  buildApi,
  isIdentifier,
  isReservedType,
  type Api,
  type Json,
  type JsonObject,
} from 'rpcloom/model'
import { publishedFaults } from '../published-meta-schema.ts'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const folder = join(process.env['RPCLOOM_SHARED'] ?? join(root, '../shared'), 'corpus')
const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []

describe('real documents', () => {
  if (files.length === 0) test.skip('is skipped: RPCLOOM_SHARED is not a folder with a corpus')

  test.each(files)('%s', async (name) => {
    const { loaded, diagnostics } = await load({
      root: folder,
      inputs: [name],
      allowUnresolved: true,
    })
    if (loaded === undefined) {
      expect(diagnostics.some(({ severity }) => severity === 'error')).toBe(true)
      return
    }
    const { api } = buildApi(loaded, { scope: '@test' })
    expectSoundNames(api)
    expectKnownReferences(api)
    expectSelfContained(api.groups[0]?.bundle ?? {})
  })
})

describe('documents of this project', () => {
  test('have valid names, types and bundles', async () => {
    const { loaded } = await load({ root, inputs: ['openrpc/*.openrpc.json'] })
    if (loaded === undefined) throw new Error('The documents of this project do not load')
    const { api, diagnostics } = buildApi(loaded, { scope: '@native-node' })
    expect(diagnostics).toEqual([])
    // A document can declare any value; all other types must be known.
    expect(api.untyped.filter(({ reason }) => reason !== 'any-value')).toEqual([])
    expectSoundNames(api)
    expectKnownReferences(api)
    for (const { bundle } of api.groups) {
      expectSelfContained(bundle)
      expect(publishedFaults(withoutExtensions(bundle))).toBe('')
    }
  })
})

/** The meta-schema rejects extensions of errors, which is not an error here. */
function withoutExtensions(bundle: JsonObject): JsonObject {
  const plain: JsonObject = JSON.parse(
    stringify(bundle, (key, value: unknown) => (key.startsWith('x-') ? undefined : value)),
  )
  return plain
}

function expectSoundNames(api: Api): void {
  for (const module of api.modules) {
    const names = module.types.flatMap((id) => {
      const { name, inputName } = api.types.get(id) ?? { name: '', inputName: '' }
      return name === inputName ? [name] : [name, inputName]
    })
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter((name) => !isIdentifier(name) || isReservedType(name))).toEqual([])
  }
  for (const { methods, slug, key } of api.groups) {
    const standalone = methods.map((method) => method.standalone)
    expect(new Set(standalone).size).toBe(standalone.length)
    expect([key, ...standalone].filter((name) => !isIdentifier(name))).toEqual([])
    expect(slug).toMatch(/^[a-z0-9][a-z0-9-]*$/)
    expect(new Set(methods.map((method) => method.slug)).size).toBe(methods.length)
    for (const { params } of methods) {
      const identifiers = params.map(({ identifier }) => identifier)
      expect(new Set(identifiers).size).toBe(identifiers.length)
      expect(identifiers.filter((name) => !isIdentifier(name))).toEqual([])
    }
  }
}

function expectKnownReferences(api: Api): void {
  const text = JSON.stringify([...api.types.values(), api.groups], (key, value: unknown) => {
    if (key === 'bundle' || key === 'json' || key === 'extensions') return undefined
    return typeof value === 'bigint' ? String(value) : value
  })
  const targets = [...text.matchAll(/"kind":"ref","to":("(?:[^"\\]|\\.)*")/g)].map(
    ([, to = '']) => to,
  )
  const known = new Set([...api.types.keys()].map((id) => JSON.stringify(id)))
  expect(targets.filter((to) => !known.has(to))).toEqual([])
}

/** Checks that all references outside of prose and values are local. */
function expectSelfContained(bundle: Json): void {
  const outside: string[] = []
  const visit = (json: Json, key: string): void => {
    if (typeof json !== 'object' || json === null) return
    if (['example', 'examples', 'value', 'const', 'enum', 'default'].includes(key)) return
    for (const [name, value] of Object.entries(json)) {
      if (name === '$ref' && typeof value === 'string' && !value.startsWith('#'))
        outside.push(value)
      visit(value, name)
    }
  }
  visit(bundle, '')
  expect(outside).toEqual([])
}
