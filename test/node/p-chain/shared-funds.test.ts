import { createClient, http, type Client } from '@native-node/client'
import { startNode } from '@native-node/node/testing'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decode } from '../../../packages/node/src/codec/field.ts'
import { nameID } from '../../../packages/node/src/codec/ids.ts'
import { PlatformUtxo } from '../../../packages/node/src/codec/p-chain.ts'
import { fromCheckedHex } from '../../../packages/node/src/codec/text.ts'
import { XUtxo } from '../../../packages/node/src/codec/x-chain.ts'
import { amountOf } from '../../../packages/node/src/p-chain/rules/syntax.ts'
import { funded, someone, type Owner } from '../x-chain/wallet.ts'
import { openSharedFunds, type Owners, type SharedFunds, type Side } from './shared-funds.mjs'

// Random steps of several keys with the published library: amounts, owners, thresholds, locktimes and order vary.

/** With more steps, a fast machine uses more gas than the P-Chain refills. */
const STEPS = 120
const SEED = Number(process.env['RPCLOOM_SEED'] ?? 20_261_126)
const UNITS = 10n ** 9n
const DAY = 86_400n
const X_FEE = 1_000_000n
const VALIDATOR = 'NodeID-MFrZFVCXPv5iCn6M9K6XduxGTYp891xXZ'
const overlay = fileURLToPath(
  new URL('../../../openrpc/overlays/public-network.json', import.meta.url),
)

let node: Awaited<ReturnType<typeof startNode>>
let client: Client
let wallet: SharedFunds

beforeAll(async () => {
  node = await startNode({ aliases: overlay, requiredDiskBytes: 0 })
  client = createClient({ transport: http(node.url) })
  wallet = await openSharedFunds(node.url)
})
afterAll(() => node.close())

let state = SEED
/** A random integer below `limit` (mulberry32). */
function below(limit: number): number {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), state | 1)
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
  return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
}

const everyone: readonly Owner[] = [funded, someone(1), someone(2), someone(3)]
const anyone = (): Owner => everyone[below(everyone.length)] ?? funded
const some = (): readonly Owner[] => {
  const chosen = everyone.filter(() => below(2) === 0)
  return chosen.length === 0 ? [anyone()] : chosen
}
const now = (): bigint => BigInt(Math.floor(Date.now() / 1000))
function owners(): Owners {
  const chosen = some()
  const locktime = [0n, now() - DAY, now() + DAY][below(8)] ?? 0n
  return { owners: chosen, threshold: 1 + below(chosen.length), locktime }
}
/** Usually the funded key alone, which has funds; otherwise a group of keys that may lack funds. */
const signers = (): readonly Owner[] => (below(2) === 0 ? [funded] : some())
const amount = (): bigint => BigInt(1 + below(2_000_000_000)) * (below(4) === 0 ? UNITS / 10n : 1n)
const side = (): Side => (below(2) === 0 ? 'P' : 'X')
const sum = () => ({ ...owners(), amount: amount() })
const on = (chain: Side): readonly string[] =>
  everyone.map(({ text }) => `${chain}-${text.slice(2)}`)

/** Returns the sum of all that the keys own on both chains, in transfer and at stake. */
async function total(): Promise<bigint> {
  let found = (await client.pChain.getStake({ addresses: [...on('P')] })).staked ?? 0n
  for (const sourceChain of [undefined, 'X']) {
    const listing = { addresses: [...on('P')], ...(sourceChain && { sourceChain }) }
    for await (const utxo of client.pChain.getUTXOs.items(listing))
      found += amountOf(decode(PlatformUtxo, fromCheckedHex(utxo)).output)
  }
  for (const sourceChain of [undefined, 'P']) {
    const listing = { addresses: [...on('X')], ...(sourceChain && { sourceChain }) }
    for await (const utxo of client.xChain.getUTXOs.items(listing)) {
      const { output } = decode(XUtxo, fromCheckedHex(utxo))
      if (output.kind === 'secpTransferOutput') found += output.amount
    }
  }
  return found
}

