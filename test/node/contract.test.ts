import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { groups } from '@native-node/server'
import {
  contractCases,
  contractsOf,
  errorsIn,
  fetchSend,
  runCase,
  type ContractCase,
} from '@rpcloom/conform'
import type { RunningNode } from '@native-node/node'
import { startNode } from '@native-node/node/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { described, pairings, post } from '../conformance/service.ts'

// What the documents promise, asked of the running node: cases are made from the documents, writes included.

let node: RunningNode
let dataDir: string
beforeAll(async () => {
  // The admin API writes profiles there.
  dataDir = mkdtempSync(join(tmpdir(), 'node-contract-'))
  node = await startNode({ adminApiEnabled: true, indexTransactions: true, dataDir })
})
afterAll(async () => {
  await node.close()
  rmSync(dataDir, { recursive: true, force: true })
})

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

const contracts = (await contractsOf(groups)).filter(({ group }) => filled.has(group))
const send = fetchSend({ addressOf: (path) => node.url + path })
const casesOf = (group: string): readonly ContractCase[] =>
  contracts
    .filter((contract) => contract.group === group)
    .flatMap((contract) => contractCases(contract, { allowWrites: true }))

describe.each(contracts.map((contract) => [contract.group, contract] as const))(
  '%s answers as its document says',
  (group, contract) => {
    test.each(casesOf(group).map((one) => [one.method, one.name, one] as const))(
      '%s: %s',
      async (_method, _name, one) => {
        const outcome = await runCase(contract, one, { send })
        expect(outcome.kind).not.toBe('skipped')
        expect(errorsIn(outcome)).toEqual([])
      },
    )
  },
)

test('every method of the groups is asked, for everything that its document holds', () => {
  const methods = described.filter(({ group }) => filled.has(group.key))
  expect(methods.length).toBeGreaterThan(35)
  expect(contracts.map(({ group }) => group).toSorted()).toEqual([...filled].toSorted())
  const asked = contracts.flatMap(({ group }) => casesOf(group))
  expect(asked.filter(({ skip }) => skip !== undefined)).toEqual([])
  const titles = new Set(asked.map(({ method, name }) => `${method} ${name}`))
  const wanted = [
    ...methods.flatMap(({ method }) =>
      ['required params only', 'notification'].map((name) => `${method.wire} ${name}`),
    ),
    ...pairings
      .filter(({ group }) => filled.has(group.key))
      .map(({ method, name }) => `${method.wire} example: ${name}`),
  ]
  expect(wanted.filter((title) => !titles.has(title))).toEqual([])
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
