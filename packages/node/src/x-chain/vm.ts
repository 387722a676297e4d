import { checkBlocks } from '../chain/check-blocks.ts'
import { refusalOf } from '../chain/refusal.ts'
import { damagedChain } from '../chain/damaged.ts'
import type {
  BuildInput,
  Built,
  BuiltBlock,
  FollowedBlock,
  FollowInput,
  RefusedTx,
  Tip,
  Vm,
} from '../chain/vm.ts'
import { decode, encode, type ID } from '../codec/field.ts'
import { ZERO_ID } from '../codec/ids.ts'
import { StandardBlock, type Genesis } from '../codec/x-chain.ts'
import { hashID } from '../crypto/hashes.ts'
import { assetTx, genesisBlock } from '../network/genesis/x-chain.ts'
import type { Reader, Store } from '../store/store.ts'
import { storedBlock } from './check.ts'
import { XDraft } from './draft.ts'
import { History } from './history.ts'
import { refusal } from './refusals.ts'
import { checkSemantics, type View } from './rules/semantics.ts'
import { checkSyntax, type XRules } from './rules/syntax.ts'
import { assetCache, XState } from './state.ts'
import { parseTx, producedBy, storedTx, type Tx } from './tx.ts'

export interface XVmOptions {
  readonly rules: XRules
  readonly genesis: Genesis
  /** Time of the genesis block in Unix seconds. */
  readonly genesisTime: bigint
  /** Chains with which this chain can exchange assets. */
  readonly peers: ReadonlySet<ID>
  readonly indexed: boolean
}

/** Maximum total size of the transactions in a block, in bytes. */
const BLOCK_BYTES = 128 * 1024
/** Maximum size of a transaction, in bytes. */
const TX_BYTES = 64 * 1024

export class XVm implements Vm<StandardBlock, Tx> {
  readonly name = 'X-Chain'
  readonly rules: XRules
  readonly #options: XVmOptions
  #assets = assetCache()

  constructor(options: XVmOptions) {
    this.rules = options.rules
    this.#options = options
  }

  state(reader: Reader): XState {
    return new XState(reader, this.rules.blockchainID, this.#assets)
  }

  readonly open = async (store: Store): Promise<Tip> => {
    const state = this.state(store)
    const tip = await state.tip()
    if (tip === undefined) return this.#begin(store)
    await checkBlocks({ name: this.name, blockAt: (height) => storedBlock(state, height) }, tip)
    return tip
  }

  readonly parse = (bytes: Uint8Array): Tx => {
    if (bytes.length > TX_BYTES) throw refusal('tooLarge')
    const tx = parseTx(bytes)
    checkSyntax(tx, this.rules)
    return tx
  }

  readonly verify = (tx: Tx, reader: Reader, time: bigint): Promise<void> =>
    this.#check(tx, new XDraft(this.state(reader)), time)

  readonly isAccepted = async (id: ID, reader: Reader): Promise<boolean> =>
    (await this.state(reader).txBytes(id)) !== undefined

  readonly build = async (input: BuildInput<Tx>): Promise<Built<StandardBlock, Tx> | undefined> => {
    const draft = new XDraft(this.state(input.state))
    const txs = txsThatFit(input.txs)
    await draft.prefetch(txs)
    const refused: RefusedTx<Tx>[] = []
    for (const tx of txs) {
      const error = await refusalOf(() => this.#check(tx, draft, input.time))
      if (error === undefined) await draft.add(tx)
      else refused.push({ tx, error })
    }
    if (draft.txs.length === 0)
      return refused.length === 0 ? undefined : { blocks: [], taken: [], refused }
    return { blocks: [await this.#blockOf(draft, input)], taken: draft.txs, refused }
  }

  readonly follow = async ({
    tip,
    state: reader,
  }: FollowInput): Promise<readonly FollowedBlock<StandardBlock>[]> => {
    const state = this.state(reader)
    const head = await state.tip()
    const found: FollowedBlock<StandardBlock>[] = []
    for (let height = tip.height + 1n; height <= (head?.height ?? 0n); height++) {
      const accepted = await state.blockAt(height)
      if (accepted === undefined) throw damagedChain(this.name, `block ${height} is missing`)
      const { id, bytes } = accepted
      const block = decode(StandardBlock, bytes, Infinity)
      const { time, txs } = block
      found.push({ tip: { id, height, time }, block, transactions: txs.length })
    }
    return found
  }

  readonly reset = (): void => {
    // Replace the cache instead of clearing it: a query that started before the reset may still add
    // entries to the old cache.
    this.#assets = assetCache()
  }

  #check(tx: Tx, view: View, now: bigint): Promise<void> {
    const { rules, peers } = this.#options
    const { blockchainID, hrp } = rules
    return checkSemantics(tx, { view, blockchainID, peers, now, form: { hrp, alias: 'X' } })
  }

  async #blockOf(
    draft: XDraft,
    { parent, time, state: reader }: BuildInput<Tx>,
  ): Promise<BuiltBlock<StandardBlock>> {
    const block: StandardBlock = {
      kind: 'standardBlock',
      parentID: parent.id,
      height: parent.height + 1n,
      time,
      merkleRoot: ZERO_ID,
      txs: draft.txs.map(({ unsigned, credentials }) => ({ unsignedTx: unsigned, credentials })),
    }
    const bytes = encode(StandardBlock, block)
    const id = hashID(bytes)
    const state = this.state(reader)
    const indexed = this.#options.indexed ? await new History(state).added(draft.movements) : []
    return {
      tip: { id, height: block.height, time },
      block,
      bytes,
      changes: [...draft.changes(), ...state.blockAdded(id, block, bytes), ...indexed],
    }
  }

  /** Writes block 0 and the genesis assets in one batch. */
  async #begin(store: Store): Promise<Tip> {
    const { genesis, genesisTime, rules } = this.#options
    const state = this.state(store)
    const bytes = genesisBlock(rules.blockchainID, genesisTime)
    const id = hashID(bytes)
    const block = decode(StandardBlock, bytes)
    const assets = genesis.assets.map((asset) => storedTx(assetTx(asset)))
    await store.write([
      ...assets.flatMap((tx) => [
        state.txAdded(tx),
        ...producedBy(tx.id, tx.unsigned).flatMap((utxo) => state.utxos.added(utxo)),
      ]),
      ...state.blockAdded(id, block, bytes),
    ])
    return { id, height: block.height, time: block.time }
  }
}

/** Returns the first transactions, as many as fit into one block. */
function txsThatFit(txs: Iterable<Tx>): readonly Tx[] {
  const found: Tx[] = []
  let size = 0
  for (const tx of txs) {
    size += tx.bytes.length
    if (found.length > 0 && size > BLOCK_BYTES) break
    found.push(tx)
  }
  return found
}
