import { bytesOf, hexOf, type Hex } from '../../hex.ts'
import { errors } from '../errors.ts'
import { lower } from '../../api/evm/block-reference.ts'
import { RemoteChain, type Headers } from './remote-chain.ts'

/** What the store keeps of a fork. The URL is not stored, because it may contain credentials. */
export interface ForkPoint {
  readonly chainId: bigint
  readonly number: bigint
  readonly hash: Hex
}

/** The block of another chain after which this chain continues. */
export interface Fork extends ForkPoint {
  readonly remote: RemoteChain
  readonly parentHash: Hex
  readonly miner: Hex
  readonly timestamp: bigint
  readonly gasLimit: bigint
  readonly baseFee: bigint | undefined
}

/** The block to fork: the last one by default. */
interface ForkChoice {
  readonly url: string
  readonly headers: Headers
  readonly block: bigint | undefined
}

/** Reads the block to fork. Throws an API error if there is none, or if the node of the chain fails. */
export async function forkAt({ url, headers, block }: ForkChoice): Promise<Fork> {
  const remote = new RemoteChain(url, headers)
  const chainId = await remote.quantity('eth_chainId')
  const found = await remote.ask('eth_getBlockByNumber', block ?? 'latest', false)
  if (found === null)
    throw errors.forkFailed(undefined, `the forked chain has no block ${String(block)}`)
  const member = memberOf(remote, found)
  const number = quantity(remote, member('number'))
  if (block !== undefined && number !== block) throw remote.invalid('eth_getBlockByNumber')
  return {
    remote,
    chainId,
    number,
    hash: fixed(remote, member('hash'), 32),
    parentHash: fixed(remote, member('parentHash'), 32),
    miner: fixed(remote, member('miner'), 20),
    timestamp: quantity(remote, member('timestamp')),
    gasLimit: quantity(remote, member('gasLimit')),
    baseFee:
      member('baseFeePerGas') === undefined ? undefined : quantity(remote, member('baseFeePerGas')),
  }
}

/** Returns the same fork with another node. Throws an API error if that node has another block. */
export async function movedFork(fork: Fork, url: string): Promise<Fork> {
  const { number, chainId, hash } = fork
  // Headers may have credentials of the former node.
  const moved = await forkAt({ url, headers: {}, block: number })
  if (moved.chainId === chainId && moved.hash === hash) return moved
  const text = `the forked chain has another block ${number} at ${moved.remote.origin}: ${moved.hash} of chain ${moved.chainId}`
  throw errors.forkFailed(undefined, text)
}

function memberOf(remote: RemoteChain, value: unknown): (name: string) => unknown {
  if (typeof value !== 'object' || value === null) throw remote.invalid('eth_getBlockByNumber')
  const members = new Map<string, unknown>(Object.entries(value))
  return (name) => members.get(name) ?? undefined
}

function quantity(remote: RemoteChain, value: unknown): bigint {
  if (typeof value === 'bigint' && value < 2n ** 63n) return value
  throw remote.invalid('eth_getBlockByNumber')
}

function fixed(remote: RemoteChain, value: unknown, bytes: number): Hex {
  const isFixed =
    typeof value === 'string' && /^0x[\da-f]*$/i.test(value) && value.length === 2 + 2 * bytes
  if (!isFixed) throw remote.invalid('eth_getBlockByNumber')
  return hexOf(bytesOf(lower(value)))
}
