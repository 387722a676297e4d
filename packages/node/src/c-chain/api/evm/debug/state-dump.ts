import {
  createAccountFromRLP,
  createAddressFromString,
  equalsBytes,
  KECCAK256_RLP,
} from '@ethereumjs/util'
import type { CChainDebugHandlers, DumpAccountInput } from '@native-node/server/c-chain'
import type { EvmBlock } from '../../../chain/block.ts'
import { getAddress } from '../../../checksum.ts'
import type { Machine } from '../../../engine/machine.ts'
import { bytesOf, hexOf, quantityOf, wordOf, type Hex } from '../../../hex.ts'
import { rerun } from '../../../trace/replay.ts'
import { blockAt, findBlock } from '../block-reference.ts'
import { errors } from '../errors.ts'
import { machineAt, replaying, type Execution, type Methods } from '../execution.ts'
import { offloading } from '../offload.ts'
import type { RpcParts } from '../parts.ts'
import { accountsOf, addressWith, ENTRY_WORK, meteredWalk } from './state-walk.ts'
import { decodeRlp } from '../../../rlp.ts'

type Names = 'accountRange' | 'dumpBlock' | 'storageRangeAt' | 'getAccessibleState'

/** Maximum number of accounts per page. */
const MOST = 256
/** Maximum number of slots per page. */
const MOST_SLOTS = 100_000
/** Characters of a slot in a dump: key and value of 64 hex digits each, with prefix and punctuation. */
const SLOT_CHARACTERS = 136

type Dump = Awaited<ReturnType<CChainDebugHandlers['dumpBlock']>>

export const stateDumpMethods: Methods<CChainDebugHandlers, Names> = {
  async accountRange(
    execution,
    { block: reference, start, maxResults, nocode, nostorage, incompletes },
  ) {
    const block = await findBlock(execution, reference)
    if (block === undefined) throw errors.blockNotFound(undefined, 'block not found')
    const most = maxResults <= 0 || maxResults > MOST ? MOST : maxResults
    const from = bytesOf(start)
    return dump(execution, block, { from, most, nocode, nostorage, incompletes })
  },
  async dumpBlock(execution, { block: reference }) {
    const block = await blockAt(execution, reference)
    if (block === undefined) throw errors.blockNotFound(undefined, 'block not found')
    const all = { nocode: false, nostorage: false, incompletes: true }
    return dump(execution, block, { from: new Uint8Array(0), most: MOST, ...all })
  },
  async storageRangeAt(execution, { block: reference, index, address, keyStart, maxResults }) {
    const block = await findBlock(execution, reference)
    if (block === undefined) throw errors.blockNotFound(undefined, 'block not found')
    const replay = await replaying(execution, block)
    if (index > 0 && index >= block.txs.length) {
      const text = `transaction index ${index} out of range for block ${block.hash}`
      throw errors.transactionNotFound(undefined, text)
    }
    for (const tx of block.txs.slice(0, index)) await rerun(replay, tx)
    const most = Math.min(maxResults, MOST_SLOTS)
    return slotsOf(replay.machine, { address, start: keyStart, most })
  },
  async getAccessibleState(execution, { from, to }) {
    const { vm, meter } = execution
    const [first, last] = [await heightOf(execution, from), await heightOf(execution, to)]
    if (first === last) throw errors.sameBlock(undefined, 'from and to needs to be different')
    const step = first < last ? 1n : -1n
    const { state } = await machineAt(execution, vm.tip)
    for (let height = first; height !== last; height += step) {
      meter.spend(ENTRY_WORK)
      const block = await vm.archive.byHeight(height)
      if (block === undefined) throw errors.noStateFound(undefined, `missing header ${height}`)
      if (await state.hasStateRoot(bytesOf(vm.engine.rootOf(block.header)))) return Number(height)
    }
    throw errors.noStateFound(undefined, 'no state found')
  },
}

