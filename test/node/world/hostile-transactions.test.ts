import { createClient, http, isRpcError, type Client } from '@native-node/client'
import { startNode } from '@native-node/node/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { namedID, parseID } from '../../../packages/node/src/codec/ids.ts'
import type { UnsignedTx } from '../../../packages/node/src/codec/x-chain.ts'
import {
  auth,
  base as baseOnP,
  funded as fundedBy,
  owned,
  signedBy,
  spend,
  sum,
} from '../p-chain/wallet.ts'
import {
  allBy,
  amount,
  base,
  FEE,
  funded,
  input,
  signedBytes,
  someone,
  unspent,
} from '../x-chain/wallet.ts'
import {
  coinsOn,
  fromC,
  fromX,
  isAccepted,
  issueSigned,
  nonceOf,
  onP,
  type ChainName,
  type Signed,
} from './world.ts'

// Invalid raw transactions for every chain: each is rejected with a documented reason, and no block contains one.

const UNITS = 10n ** 9n
const LIMIT = 64 * 1024
const anna = someone(1)
let node: Awaited<ReturnType<typeof startNode>>
let client: Client

beforeAll(async () => {
  node = await startNode({ requiredDiskBytes: 0, logLevel: 'crit', dev: true })
  client = createClient({ transport: http(node.url) })
})
afterAll(() => node.close())

const valid: Readonly<Record<ChainName, () => Promise<Signed | undefined>>> = {
  X: () => fromX(client, { by: funded, to: anna, units: UNITS }),
  P: () => onP(client, funded, { kind: 'createSubnetTx', owner: owned(funded) }),
  C: async () => fromC({ by: funded, to: anna, units: UNITS }, await nonceOf(client, funded)),
}
const chains = ['X', 'P', 'C'] as const

async function made(chain: ChainName): Promise<Signed> {
  const signed = await valid[chain]()
  if (signed === undefined) throw new Error('cannot pay')
  return signed
}

async function heights(): Promise<readonly bigint[]> {
  const [x, p] = await Promise.all([client.xChain.getHeight(), client.pChain.getHeight()])
  return [x.height, p.height, await client.cChain.eth.blockNumber()]
}

/** Returns why a transaction was rejected; undefined if it was accepted. */
async function reasonOf(signed: Signed): Promise<string | undefined> {
  try {
    await issueSigned(client, signed)
    return undefined
  } catch (error) {
    if (!isRpcError(error)) throw error
    return error.reason ?? `${error.code} ${error.message}`
  }
}

/** Reasons for rejecting bytes that are not a signed transaction. */
const expected = new Set([
  'unparsableTransaction',
  'undecodableTransaction',
  'transactionRefused',
  'transactionTooLarge',
  'wrongSignature',
  'wrongNetwork',
  'notCanonical',
  'insufficientFunds',
  'missingUtxo',
  'transactionConflict',
  'outputLocked',
  'invalidNonce',
  'feeTooLow',
])

describe.each(chains)('a transaction of the %s-Chain', (chain) => {
  test(
    'that is truncated anywhere is rejected and builds no block',
    { timeout: 60_000 },
    async () => {
      const [before, { bytes }] = [await heights(), await made(chain)]
      const found = new Set<string | undefined>()
      for (let length = chain === 'C' ? 8 : 0; length < bytes.length; length++)
        found.add(await reasonOf({ chain, bytes: bytes.subarray(0, length) }))
      expect([...found]).toEqual(['unparsableTransaction'])
      expect(await heights()).toEqual(before)
    },
  )

  test('with changed bytes is rejected and builds no block', { timeout: 120_000 }, async () => {
    const [before, { bytes }] = [await heights(), await made(chain)]
    const places = fc.integer({ min: 2, max: bytes.length - 1 })
    const change = fc.tuple(places, fc.integer({ min: 1, max: 255 }))
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
        const other = Buffer.from(bytes)
        for (const [place, mask] of changes) other[place] = (other[place] ?? 0) ^ mask
        fc.pre(!other.equals(bytes))
        const reason = await reasonOf({ chain, bytes: other })
        expect(expected).toContain(reason)
      }),
      { numRuns: 300, seed: 20_261_123 },
    )
    expect(await heights()).toEqual(before)
  })
})

