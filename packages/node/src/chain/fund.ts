import { concat } from '../codec/bytes.ts'
import { put, scan, type Change, type Reader } from '../store/store.ts'

/** An amount of the native asset that is created for an address. */
export interface Funding {
  readonly address: string
  /** In nNATIVE. */
  readonly amount: bigint
  /** Written in the same batch: counts what is created. */
  readonly counted: Change
}

/**
 * Creates an amount for an address of a chain; false if the address is not of that chain. No block may be built
 * meanwhile.
 */
export type Fund = (funding: Funding) => Promise<boolean>

const CREATED = Buffer.from('dev/created/')

/** What creating an output changes, together with a record of it: no block tells of it. */
export function creating(
  added: readonly Change[],
  counted: Change,
  id: Uint8Array,
): readonly Change[] {
  const entries = added.flatMap((change) =>
    change.kind === 'put' ? [[hexOf(change.key), hexOf(change.value)]] : [],
  )
  const record = put(concat(CREATED, id), Buffer.from(JSON.stringify(entries)))
  return [...added, counted, record]
}

/** The outputs that were created outside of blocks, as the changes that add them. */
export async function createdOutside(store: Reader): Promise<readonly Change[]> {
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