export function stateDumpHandlers(parts: RpcParts): Pick<CChainDebugHandlers, Names | 'preimage'> {
  return {
    ...offloading(parts, stateDumpMethods),
    async preimage({ hash }) {
      const { engine, tip } = parts.chain.vm
      const machine = await engine.open(engine.rootOf(tip.header), tip.header)
      const address = await addressWith(machine, bytesOf(hash))
      if (address === undefined) throw errors.unknownPreimage(undefined, 'unknown preimage')
      return hexOf(address)
    },
  }
}

async function heightOf(
  chain: Execution,
  reference: Parameters<typeof blockAt>[1],
): Promise<bigint> {
  if (typeof reference === 'bigint') return reference
  return (await blockAt(chain, reference))?.header.number ?? 0n
}

interface DumpOptions {
  readonly from: Uint8Array
  readonly most: number
  readonly nocode: boolean
  readonly nostorage: boolean
  readonly incompletes: boolean
}

async function dump(execution: Execution, block: EvmBlock, options: DumpOptions): Promise<Dump> {
  const machine = await machineAt(execution, block)
  const root = hexOf(await machine.state.getStateRoot()).slice(2)
  const accounts: Record<string, DumpAccountInput> = {}
  let count = 0
  for await (const { key, value } of accountsOf(machine, options.from)) {
    if (count === options.most) return { root, accounts, next: Buffer.from(key).toString('base64') }
    const address = await addressWith(machine, key)
    if (address === undefined && !options.incompletes) continue
    count++
    const name = address === undefined ? `pre(${hexOf(key)})` : getAddress(hexOf(address))
    accounts[name] = await dumped(machine, { key, value, address, options })
  }
  return { root, accounts }
}

interface Dumped {
  readonly key: Uint8Array
  readonly value: Uint8Array
  readonly address: Uint8Array | undefined
  readonly options: DumpOptions
}

async function dumped(
  machine: Machine,
  { key, value, address, options }: Dumped,
): Promise<DumpAccountInput> {
  const account = createAccountFromRLP(value)
  const code =
    options.nocode || address === undefined
      ? new Uint8Array(0)
      : await machine.state.getCode(createAddressFromString(hexOf(address)))
  machine.meter?.collect(2 * code.length)
  const storage: Record<string, string> = {}
  if (!options.nostorage) {
    for await (const slot of meteredWalk(machine, account.storageRoot)) {
      storage[hexOf(slot.key)] = hexOf(contentOf(slot.value)).slice(2)
      machine.meter?.collect(SLOT_CHARACTERS)
    }
  }
  return {
    balance: String(account.balance),
    nonce: Number(account.nonce),
    root: hexOf(account.storageRoot),
    codeHash: hexOf(account.codeHash),
    key: hexOf(key),
    ...(address !== undefined && { address: hexOf(address) }),
    ...(code.length > 0 && { code: hexOf(code) }),
    ...(Object.keys(storage).length > 0 && { storage }),
  }
}

interface SlotPage {
  readonly address: string
  readonly start: string
  readonly most: number
}

async function slotsOf(
  machine: Machine,
  { address, start, most }: SlotPage,
): Promise<Awaited<ReturnType<CChainDebugHandlers['storageRangeAt']>>> {
  const { state } = machine
  // Write the changes of the previous transactions to the tries, which are read below.
  await state.getStateRoot()
  const account = await state.getAccount(createAddressFromString(address))
  if (account === undefined || equalsBytes(account.storageRoot, KECCAK256_RLP)) {
    return { storage: null, nextKey: null }
  }
  const storage: Record<string, { key: null; value: Hex }> = {}
  let count = 0
  for await (const { key, value } of meteredWalk(machine, account.storageRoot, bytesOf(start))) {
    if (count === most) return { storage, nextKey: hexOf(key) }
    storage[hexOf(key)] = { key: null, value: wordOf(quantityOf(contentOf(value))) }
    count++
  }
  return { storage, nextKey: null }
}

function contentOf(value: Uint8Array): Uint8Array {
  const content = decodeRlp(value)
  return content instanceof Uint8Array ? content : new Uint8Array(0)
}
