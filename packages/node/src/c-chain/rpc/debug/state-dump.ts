import { RLP } from '@ethereumjs/rlp'
import { createAccountFromRLP, createAddressFromString } from '@ethereumjs/util'
import type { CChainDebugHandlers, DumpAccountInput } from '@native-node/server/c-chain'
import type { EvmBlock } from '../../chain/block.ts'
import type { CChain } from '../../chain/c-chain.ts'
import type { Machine } from '../../engine/machine.ts'
import { preimageKey } from '../../engine/preimages.ts'
import { walk } from '../../engine/trie/walk.ts'
import { bytesOf, hexOf, quantityOf, wordOf, type Hex } from '../../hex.ts'
import { rerun } from '../../trace/replay.ts'
import { blockAt, blockWith, checkState, findBlock, lower } from '../block-reference.ts'
import { errors, invalidParam } from '../errors.ts'
import { replaying } from '../limited.ts'
import type { RpcParts } from '../parts.ts'

type Methods =
  | 'accountRange'
  | 'dumpBlock'
  | 'storageRangeAt'
  | 'preimage'
  | 'getModifiedAccountsByNumber'
  | 'getModifiedAccountsByHash'
  | 'getAccessibleState'

/** Maximum number of accounts per dump. */
const MOST = 256
/** Maximum number of slots per page. */
const MOST_SLOTS = 100_000

type Dump = Awaited<ReturnType<CChainDebugHandlers['dumpBlock']>>

/** Handlers of the debug namespace that list accounts and storage. */
export function stateDumpHandlers({ chain: open }: RpcParts): Pick<CChainDebugHandlers, Methods> {
  return {
    async accountRange({ block: reference, start, maxResults, nocode, nostorage, incompletes }) {
      const chain = await open()
      const block = await findBlock(chain, reference)
      if (block === undefined) throw errors.blockNotFound(undefined, 'block not found')
      const most = maxResults <= 0 || maxResults > MOST ? MOST : maxResults
      const from = bytesOf(start)
      return dump(await machineAt(chain, block), { from, most, nocode, nostorage, incompletes })
    },
    async dumpBlock({ block: reference }) {
      const chain = await open()
      const block = await blockAt(chain, reference)
      if (block === undefined) throw errors.blockNotFound(undefined, 'block not found')
      const all = { nocode: false, nostorage: false, incompletes: true }
      return dump(await machineAt(chain, block), { from: new Uint8Array(0), most: MOST, ...all })
    },
    async storageRangeAt({ block: reference, index, address, keyStart, maxResults }) {
      const chain = await open()
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
      const chain = await open()
      const machine = await machineAt(chain, chain.vm.tip)
      const address = await machine.db.get(preimageKey(bytesOf(hash)))
      if (address === undefined) throw errors.unknownPreimage(undefined, 'unknown preimage')
      return hexOf(address)
    },
    async getModifiedAccountsByNumber({ start, end }) {
      const chain = await open()
      const first = await chain.vm.archive.byHeight(BigInt(start))
      if (first === undefined)
        throw errors.blockNotFound(undefined, `start block ${start} not found`)
      const last =
        end === undefined || end === null ? undefined : await chain.vm.archive.byHeight(BigInt(end))
      if (last === undefined && end !== undefined && end !== null) {
        throw errors.blockNotFound(undefined, `end block ${end} not found`)
      }
      return modified(chain, first, last)
    },
    async getModifiedAccountsByHash({ startHash, endHash }) {
      const chain = await open()
      const first = await blockWith(chain, startHash)
      if (first === undefined)
        throw errors.blockNotFound(undefined, `start block ${startHash} not found`)
      const last =
        endHash === undefined || endHash === null ? undefined : await blockWith(chain, endHash)
      if (last === undefined && endHash !== undefined && endHash !== null) {
        throw errors.blockNotFound(undefined, `end block ${endHash} not found`)
      }
      return modified(chain, first, last)
    },
    async getAccessibleState({ from, to }) {
      const chain = await open()
      const [first, last] = [await heightOf(chain, from), await heightOf(chain, to)]
      if (first === last) throw errors.sameBlock(undefined, 'from and to needs to be different')
      const step = first < last ? 1n : -1n
      for (let height = first; height !== last; height += step) {
        const block = await chain.vm.archive.byHeight(height)
        if (block === undefined) throw errors.noStateFound(undefined, `missing header ${height}`)
        if (await hasState(chain, block)) return Number(height)
      }
      throw errors.noStateFound(undefined, 'no state found')
    },
  }
}

async function heightOf(chain: CChain, reference: Parameters<typeof blockAt>[1]): Promise<bigint> {
  if (typeof reference === 'bigint') return reference
  return (await blockAt(chain, reference))?.header.number ?? 0n
}