const withMemo = async (size: number): Promise<Signed> => {
  const [utxo] = (await unspent(client, funded)).toSorted(byAmount)
  if (utxo?.output.kind !== 'secpTransferOutput') throw new Error('nothing to spend')
  const { amount: total } = utxo.output
  const tx = (count: number, memo: number): UnsignedTx => {
    const parts = Array.from({ length: count }, () => amount([anna], 1n))
    const rest = amount([funded], total - FEE - BigInt(count))
    return { kind: 'baseTx', ...base([input(utxo)], [...parts, rest]), memo: Buffer.alloc(memo) }
  }
  const sizeOf = (unsigned: UnsignedTx): number =>
    signedBytes(unsigned, allBy(funded, unsigned)).length
  const [least, each] = [sizeOf(tx(0, 0)), sizeOf(tx(1, 0)) - sizeOf(tx(0, 0))]
  const count = Math.floor((size - least) / each)
  const unsigned = tx(count, size - least - count * each)
  return { chain: 'X', bytes: signedBytes(unsigned, allBy(funded, unsigned)) }
}
const byAmount = (a: { readonly output: object }, b: { readonly output: object }): number =>
  Number(units(b.output) - units(a.output))
const units = (output: object): bigint =>
  'amount' in output && typeof output.amount === 'bigint' ? output.amount : 0n

test.each([
  [LIMIT, undefined],
  [LIMIT + 1, 'invalidParams'],
])('a transaction of the X-Chain of %i bytes', async (size, reason) => {
  const signed = await withMemo(size)
  expect(signed.bytes).toHaveLength(size)
  expect(await reasonOf(signed)).toBe(reason)
})

test.each([
  [LIMIT, undefined],
  [LIMIT + 1, 'invalidParams'],
])('a transaction of the P-Chain of %i bytes', async (size, reason) => {
  const subnet = await made('P')
  const subnetID = (await issueSigned(client, subnet)).trim()
  await node.dev?.advance(20_000)
  const { price } = await client.pChain.getFeeState()
  const coins = await coinsOn(client, funded)
  const signed = (data: number): Uint8Array =>
    signedBy(
      funded,
      fundedBy(
        {
          kind: 'createChainTx',
          subnetID: parsed(subnetID),
          chainName: 'Chain',
          vmID: namedID('evm'),
          fxIDs: [],
          genesisData: Buffer.alloc(data),
          subnetAuth: auth,
        },
        coins,
        funded,
        { price: 2n * price },
      ),
    )
  const bytes = signed(size - signed(0).length)
  expect(bytes).toHaveLength(size)
  expect(await reasonOf({ chain: 'P', bytes })).toBe(reason)
})

const parsed = (text: string) => {
  const id = parseID(text)
  if (id === undefined) throw new Error(`${text} is no ID`)
  return id
}

/** Different transactions that spend the same output. */
async function conflictingTxs(chain: 'X' | 'P', count: number): Promise<readonly Signed[]> {
  const rich = someone(chain === 'X' ? 40 : 41)
  await node.dev?.fund(`${chain}-${rich.text.slice(2)}`, UNITS)
  const others = Array.from({ length: count }, (_, at) => someone(500 + at))
  if (chain === 'P') {
    const [coin] = await coinsOn(client, rich)
    if (coin === undefined) throw new Error('no funds')
    return others.map((to) => ({
      chain,
      bytes: signedBy(rich, { kind: 'baseTx', ...baseOnP([spend(coin)], [sum(to, UNITS / 2n)]) }),
    }))
  }
  const [utxo] = await unspent(client, rich)
  if (utxo === undefined) throw new Error('no funds')
  return others.map((to) => {
    const unsigned: UnsignedTx = {
      kind: 'baseTx',
      ...base([input(utxo)], [amount([to], UNITS / 2n)]),
    }
    return { chain, bytes: signedBytes(unsigned, allBy(rich, unsigned)) }
  })
}

test.each(['X', 'P'] as const)(
  'of many concurrent transactions that spend the same output on the %s-Chain, one is accepted',
  async (chain) => {
    const all = await conflictingTxs(chain, 40)
    const outcomes = await Promise.allSettled(all.map((each) => issueSigned(client, each)))
    const accepted = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    expect(accepted).toHaveLength(1)
    expect(await isAccepted(client, chain, accepted[0] ?? '')).toBe(true)
    const reasons = outcomes.flatMap((each) =>
      each.status === 'rejected' && isRpcError(each.reason) ? [each.reason.reason] : [],
    )
    expect(reasons).toHaveLength(39)
    for (const reason of reasons) expect(['transactionConflict', 'missingUtxo']).toContain(reason)
  },
)