/** A step and the chain whose fee it pays. */
type Step = () => { readonly chain: Side; readonly issued: Promise<string> }

/** Subnets with their owners. */
const subnets: { readonly subnetID: string; readonly owner: Omit<Owners, 'locktime'> }[] = []

const steps: Readonly<Record<string, Step>> = {
  send() {
    const chain = side()
    const outputs = Array.from({ length: 1 + below(4) }, sum)
    return { chain, issued: wallet.send(chain, signers(), outputs) }
  },
  export() {
    const chain = side()
    return { chain, issued: wallet.exportFrom(chain, signers(), sum()) }
  },
  import() {
    const chain = side()
    return { chain, issued: wallet.importTo(chain, some(), owners()) }
  },
  delegate() {
    const weight = 25n * UNITS + BigInt(below(1_000_000_000))
    const end = now() + 2n * DAY + BigInt(below(20)) * DAY
    const stake = { nodeID: VALIDATOR, end, weight, owners: some() }
    return { chain: 'P', issued: wallet.delegate(signers(), stake) }
  },
  'create a subnet': () => {
    const owner = owners()
    const issued = wallet.createSubnet(signers(), owner)
    issued.then(
      (subnetID) => subnets.push({ subnetID, owner }),
      () => {},
    )
    return { chain: 'P', issued }
  },
  'create a chain': () => {
    const subnet = subnets[below(Math.max(1, subnets.length))]
    if (subnet === undefined) return { chain: 'P', issued: Promise.reject(new Error('no subnet')) }
    const { subnetID, owner } = subnet
    const inOrder = owner.owners.toSorted((a, b) => (a.address < b.address ? -1 : 1))
    const indices = inOrder.map((_, at) => at)
    while (indices.length > owner.threshold) indices.splice(below(indices.length), 1)
    const authorized = indices.flatMap((at) => inOrder.slice(at, at + 1))
    const chain = { subnetID, name: 'Shared', vmID: nameID('subnetevm') }
    const issued = wallet.createChain([funded], { ...chain, authorized, subnetAuth: indices })
    return { chain: 'P', issued }
  },
}

/** The error of the library if the signers lack funds. */
const lacking =
  /^(?:Insufficient funds|No addresses match UTXO owners|no UTXOs available|no subnet)/i

/** Issues the transaction of a step; undefined if the library cannot build it. */
async function taken(
  step: Step,
): Promise<{ readonly chain: Side; readonly txID: string } | undefined> {
  try {
    const { chain, issued } = step()
    return { chain, txID: await issued }
  } catch (error) {
    if (error instanceof Error && lacking.test(error.message)) return undefined
    throw error
  }
}

test(`${STEPS} random steps of several owners (seed ${SEED}) are accepted and burn their fees only`, async () => {
  const counts = new Map<string, number>()
  const kinds = Object.entries(steps)
  let before = await total()
  for (let step = 0; step < STEPS; step++) {
    const [name, action] = kinds[below(kinds.length)] ?? ['', undefined]
    const done = action && (await taken(action))
    if (done === undefined) continue
    const { chain, txID } = done
    const { status } = await (chain === 'P'
      ? client.pChain.getTxStatus({ txID })
      : client.xChain.getTxStatus({ txID }))
    expect([step, name, status]).toEqual([step, name, chain === 'P' ? 'Committed' : 'Accepted'])
    const after = await total()
    const burned = before - after
    if (chain === 'X') expect([step, name, burned]).toEqual([step, name, X_FEE])
    else expect([step, name, burned > 0n && burned < 200_000n]).toEqual([step, name, true])
    before = after
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  console.log(
    `figure: random steps of the library that were accepted: ${JSON.stringify([...counts])}`,
  )
  for (const [name] of kinds) expect([name, counts.get(name) ?? 0]).not.toEqual([name, 0])
}, 600_000)
