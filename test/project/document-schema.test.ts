import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import { describe, expect, test } from 'vitest'
import { documents, files, folder, isObject, items, readJson, text } from './openrpc/files.ts'
import { type Json, type JsonObject } from './openrpc/files.ts'
import { publishedFaults } from '../published-meta-schema.ts'

const extensions = readdirSync(join(folder, 'extensions')).map((name) =>
  name.replace(/\.json$/, ''),
)

/** The schemas for editors, loaded as in an editor: references are relative to the file. */
const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
for (const name of extensions) ajv.addSchema(readJson(`extensions/${name}.json`), url(name))
for (const name of ['document', 'shared']) {
  ajv.addSchema(readJson(`${name}.schema.json`), `openrpc:/${name}.schema.json`)
}

function url(extension: string): string {
  return `openrpc:/extensions/${extension}.json`
}

function schemaAt(address: string): ValidateFunction {
  const validate = ajv.getSchema(address)
  if (validate === undefined) throw new Error(`${address} is not there`)
  return validate
}

function faultsOf(address: string, value: unknown): readonly string[] {
  const validate = schemaAt(address)
  validate(value)
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${instancePath} ${message ?? ''} ${JSON.stringify(params)}`,
  )
}

describe.each(documents)('%s', (_, document) => {
  test('is valid against the schema for editors', () => {
    expect(faultsOf('openrpc:/document.schema.json', document)).toEqual([])
  })

  test('is valid against the published meta-schema', () => {
    expect(publishedFaults(document)).toBe('')
  })
})

const shared = [...files].filter(([path]) => path.startsWith('shared/'))

test.each(shared)('%s is valid against the schema for editors', (_, json) => {
  expect(faultsOf('openrpc:/shared.schema.json', json)).toEqual([])
})

describe.each(extensions)('%s', (name) => {
  const json = readJson(`extensions/${name}.json`)

  test('has a description of one paragraph', () => {
    expect(json['title']).toBe(name)
    expect(text(json, 'description')).toMatch(/^[^\n]{60,}\.$/)
  })

  test('is explained in the README of the documents', () => {
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain(`\`${name}\``)
  })

  test('has examples that it accepts, and rejects other values', () => {
    const examples = items(json['examples'])
    expect(examples.length).toBeGreaterThan(0)
    expect(examples.flatMap((example) => faultsOf(url(name), example))).toEqual([])
    expect(faultsOf(url(name), { surprise: {} })).not.toEqual([])
  })
})

test('every overlay is valid against its schema', () => {
  ajv.addSchema(readJson('overlays/overlay.schema.json'), 'openrpc:/overlay.schema.json')
  const overlays = readdirSync(join(folder, 'overlays')).filter(
    (name) => !name.endsWith('.schema.json'),
  )
  expect(overlays).toContain('public-network.json')
  for (const name of overlays) {
    expect(faultsOf('openrpc:/overlay.schema.json', readJson(`overlays/${name}`))).toEqual([])
  }
  expect(faultsOf('openrpc:/overlay.schema.json', { name: 'x', namespace: {} })).not.toEqual([])
  const standard = { overlay: '1.0.0', info: { title: 'T', version: '1' } }
  const action = { target: '$.info', update: { title: 'T' } }
  expect(faultsOf('openrpc:/overlay.schema.json', { ...standard, actions: [action] })).toEqual([])
  for (const actions of [
    [],
    [{ target: '$' }],
    [{ target: '$', remove: false }],
    [{ remove: true }],
  ]) {
    expect(faultsOf('openrpc:/overlay.schema.json', { ...standard, actions })).not.toEqual([])
  }
})

/** A valid document, into which faults are injected. */
const sound: JsonObject = {
  openrpc: '1.3.2',
  info: { title: 'Sound', version: '1' },
  'x-group': { key: 'sound', path: '/', transports: ['http'] },
  methods: [
    {
      name: 'sound.get',
      'x-effect': 'read',
      params: [{ name: 'id', schema: { type: 'string', 'x-secret': true } }],
      result: { name: 'out', schema: { $ref: 'shared/primitives.json#/schemas/Id' } },
      errors: [{ $ref: 'shared/errors.json#/errors/InvalidParams' }],
      examples: [{ name: 'one', params: [], result: { name: 'out', value: 1 } }],
    },
  ],
  components: { errors: { Broken: { code: 1, message: 'broken' } } },
}

/**
 * Returns the valid document with the value at a pointer replaced or added; undefined removes it.
 */
function planted(pointer: string, value: Json | undefined): JsonObject {
  const copy = structuredClone<unknown>(sound)
  const steps = pointer.split('/').slice(1)
  const last = steps.pop() ?? ''
  const holder = steps.reduce<unknown>((at, step) => Reflect.get(Object(at), step), copy)
  if (value === undefined) Reflect.deleteProperty(Object(holder), last)
  else Reflect.set(Object(holder), last, value)
  if (!isObject(copy)) throw new Error('no object any more')
  return copy
}

describe('an injected fault', () => {
  test('is not reported for a valid document', () => {
    expect(faultsOf('openrpc:/document.schema.json', sound)).toEqual([])
    expect(publishedFaults(sound)).toBe('')
  })

  const ours: readonly (readonly [fault: string, pointer: string, value: Json | undefined])[] = [
    ['a misspelled extension of the document', '/x-grup', { key: 'sound' }],
    ['a misspelled extension of a method', '/methods/0/x-efect', 'read'],
    ['a misspelled extension of a schema', '/methods/0/params/0/schema/x-secrets', true],
    ['a misspelled extension of an error', '/components/errors/Broken/x-reasons', { name: 'a' }],
    ['an extension in the wrong location', '/methods/0/x-group', { key: 'sound' }],
    ['a wrong value of an extension', '/methods/0/x-effect', 'reads'],
    ['a group without a key', '/x-group/key', undefined],
    ['a reason without a name', '/components/errors/Broken/x-reason', { when: 'always' }],
    ['a misspelled keyword of a schema', '/methods/0/params/0/schema/minLenght', 1],
    ['a wrong type in a schema', '/methods/0/params/0/schema/type', 'text'],
  ]

  test.each(ours)('is reported by the schema for editors: %s', (_, pointer, value) => {
    expect(faultsOf('openrpc:/document.schema.json', planted(pointer, value))).not.toEqual([])
  })

  const both: readonly (readonly [fault: string, pointer: string, value: Json | undefined])[] = [
    ['a document without methods', '/methods', undefined],
    ['a method without params', '/methods/0/params', undefined],
    ['a misspelled member of a method', '/methods/0/sumary', 'Get'],
    ['a param without a schema', '/methods/0/params/0/schema', undefined],
    ['an error without a code', '/components/errors/Broken/code', undefined],
    ['an example without a name', '/methods/0/examples/0/name', undefined],
    ['an undeclared extension of an error', '/components/errors/Broken/x-other', 1],
  ]

  test.each(both)('is reported by both schemas: %s', (_, pointer, value) => {
    const document = planted(pointer, value)
    expect(faultsOf('openrpc:/document.schema.json', document)).not.toEqual([])
    expect(publishedFaults(document)).not.toBe('')
  })
})
