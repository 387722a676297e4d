import { concat } from '../codec/bytes.ts'
import { put, scan, type Change, type Reader } from '../store/store.ts'

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

/**
 * Returns the store changes that create outputs, and that record the outputs for `--verify`,
 * because no block contains them.
 */
export function outputsCreated(
  added: readonly Change[],
  supplyChange: Change,
  id: Uint8Array,
): readonly Change[] {
  const entries = added.flatMap((change) =>
    change.kind === 'put' ? [[hexOf(change.key), hexOf(change.value)]] : [],
  )
  const record = put(concat(CREATED, id), Buffer.from(JSON.stringify(entries)))
  return [...added, supplyChange, record]
}

/** Returns the changes that create all outputs recorded by {@link outputsCreated}. */
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
