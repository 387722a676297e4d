// Runs of one process share what they have read. After any change, the model must equal that of a
// separate run.
import { describe, expect, test } from 'vitest'
import { buildApi, type Built, type JsonObject } from 'rpcloom/model'
import { answering, documentOf, loadedFrom } from './documents.ts'

type Files = Readonly<Record<string, JsonObject>>

function built(files: Files, readings?: object): Built {
  const documents = Object.keys(files).filter((path) => path.endsWith('.openrpc.json'))
  return buildApi(loadedFrom(files, documents), { scope: '@test', ...(readings && { readings }) })
}

const twin = { title: 'Twin', type: 'object', properties: { a: { type: 'string' } } }
const other = { type: 'object', properties: { b: { type: 'string' } } }
const refers = { $ref: 'shared.json#/components/schemas/Shared' }
// What is cached between runs is the same object.
const first = answering('first', twin)
const second = answering('second', { type: 'array', items: { type: 'array', items: twin } })
const third = answering('third', { $ref: '#/components/schemas/Own' })
const fourth = answering('fourth', { $ref: '#/methods/0/result/schema' })
const fifth = answering('fifth', refers)
const sixth = {
  ...answering('sixth', true),
  params: [{ $ref: 'shared.json#/components/contentDescriptors/Param' }],
}
const own = { Own: { type: 'object', properties: { inner: twin, shared: refers } } }
const shared = (schema: JsonObject, name = 'param'): JsonObject => ({
  components: { schemas: { Shared: schema }, contentDescriptors: { Param: { name, schema } } },
})
const whole = documentOf([first, second, third, fourth, fifth, sixth], own)
const files = {
  'a.openrpc.json': whole,
  'b.openrpc.json': documentOf([second, fifth]),
  'shared.json': shared(other),
}
const changed = (method: JsonObject): JsonObject => ({ ...method, description: 'Changed.' })

describe('files that a later run reads', () => {
  test.each<readonly [what: string, files: Files]>([
    ['nothing', files],
    [
      'the first of two schemas with one title',
      { ...files, 'a.openrpc.json': documentOf([answering('first', other), second, third], own) },
    ],
    [
      'the method of the first',
      { ...files, 'a.openrpc.json': documentOf([changed(first), second, third, fourth], own) },
    ],
    [
      'a new method before others',
      { ...files, 'a.openrpc.json': documentOf([fifth, first, second, third, fourth], own) },
    ],
    [
      'the order of methods',
      { ...files, 'a.openrpc.json': documentOf([second, first, fourth, third], own) },
    ],
    [
      'the name of a method',
      { ...files, 'a.openrpc.json': documentOf([{ ...first, name: 'renamed' }, fourth], own) },
    ],
    [
      'a schema that is referred to',
      { ...files, 'a.openrpc.json': documentOf([second, third, fourth], { Own: other }) },
    ],
    ['a schema of another file', { ...files, 'shared.json': shared(twin) }],
    ['a param of another file', { ...files, 'shared.json': shared(other, 'renamed') }],
    ['a file that another file does not mention', { ...files, 'shared.json': shared({}) }],
    ['a removed file', { 'a.openrpc.json': whole }],
    [
      'a document before the others',
      { '0.openrpc.json': documentOf([answering('zeroth', twin)]), ...files },
    ],
  ])('%s', (_, after) => {
    const readings = {}
    for (const run of [files, after, files, after]) {
      expect(built(run, readings)).toEqual(built(run))
    }
  })
})
