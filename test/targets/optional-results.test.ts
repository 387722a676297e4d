import { expect, test } from 'vitest'
import { load } from 'rpcloom/load'
import { buildApi } from 'rpcloom/model'
import { method, optional } from '../../packages/rpc/src/client/codegen.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { descriptor } from '../rpc/client-fixture.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { positron } from './condensed.ts'
import { emitted } from './emitted.ts'

const guide = readFileSync(join(import.meta.dirname, '../../docs/peers.md'), 'utf8')
/** The overlay in the guide for documents in which params are required unless they say otherwise. */
const overlay = guide
  .split('```yaml')
  .map((part) => part.split('```')[0] ?? '')
  .find((part) => part.includes('required: true') && part.includes('actions:'))

async function modelOf(overlays: readonly string[]) {
  const root = temporaryFolder({
    'test.json': JSON.stringify(positron),
    'pairs.overlay.yaml': overlay ?? '',
  })
  const { loaded, diagnostics } = await load({ root, inputs: ['test.json'], overlays })
  if (loaded === undefined) throw new Error(JSON.stringify(diagnostics))
  return { api: buildApi(loaded, { scope: '@test' }).api, diagnostics }
}

test('the overlay of the guide makes params required and names results', async () => {
  const { api, diagnostics } = await modelOf(['pairs.overlay.yaml'])
  // `result: {}` is no content descriptor of OpenRPC.
  expect(new Set(diagnostics.map(({ pointer }) => pointer))).toEqual(new Set(['/methods/1/result']))
  const methods = api.groups[0]?.methods ?? []
  expect(methods.map(({ params }) => params.map(({ required }) => required))).toEqual([
    [true, false],
    [true],
  ])
  const without = await modelOf([])
  expect(without.api.groups[0]?.methods[1]?.params[0]?.required).toBe(false)
  expect(without.diagnostics.map(({ code }) => code)).toContain('RL203')
})

test('a result that is not required may be undefined, and an empty one is void', async () => {
  const { api } = await modelOf(['pairs.overlay.yaml'])
  const output = await emitted(api, ['client'])
  const client = output.sources.get('client/src/test.ts') ?? ''
  expect(client).toMatch(/showMessage\(.*: Promise<bigint \| undefined>/)
  expect(client).toMatch(/setColor\(.*: Promise<void>/)
  expect(output.sources.get('types/src/methods/test.ts')).toContain("returns: 'optional'")
  output.compile('client')
}, 60_000)

const show = descriptor({ name: 'show', order: [], returns: 'optional' })

test.each([
  ['absent', {}, undefined],
  ['null', { result: null }, undefined],
  ['a value', { result: 'yes' }, 'yes'],
])('a result that is %s', async (_what, members, want) => {
  const call = optional(show)
  const check = (): never => {
    throw new Error('null is not checked')
  }
  const checks = want === 'yes' ? {} : { check }
  const result = await call(({ id }) =>
    Promise.resolve({ status: 200, message: { jsonrpc: '2.0', id, ...members }, ...checks }),
  )
  expect(result).toBe(want)
})

test('an error, another ID and a failed response remain errors', async () => {
  const call = optional(show)
  const send = (message: object, status = 200) =>
    call(() => Promise.resolve({ status, message, excerpt: '' }))
  await expect(send({ jsonrpc: '2.0', id: -1 })).rejects.toThrow('No response to show')
  await expect(send({}, 500)).rejects.toMatchObject({ status: 500 })
  await expect(
    call(({ id }) =>
      Promise.resolve({ status: 200, message: { id, error: { code: -1, message: 'no' } } }),
    ),
  ).rejects.toMatchObject({ code: -1 })
  // Control: a plain call requires a result.
  await expect(
    method(show)(({ id }) => Promise.resolve({ status: 200, message: { id } })),
  ).rejects.toThrow('No response to show')
})