async function hasState(chain: CChain, block: EvmBlock): Promise<boolean> {
  const { state } = await machineAt(chain, chain.vm.tip)
  return state.hasStateRoot(bytesOf(chain.vm.engine.rootOf(block.header)))
}

async function machineAt(chain: CChain, block: EvmBlock): Promise<Machine> {
  checkState(chain, block)
  const { vm } = chain
  const { header } = block
  return vm.engine.open(vm.engine.rootOf(header), header)
}

interface DumpOptions {
  readonly from: Uint8Array
  readonly most: number
  readonly nocode: boolean
  readonly nostorage: boolean
  readonly incompletes: boolean
}

async function dump(machine: Machine, options: DumpOptions): Promise<Dump> {
  const { db, state } = machine
  const root = await state.getStateRoot()
  const accounts: Record<string, DumpAccountInput> = {}
  let count = 0
  for await (const { key, value } of walk(db, root, options.from)) {
    if (count === options.most) {
      return { root: hexOf(root).slice(2), accounts, next: Buffer.from(key).toString('base64') }
    }
    const address = await db.get(preimageKey(key))
    if (address === undefined && !options.incompletes) continue
    count++
    const name = address === undefined ? `pre(${hexOf(key)})` : hexOf(address)
    accounts[name] = await dumped(machine, { key, value, address, options })
  }
  return { root: hexOf(root).slice(2), accounts }
}

interface Dumped {
  readonly key: Uint8Array
  readonly value: Uint8Array
  readonly address: Uint8Array | undefined
  readonly options: DumpOptions
}

async function dumped(
  { db, state }: Machine,
  { key, value, address, options }: Dumped,
): Promise<DumpAccountInput> {
  const account = createAccountFromRLP(value)
  const code =
    options.nocode || address === undefined
      ? new Uint8Array(0)
      : await state.getCode(createAddressFromString(hexOf(address)))
  const storage: Record<string, string> = {}
  if (!options.nostorage) {
    for await (const slot of walk(db, account.storageRoot)) {
      storage[hexOf(slot.key)] = hexOf(contentOf(slot.value)).slice(2)
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
  { db, state }: Machine,
  { address, start, most }: SlotPage,
): Promise<Awaited<ReturnType<CChainDebugHandlers['storageRangeAt']>>> {
  // Writes the changes of the previous transactions to the tries.
  await state.getStateRoot()
  const account = await state.getAccount(createAddressFromString(address))
  if (account === undefined) return { storage: null, nextKey: null }
  const storage: Record<string, { key: null; value: Hex }> = {}
  let count = 0
  for await (const { key, value } of walk(db, account.storageRoot, bytesOf(start))) {
    if (count === most) return { storage, nextKey: hexOf(key) }
    storage[hexOf(key)] = { key: null, value: wordOf(quantityOf(contentOf(value))) }
    count++
  }
  return { storage, nextKey: null }
}

function contentOf(value: Uint8Array): Uint8Array {
  const content = RLP.decode(value)
  return content instanceof Uint8Array ? content : new Uint8Array(0)
}

/**
 * Returns the addresses whose accounts differ between the states after two blocks. Without the later block, returns
 * those changed by the first block.
 */
async function modified(
  chain: CChain,
  first: EvmBlock,
  last: EvmBlock | undefined,
): Promise<readonly Hex[]> {
  if (last !== undefined && last.header.number <= first.header.number) {
    const text = `start block height (${first.header.number}) must be less than end block height (${last.header.number})`
    throw errors.invalidBlockRange(undefined, `invalid block range: ${text}`)
  }
  const parent = last === undefined ? await blockWith(chain, first.header.parentHash) : first
  if (parent === undefined) throw invalidParam('the genesis block has no parent')
  const [before, after] = [await machineAt(chain, parent), await machineAt(chain, last ?? first)]
  const old = new Map<string, string>()
  for await (const { key, value } of walk(before.db, await before.state.getStateRoot())) {
    old.set(hexOf(key), hexOf(value))
  }
  const changed: string[] = []
  for await (const { key, value } of walk(after.db, await after.state.getStateRoot())) {
    if (old.get(hexOf(key)) !== hexOf(value)) changed.push(hexOf(key))
    old.delete(hexOf(key))
  }
  // The remaining accounts do not exist in the later state.
  return Promise.all([...changed, ...old.keys()].map((hash) => addressOf(after, hash)))
}

async function addressOf({ db }: Machine, hash: string): Promise<Hex> {
  const address = await db.get(preimageKey(bytesOf(hash)))
  if (address === undefined) {
    throw errors.missingPreimage(undefined, `no preimage found for hash ${lower(hash)}`)
  }
  return hexOf(address)
}
