import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createMock } from '@native-node/mock'
import { groups } from '@native-node/server'
import { mockDocuments } from '@rpcloom/mock'
import {
  contractsOf,
  fetchSend,
  readContract,
  runContract,
  type Contract,
  type Outcome,
  type Send,
} from '@rpcloom/conform'
import { describe, expect, test } from 'vitest'
import { load } from 'rpcloom/load'
import { buildApi } from 'rpcloom/model'

// Mocks conform to the documents from which they are generated, in every case.

async function outcomesOf(contract: Contract, send: Send): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  for await (const outcome of runContract(contract, { send, allowWrites: true })) {
    outcomes.push(outcome)
  }
  return outcomes
}

function sendTo(fetch: (request: Request) => Promise<Response>): Send {
  return fetchSend({ addressOf: (path) => `http://localhost${path}`, fetch })
}

const failures = (outcomes: readonly Outcome[]): readonly Outcome[] =>
  outcomes.filter(({ kind }) => kind === 'failed')

describe('mocks of the documents of this project', () => {
  const mock = createMock()

  test('there are twelve groups', () => expect(groups).toHaveLength(12))

  test.each(groups.map((group) => [group.key, group] as const))('%s', async (_, group) => {
    const [contract] = await contractsOf([group])
    const outcomes = contract
      ? await outcomesOf(
          contract,
          sendTo((one) => mock.fetch(one)),
        )
      : []
    expect(failures(outcomes)).toEqual([])
    const reasons = outcomes.flatMap((one) => (one.kind === 'skipped' ? [one.reason] : []))
    expect(new Set(reasons).size).toBeLessThan(2)
    expect(reasons.every((reason) => reason.startsWith('subscriptions'))).toBe(true)
    expect(outcomes.length).toBeGreaterThan(15)
  })
})

test('params without a name are sent and checked by position', async () => {
  const document = {
    openrpc: '1.3.2',
    info: { title: 'Shop', version: '1' },
    methods: [
      {
        name: 'get',
        params: [
          { name: 'id', required: true, schema: { type: 'string' } },
          { schema: { type: 'boolean' } },
        ],
        result: { name: 'item', schema: { type: 'object' } },
      },
    ],
  }
  const mock = mockDocuments([document], { seed: 1 })
  const outcomes = await outcomesOf(
    readContract(document),
    sendTo((one) => mock.fetch(one)),
  )
  expect(failures(outcomes)).toEqual([])
  const asked = outcomes.map(({ case: { name } }) => name)
  expect(asked).toContain('param param2: wrong type')
  expect(asked.filter((name) => name.includes('by name'))).toEqual([])
})

const corpus = join(process.env['RPCLOOM_SHARED'] ?? '/nowhere', 'corpus')

describe.skipIf(!existsSync(corpus))('mocks of other documents (skipped without a corpus)', () => {
  test.each([
    ['open-rpc__examples__petstore.json', 30],
    ['open-rpc__examples__petstore-expanded.json', 30],
    ['etclabscore__ethereum-json-rpc-specification__etclabs-ethereum.json', 250],
    ['alchemyplatform__docs__alchemy-sui.json', 400],
    ['filecoin-project__lotus__lotus-eth.json', 250],
  ])('%s', async (file, least) => {
    const { loaded } = await load({ root: corpus, inputs: [file], allowUnresolved: true })
    const bundle = loaded && buildApi(loaded, { scope: '@x' }).api.groups[0]?.bundle
    if (bundle === undefined) throw new Error(`${file} is no document`)
    const mock = mockDocuments([bundle], { seed: 1 })
    const outcomes = await outcomesOf(
      readContract(bundle),
      sendTo((one) => mock.fetch(one)),
    )
    expect(failures(outcomes)).toEqual([])
    expect(outcomes.filter(({ kind }) => kind === 'passed').length).toBeGreaterThan(least)
  })
})
