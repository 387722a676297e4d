import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkSchema, pointerResolver } from '@rpcloom/rpc/schema'
import type { RunningNode } from '@native-node/node'
import { startNode } from '@native-node/node/testing'
import { refused } from '../conformance/refused.ts'
import { described, pairings, post, requestText } from '../conformance/service.ts'
import type { Described } from '../conformance/service.ts'
import { below, children, follow, member } from '../project/openrpc/files.ts'

// What the documents promise, asked of the running node: cases are made from the documents, writes included.

let node: RunningNode
beforeAll(async () => {
  node = await startNode({ adminApiEnabled: true, indexTransactions: true })
})
afterAll(() => node.close())

/** Groups that the node fills. */
const filled = new Set([
  'xChain',
  'xChainStatic',
  'xChainWallet',
  'info',
  'health',
  'keystore',
  'cChainAdmin',
])
const ours = ({ group }: Described): boolean => filled.has(group.key)

/** Codes that the method's document lists. */
function codesOf({ found }: Described): ReadonlySet<unknown> {
  const listed = children(below(found, 'errors')).map((error) =>
    member(follow(error)?.value, 'code'),
  )
  return new Set(listed)
}

/** Where an answer is not what its document says; a result is held against its schema. */
async function faultsOf(entry: Described, answer: unknown): Promise<readonly unknown[]> {
  if (typeof answer !== 'object' || answer === null) return ['no answer']
  if ('error' in answer) {
    const { error } = answer
    const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : error
    return codesOf(entry).has(code) ? [] : [error]
  }
  const document = await entry.group.document()
  const resolve = pointerResolver(document)
  const methods = document['methods']
  const method = Array.isArray(methods)
    ? methods.find((one: unknown) => isNamed(one, entry.method.wire))
    : undefined
  const schema: unknown = method?.result?.schema
  if (typeof schema !== 'object' || schema === null) return ['no schema']
  return 'result' in answer ? checkSchema(schema, answer.result, { resolve }) : ['no result']
}

function isNamed(value: unknown, name: string): boolean {
  return typeof value === 'object' && value !== null && 'name' in value && value.name === name
}

describe('an example of a document is answered as the document says', () => {
  const examples = pairings.filter(ours)
  test.each(examples.map((one) => [one.method.wire, one.name, one] as const))(
    '%s: %s',
    async (wire, _name, pairing) => {
      const { json } = await post(
        node.url + pairing.group.path,
        requestText(wire, pairing.params, 'a'),
      )
      expect(json).toMatchObject({ jsonrpc: '2.0', id: 'a' })
      expect(await faultsOf(pairing, json)).toEqual([])
    },
  )
})

describe('params that do not fit are refused', () => {
  const cases = refused.filter(({ entry }) => ours(entry))
  test.each(cases.map((one) => [one.entry.method.wire, one.param, one.why, one] as const))(
    '%s: %s %s',
    async (wire, _param, _why, { entry, params }) => {
      const { json } = await post(node.url + entry.group.path, requestText(wire, params, 7))
      expect(json).toMatchObject({ jsonrpc: '2.0', id: 7, error: { code: -32602 } })
    },
  )
})

test('every method of the groups is asked', () => {
  const methods = described.filter(ours).map(({ method }) => method.wire)
  const asked = new Set(pairings.filter(ours).map(({ method }) => method.wire))
  expect(methods.filter((wire) => !asked.has(wire))).toEqual([])
  expect(methods.length).toBeGreaterThan(35)
  expect([...filled].every((key) => described.some(({ group }) => group.key === key))).toBe(true)
})

describe('a notification is silent', () => {
  const reads = described.filter((entry) => ours(entry) && entry.method.effect === 'read')
  test.each(reads.map((entry) => [entry.method.wire, entry] as const))(
    '%s',
    async (wire, entry) => {
      const answer = await post(
        node.url + entry.group.path,
        JSON.stringify({ jsonrpc: '2.0', method: wire }),
      )
      expect(answer).toMatchObject({ status: 204, text: '' })
    },
  )
})

test('a batch is answered entry by entry, whatever fails in between', async () => {
  const calls = [
    { jsonrpc: '2.0', id: 1, method: 'xvm.getHeight' },
    { jsonrpc: '2.0', id: 2, method: 'xvm.getTx', params: {} },
    { jsonrpc: '2.0', method: 'xvm.getHeight' },
    { jsonrpc: '2.0', id: 3, method: 'xvm.noSuchMethod' },
  ]
  const { json } = await post(`${node.url}/ext/bc/X`, JSON.stringify(calls))
  expect(json).toMatchObject([
    { id: 1, result: { height: expect.any(String) } },
    { id: 2, error: { code: -32602 } },
    { id: 3, error: { code: -32601 } },
  ])
})
