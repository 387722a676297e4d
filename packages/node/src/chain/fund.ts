import { randomBytes } from 'node:crypto'
import { concat } from '../codec/bytes.ts'
import type { ID, ShortID } from '../codec/field.ts'
import { idOf } from '../codec/ids.ts'
import type { SecpTransferOutput } from '../codec/structures.ts'
import { put, scan, type Change, type Reader, type Store } from '../store/store.ts'
import type { UtxoSet } from './utxo-set.ts'

/** An amount of the native asset to create for an address. */
export interface Funding {
  readonly address: string
  /** In nNATIVE. */
  readonly amount: bigint
  /**
   * Store change that records the created amount in the supply. Written in the same batch as the
   * outputs.
   */
  readonly supplyChange: Change
}

/**
 * Creates an amount of the native asset for an address of a chain. Returns false if the address
 * belongs to another chain. The caller must pause block production.
 */
export type Fund = (funding: Funding) => Promise<boolean>

const CREATED = Buffer.from('dev/created/')

/** The owner and the asset of an output to create. */
interface Owned {
  readonly owner: ShortID
  readonly assetID: ID
}

/**
 * Creates an output without a transaction in a set of outputs. Also records it for `--verify`, because no block contains
 * it.
 */
export async function createOutput(
  store: Store,
  outputs: Pick<UtxoSet<SecpTransferOutput>, 'added'>,
  { owner, assetID }: Owned,
  { amount, supplyChange }: Funding,
): Promise<void> {
  const id = randomBytes(32)
  const owners = { locktime: 0n, threshold: 1, addresses: [owner] }
  const output = { kind: 'secpTransferOutput', amount, ...owners } as const
  const added = outputs.added({ txID: idOf(id), outputIndex: 0, assetID, output })
  const entries = added.flatMap((change) =>
    change.kind === 'put' ? [[hexOf(change.key), hexOf(change.value)]] : [],
  )
  const record = put(concat(CREATED, id), Buffer.from(JSON.stringify(entries)))
  await store.write([...added, supplyChange, record])
}

/** Returns the changes that create all outputs of {@link createOutput}. */
export async function createdOutputs(store: Reader): Promise<readonly Change[]> {
  const changes: Change[] = []
  for await (const { value } of scan(store, CREATED)) {
    const entries = JSON.parse(Buffer.from(value).toString()) as readonly (readonly [
      key: string,
      value: string,
    ])[]
    for (const [key, bytes] of entries) {
      changes.push(put(Buffer.from(key, 'hex'), Buffer.from(bytes, 'hex')))
    }
  }
  return changes
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
