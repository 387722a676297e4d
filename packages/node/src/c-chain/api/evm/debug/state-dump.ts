import {
  createAccountFromRLP,
  createAddressFromString,
  equalsBytes,
  KECCAK256_RLP,
} from '@ethereumjs/util'
import type { CChainDebugHandlers, DumpAccountInput } from '@native-node/server/c-chain'
import type { EvmBlock } from '../../../chain/block.ts'
import type { CChain } from '../../../chain/c-chain.ts'
import { getAddress } from '../../../checksum.ts'
import type { Machine } from '../../../engine/machine.ts'
import { bytesOf, hexOf, quantityOf, wordOf, type Hex } from '../../../hex.ts'
import { rerun } from '../../../trace/replay.ts'
import { blockAt, findBlock } from '../block-reference.ts'
import { errors } from '../errors.ts'
import { limited, replaying, requestLimit } from '../limited.ts'
import { calledBy, type RpcParts } from '../parts.ts'
import { accountsOf, addressWith, machineAt, watchedWalk } from './state-walk.ts'
import { decodeRlp } from '../../../rlp.ts'

type Methods = 'accountRange' | 'dumpBlock' | 'storageRangeAt' | 'preimage' | 'getAccessibleState'

/** Maximum number of accounts per page. */
const MOST = 256
/** Maximum number of slots per page. */
const MOST_SLOTS = 100_000
/** Characters of a slot in a dump: key and value of 64 hex digits each, with prefix and punctuation. */
const SLOT_CHARACTERS = 136

type Dump = Awaited<ReturnType<CChainDebugHandlers['dumpBlock']>>

export function stateDumpHandlers({ chain: opened }: RpcParts): Pick<CChainDebugHandlers, Methods> {
  return {
    async accountRange(
      { block: reference, start, maxResults, nocode, nostorage, incompletes },
      ctx,
    ) {
      const chain = calledBy(opened, ctx)
      const block = await findBlock(chain, reference)
      if (block === undefined) throw errors.blockNotFound(undefined, 'block not found')
      const most = maxResults <= 0 || maxResults > MOST ? MOST : maxResults
      const from = bytesOf(start)
      return dump(chain, block, { from, most, nocode, nostorage, incompletes })
    },
    async dumpBlock({ block: reference }, ctx) {
      const chain = calledBy(opened, ctx)
      const block = await blockAt(chain, reference)
      if (block === undefined) throw errors.blockNotFound(undefined, 'block not found')
      const all = { nocode: false, nostorage: false, incompletes: true }
      return dump(chain, block, { from: new Uint8Array(0), most: MOST, ...all })
    },
    async storageRangeAt({ block: reference, index, address, keyStart, maxResults }, ctx) {
      const chain = calledBy(opened, ctx)
      const block = await findBlock(chain, reference)
      if (block === undefined) throw errors.blockNotFound(undefined, 'block not found')
      return replaying(chain, block, async (replay) => {
        if (index > 0 && index >= block.txs.length) {
          const text = `transaction index ${index} out of range for block ${block.hash}`
          throw errors.transactionNotFound(undefined, text)
        }
        for (const tx of block.txs.slice(0, index)) await rerun(replay, tx)
        return slotsOf(replay.machine, {
          address,
          start: keyStart,
          most: Math.min(maxResults, MOST_SLOTS),
        })
      })
    },
    async preimage({ hash }) {
      const address = await addressWith(await machineAt(opened, opened.vm.tip), bytesOf(hash))
      if (address === undefined) throw errors.unknownPreimage(undefined, 'unknown preimage')
      return hexOf(address)
    },
    async getAccessibleState({ from, to }, ctx) {
      const chain = calledBy(opened, ctx)
      const [first, last] = [await heightOf(chain, from), await heightOf(chain, to)]
      if (first === last) throw errors.sameBlock(undefined, 'from and to needs to be different')
      const step = first < last ? 1n : -1n
      const machine = await machineAt(chain, chain.vm.tip)
      return limited(machine, requestLimit(chain), async () => {
        for (let height = first; height !== last; height += step) {
          await machine.watch.look()
          const block = await chain.vm.archive.byHeight(height)
          if (block === undefined) throw errors.noStateFound(undefined, `missing header ${height}`)
          const root = bytesOf(chain.vm.engine.rootOf(block.header))
          if (await machine.state.hasStateRoot(root)) return Number(height)
        }
        throw errors.noStateFound(undefined, 'no state found')
      })
    },
  }
}

async function heightOf(chain: CChain, reference: Parameters<typeof blockAt>[1]): Promise<bigint> {
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

async function dump(chain: CChain, block: EvmBlock, options: DumpOptions): Promise<Dump> {
  const machine = await machineAt(chain, block)
  return limited(machine, requestLimit(chain), () => dumpOf(machine, options))
}

async function dumpOf(machine: Machine, options: DumpOptions): Promise<Dump> {
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
  machine.watch.collect(2 * code.length)
  const storage: Record<string, string> = {}
  if (!options.nostorage) {
    for await (const slot of watchedWalk(machine, account.storageRoot)) {
      storage[hexOf(slot.key)] = hexOf(contentOf(slot.value)).slice(2)
      machine.watch.collect(SLOT_CHARACTERS)
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
  for await (const { key, value } of watchedWalk(machine, account.storageRoot, bytesOf(start))) {
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
