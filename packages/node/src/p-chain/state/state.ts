import { UtxoSet, type UtxoKind } from '../../chain/utxo-set.ts'
import { damagedChain } from '../../chain/damaged.ts'
import { exportedOutputs } from '../../chain/shared-memory.ts'
import { chainPrefix } from '../../chain/table.ts'
import type { ID } from '../../codec/field.ts'
import { ZERO_ID } from '../../codec/ids.ts'
import { PlatformUtxo, type PlatformOutput } from '../../codec/p-chain.ts'
import { Overlay } from '../../store/overlay.ts'
import type { Change, Reader } from '../../store/store.ts'
import type { Tip } from '../../chain/vm.ts'
import { parseBlock } from '../blocks.ts'
import { storedTx, type Tx } from '../tx.ts'
import { acceptedTxs, blocks, last, totals, type NodeID, type Totals } from './records.ts'

export const platformOutputs: UtxoKind<PlatformOutput> = {
  field: PlatformUtxo,
  owners: (output) => (output.kind === 'lockOut' ? output.output.addresses : output.addresses),
}

/** The accepted state of the P-Chain, read from the store, a snapshot or an overlay. */
export class PlatformState {
  readonly reader: Reader
  readonly utxos: UtxoSet<PlatformOutput>

  constructor(reader: Reader) {
    this.reader = reader
    this.utxos = new UtxoSet(reader, chainPrefix(ZERO_ID, 'utxo/'), platformOutputs)
  }

  /** Returns the outputs that another chain exported to this chain. */
  from(source: ID): UtxoSet<PlatformOutput> {
    return exportedOutputs(this.reader, { source, destination: ZERO_ID }, platformOutputs)
  }

  /** Returns the outputs that this chain exported to another chain. */
  to(destination: ID): UtxoSet<PlatformOutput> {
    return exportedOutputs(this.reader, { source: ZERO_ID, destination }, platformOutputs)
  }

  async totals(): Promise<Totals> {
    const found = await totals.get(this.reader)
    if (found === undefined) throw damagedChain('P-Chain', 'its totals are missing')
    return found
  }

  async tx(id: ID): Promise<Tx | undefined> {
    const accepted = await acceptedTxs.get(this.reader, id)
    return accepted && storedTx(accepted.bytes)
  }

  /** Returns the subnet of a chain; undefined if the chain does not exist. */
  async subnetOf(chainID: ID): Promise<ID | undefined> {
    if (chainID === ZERO_ID) return ZERO_ID
    const unsigned = (await this.tx(chainID))?.unsigned
    return unsigned?.kind === 'createChainTx' ? unsigned.subnetID : undefined
  }

  /** Returns the last accepted block; undefined before the genesis is written. */
  async tip(): Promise<Tip | undefined> {
    const id = await last.get(this.reader)
    if (id === undefined) return undefined
    const bytes = await blocks.get(this.reader, id)
    if (bytes === undefined) throw damagedChain('P-Chain', 'the last block is missing')
    const { time } = await this.totals()
    return { id, height: parseBlock(bytes).height, time }
  }
}

export interface ChangedMember {
  readonly subnetID: ID
  readonly nodeID: NodeID
}

/** The state with the pending changes of a block or a transaction. */
export class PlatformDraft extends PlatformState {
  readonly #overlay: Overlay
  /**
   * Validators whose weight changed. Keys are the subnet ID and the node ID, separated by a space.
   */
  readonly changedMembers: Map<string, ChangedMember> = new Map()

  constructor(below: Reader) {
    const overlay = new Overlay(below)
    super(overlay)
    this.#overlay = overlay
  }

  change(...changes: readonly Change[]): void {
    this.#overlay.apply(changes)
  }

  markChanged(subnetID: ID, nodeID: NodeID): void {
    this.changedMembers.set(`${subnetID} ${nodeID}`, { subnetID, nodeID })
  }

  changes(): readonly Change[] {
    return this.#overlay.changes()
  }

  merge(child: PlatformDraft): void {
    this.change(...child.changes())
    for (const [key, value] of child.changedMembers) this.changedMembers.set(key, value)
  }

  async update(change: (before: Totals) => Partial<Totals>): Promise<void> {
    const before = await this.totals()
    this.change(totals.put({ ...before, ...change(before) }))
  }
}
