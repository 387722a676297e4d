import { createClient, http, type Client } from '@native-node/client'
import { expect, test } from 'vitest'
import { encodeFunctionData } from 'viem'
import { parseNodeID, ZERO_ID } from '../../../packages/node/src/codec/ids.ts'
import type { Validator } from '../../../packages/node/src/codec/p-chain.ts'
import { temporaryFolder } from '../../temporary-folder.ts'
import { token, tokenAbi } from '../c-chain/contracts.ts'
import { owned, sum } from '../p-chain/wallet.ts'
import { spawnNode, type SpawnedNode } from '../spawn-node.ts'
import {
  evmAccount,
  fromC,
  fromX,
  intoC,
  intoX,
  isAccepted,
  issueSigned,
  nonceOf,
  onC,
  onP,
  WEI,
  type ChainName,
  type Signed,
} from '../world/world.ts'
import { funded, someone, type Owner } from '../x-chain/wallet.ts'
import { keysOf, replayed, storedKeys } from './x-outputs.ts'

const ROUNDS = Number(
  process.env['RPCLOOM_KILLS'] ?? (process.env['RPCLOOM_LONG'] === '1' ? 100 : 2),
)
const UNITS = 10n ** 9n
/**
 * The rounds alternate between immediate and delayed blocks, and between keeping and removing old states of the
 * C-Chain.
 */
const LATER = ['--block-time', '15ms']
const PRUNING = '--pruning-enabled'
const runs: readonly (readonly [number, string, readonly (readonly string[])[]])[] = [
  [ROUNDS, 'all states', [[], LATER]],
  [Math.ceil(ROUNDS / 4), 'no old states', [[PRUNING], [PRUNING, ...LATER]]],
]

/** Returns the next transaction of a sender; `turn` counts. Undefined to skip a turn. */
type Source = (client: Client, turn: number) => Promise<Signed | undefined>

interface Acknowledged {
  readonly chain: ChainName
  readonly txID: string
}

const CHAINS: readonly ChainName[] = ['X', 'P', 'C']
const countOn = (chain: ChainName, all: readonly Acknowledged[]): number =>
  all.filter((one) => one.chain === chain).length

const clientOf = (url: string): Client => createClient({ transport: http(url) })
const own = (owner: Owner, units: bigint) => ({ by: owner, to: owner, units })
const owners = Array.from({ length: 8 }, (_, at) => someone(100 + at))
const ownerAt = (at: number): Owner => owners[at] ?? funded

function sourcesOf(contract: `0x${string}`, validator: Validator['nodeID']): readonly Source[] {
  const onX =
    (at: number): Source =>
    (client) =>
      fromX(client, own(ownerAt(at), UNITS))
  const onCWith =
    (at: number): Source =>
    async (client, turn) => {
      const owner = ownerAt(at)
      // One that was stored before the kill but not acknowledged may still be pending.
      const nonce = await client.cChain.eth.getTransactionCount(
        evmAccount(owner).address,
        'pending',
      )
      if (turn % 2 === 0) return onC(owner, nonce, { to: evmAccount(funded).address, value: 7n })
      const data = encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args: [1n] })
      return onC(owner, nonce, { to: contract, data })
    }
  return [
    onX(0),
    onX(1),
    onCWith(2),
    onCWith(3),
    stakes(ownerAt(4), validator),
    stakes(ownerAt(5), validator),
    travels(ownerAt(6)),
    travels(ownerAt(7)),
  ]
}

/** Transfers on the P-Chain, and a delegation every fourth time. */
function stakes(owner: Owner, nodeID: Validator['nodeID']): Source {
  return (client, turn) => {
    if (turn % 4 !== 0) return onP(client, owner, { kind: 'baseTx' }, [sum(owner, UNITS)])
    const weight = 25n * UNITS
    const end = BigInt(Math.floor(Date.now() / 1000)) + 20n * 86_400n
    return onP(client, owner, {
      kind: 'addPermissionlessDelegatorTx',
      validator: { nodeID, start: 0n, end, weight },
      subnetID: ZERO_ID,
      stake: [sum(owner, weight)],
      rewardsOwner: owned(owner),
    })
  }
}

/** Transfers from the C-Chain to the X-Chain and back. */
function travels(owner: Owner): Source {
  return async (client, turn) => {
    const steps = [
      async () => fromC(own(owner, UNITS), await nonceOf(client, owner)),
      () => intoX(client, owner, 'C'),
      () => fromX(client, { ...own(owner, UNITS / 2n), destination: 'C' }),
      () => intoC(client, owner, 'X'),
    ] as const
    return steps[turn % 4]?.()
  }
}

