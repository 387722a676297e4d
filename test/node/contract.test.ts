import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { groups } from '@native-node/server'
import {
  contractsOf,
  errorsIn,
  fetchSend,
  readContract,
  runContract,
  type Contract,
  type Outcome,
  type RunOptions,
} from '@rpcloom/conform'
import { socketSend } from '@rpcloom/conform/node'
import type { RunningNode } from '@native-node/node'
import { startNode } from '@native-node/node/testing'
import { createWalletClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { described, isOverHttp, pairings, post } from '../conformance/service.ts'
import { funded } from './c-chain/running.ts'

// Checks the running node against the documents: cases are generated from the documents, including writes.

let node: RunningNode
let dataDir: string
/** Creates a contract that writes one log: PUSH1 0, PUSH1 0, LOG0. */
const logging = '0x60006000a000'

beforeAll(async () => {
  // The admin API writes profiles to it.
  dataDir = mkdtempSync(join(tmpdir(), 'node-contract-'))
  node = await startNode({
    adminApiEnabled: true,
    indexTransactions: true,
    dataDir,
    logLevel: 'warn',
    requiredDiskBytes: 0,
  })
  await walletOf(funded).sendTransaction({ chain: null, to: own.address, value: 10n ** 20n })
  // Blocks for the methods that read some.
  for (let count = 0; count < 4; count++) await addBlock()
})
afterAll(async () => {
  await node.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** An account that only this file uses: the contract cases send from the prefunded account. */
const own = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const walletOf = (account: typeof own) =>
  createWalletClient({ account, transport: http(`${node.url}/ext/bc/C/rpc`) })

async function addBlock(): Promise<void> {
  await walletOf(own).sendTransaction({ chain: null, data: logging, gas: 100_000n })
}

async function addBlocks(until: AbortSignal): Promise<void> {
  while (!until.aborted) {
    await addBlock()
    await wait(100)
  }
}

async function outcomesOf(contract: Contract, options: RunOptions): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  for await (const outcome of runContract(contract, { allowWrites: true, ...options }))
    outcomes.push(outcome)
  return outcomes
}

/** The contract of the example never emits a log on this node, and no block has the position in the case with all params. */
const QUIET = /^(?:example: logs of one contract|logs, all params)/

/** Methods of the runtime of Go that this node refuses, because V8 has no locks and no garbage collection target. */
const refused = [
  'debug_blockProfile',
  'debug_mutexProfile',
  'debug_setBlockProfileRate',
  'debug_setGCPercent',
  'debug_setMutexProfileFraction',
  'debug_writeBlockProfile',
  'debug_writeMutexProfile',
]

const isAsked = (method: string): boolean => !node.unimplemented.includes(method)

/** Reasons why cases were skipped, except for missing methods. */
const leftOut = (outcomes: readonly Outcome[]): ReadonlySet<string> =>
  new Set(
    outcomes.flatMap((one) =>
      one.kind === 'skipped' &&
      isAsked(one.case.method) &&
      !refused.includes(one.case.method) &&
      !QUIET.test(one.case.name)
        ? [one.reason]
        : [],
    ),
  )

const isRefusal = ({ code, method }: ReturnType<typeof errorsIn>[number]): boolean =>
  code === 'not-implemented' && refused.includes(method)

const findings = (outcomes: readonly Outcome[]): unknown[] =>
  outcomes
    .flatMap(errorsIn)
    .filter((one) => !isRefusal(one) && (one.code !== 'not-implemented' || isAsked(one.method)))

const refusedBy = (outcomes: readonly Outcome[]): readonly string[] =>
  [
    ...new Set(
      outcomes
        .flatMap(errorsIn)
        .filter(isRefusal)
        .map(({ method }) => method),
    ),
  ].sort()

/** Development methods change time and state, which the other cases depend on. */
const served = groups.filter(({ enabledBy }) => enabledBy?.setting !== 'dev')
const contracts = await contractsOf(served)

describe.each(contracts.map((contract) => [contract.group, contract] as const))(
  '%s responds over HTTP as its document declares',
  (group, contract) => {
    let outcomes: readonly Outcome[]
    beforeAll(async () => {
      const send = fetchSend({ addressOf: (path) => node.url + path })
      outcomes = await outcomesOf(contract, { send })
    })

    test('without findings', () => {
      expect(findings(outcomes)).toEqual([])
      expect(refusedBy(outcomes)).toEqual(group === 'cChain' ? refused : [])
      const ofSockets = ['subscriptions need a WebSocket']
      expect([...leftOut(outcomes)]).toEqual(group === 'cChain' ? ofSockets : [])
    })

    test('every method was called with every example and case of the document', () => {
      const methods = described.filter(
        (one) => one.group.key === group && isOverHttp(one) && isAsked(one.method.name),
      )
      const titles = new Set(outcomes.map((one) => `${one.case.method} ${one.case.name}`))
      const wanted = [
        ...methods.flatMap(({ method }) =>
          ['required params only', 'notification'].map((name) => `${method.name} ${name}`),
        ),
        ...pairings
          .filter(({ method }) => methods.some((each) => each.method === method))
          .map(({ method, name }) => `${method.name} example: ${name}`),
      ]
      expect(wanted.length).toBeGreaterThan(0)
      expect(wanted.filter((title) => !titles.has(title))).toEqual([])
    })
  },
)

test('the C-Chain responds over WebSockets as its document declares, including events', async () => {
  const cChain = groups.find(({ key }) => key === 'cChain')
  if (cChain === undefined) throw new Error('no such group')
  const { key: group, wsPath: path = '' } = cChain
  const contract = {
    ...readContract(await cChain.document(), { transport: 'ws' }),
    group,
    path,
  }
  const sockets = socketSend({
    addressOf: (where) => node.url.replace('http', 'ws') + where,
    eventMs: 1000,
  })
  const done = new AbortController()
  const traffic = addBlocks(done.signal)
  const outcomes = await outcomesOf(contract, sockets)
  done.abort()
  sockets.close()
  await traffic
  expect(findings(outcomes)).toEqual([])
  expect([...leftOut(outcomes)]).toEqual(['HTTP only'])
})

test('each request of a batch gets a response even if others fail', async () => {
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