/** Sends until the node is killed, each transaction after the previous one is accepted. */
async function keepSending(
  client: Client,
  source: Source,
  acknowledged: (one: Acknowledged) => void,
): Promise<void> {
  for (let turn = 0; ; turn++) {
    const signed = await source(client, turn)
    if (signed === undefined) continue
    const one = { chain: signed.chain, txID: await issueSigned(client, signed) }
    acknowledged(one)
    await accepted(client, one)
  }
}

async function accepted(client: Client, { chain, txID }: Acknowledged): Promise<void> {
  while (!(await isAccepted(client, chain, txID))) {
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/**
 * Sends to the node until a number of transactions were acknowledged, including two on each chain, and kills it a
 * moment later.
 */
async function loadAndKill(
  node: SpawnedNode,
  sources: readonly Source[],
  enough: number,
): Promise<Acknowledged[]> {
  const client = clientOf(await node.url)
  const acknowledged: Acknowledged[] = []
  let killed = false
  const note = (one: Acknowledged): void => {
    acknowledged.push(one)
    if (acknowledged.length < enough || killed) return
    if (CHAINS.some((chain) => countOn(chain, acknowledged) < 2)) return
    killed = true
    setTimeout(() => node.child.kill('SIGKILL'), enough % 7)
  }
  const work = sources.map((source) => keepSending(client, source, note))
  const outcomes = await Promise.allSettled(work)
  expect(await node.ended).toMatchObject({ signal: 'SIGKILL' })
  const failures = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  // They ended only because the node was killed.
  const gone: unknown = expect.stringMatching(/^No response from/)
  for (const failure of failures) expect(failure).toMatchObject({ message: gone })
  expect(failures).toHaveLength(sources.length)
  return acknowledged
}

/** Funds every sender on the chains that it uses; resolves with the sources of transactions. */
async function begin(client: Client): Promise<readonly Source[]> {
  const issue = async (signed: Signed | undefined): Promise<string> => {
    if (signed === undefined) throw new Error('nothing to begin with')
    return issueSigned(client, signed)
  }
  const share = 100_000n * UNITS
  for (const to of owners) await issue(await fromX(client, { by: funded, to, units: share }))
  const shares = owners.map((owner) => sum(owner, share))
  await issue(await onP(client, funded, { kind: 'baseTx' }, shares))
  for (const owner of owners) {
    const call = { to: evmAccount(owner).address, value: share * WEI }
    await issue(await onC(funded, await nonceOf(client, funded), call))
  }
  const deployed = await issue(
    await onC(funded, await nonceOf(client, funded), { data: token, gas: 1_000_000n }),
  )
  const receipt = await client.cChain.eth.getTransactionReceipt(deployed)
  const { validators } = await client.pChain.getCurrentValidators({})
  const [first] = validators
  const contract = receipt?.contractAddress
  const nodeID = first && parseNodeID(first.nodeID)
  if (!contract || nodeID === undefined) throw new Error('nothing to call')
  return sourcesOf(contract, nodeID)
}

test.each(runs)(
  '%i kills under load on all chains, with %s, lose no acknowledged change and store no partial block',
  { timeout: 60 * 60_000 },
  async (rounds, states, modes) => {
    const folder = temporaryFolder({})
    const start = (...flags: readonly string[]): SpawnedNode =>
      spawnNode('--port', '0', '--data-dir', folder, '--required-disk-bytes', '0', ...flags)
    const first = start('--log-level', 'error')
    const sources = await begin(clientOf(await first.url))
    first.child.kill('SIGKILL')
    await first.ended

    const all: Acknowledged[] = []
    let last: Acknowledged[] = []
    for (let round = 0; round < rounds; round++) {
      const node = start('--log-level', 'error', ...(modes[round % modes.length] ?? []))
      const client = clientOf(await node.url)
      // Transactions acknowledged before the last kill are accepted or pending.
      for (const one of last) await accepted(client, one)
      last = await loadAndKill(node, sources, 20 + ((round * 37) % 50))
      all.push(...last)
    }
    // Replays all blocks of all chains and compares every entry.
    const node = start('--log-level', 'error', '--verify')
    const client = clientOf(await node.url)
    for (const one of all) await accepted(client, one)
    const outputs = await replayed(client)
    const heights = [
      (await client.xChain.getHeight()).height,
      (await client.pChain.getHeight()).height,
      await client.cChain.eth.blockNumber(),
    ]
    node.child.kill('SIGTERM')
    await node.ended
    expect(await storedKeys(folder)).toEqual(keysOf(outputs))
    expect(new Set(all.map(({ txID }) => txID)).size).toBe(all.length)
    const counts = CHAINS.map(
      (chain, at) => `${countOn(chain, all)} in ${heights[at]} blocks of the ${chain}-Chain`,
    )
    console.log(
      `figure: ${rounds} kills under load with ${states}, acknowledged transactions: ${counts.join(', ')}; 0 lost, every entry equal to a replay`,
    )
  },
)
