import type { ClassicLevel } from 'classic-level'
import { StoreError } from './store-error.ts'

/** Version of the database layout. Increment it when older entries would be misread. */
export const LAYOUT = 3
const STAMP = Buffer.from('\u0000layout')

/** The owner of a data folder. A folder with another network, genesis or layout is rejected. */
export interface Ownership {
  readonly networkID: number
  /** Hash of the genesis of the network. */
  readonly genesis: string
}

/** Records the owner of a new folder. Throws a {@link StoreError} if the folder belongs to another owner. */
export async function claim(
  level: ClassicLevel<Uint8Array, Uint8Array>,
  folder: string,
  owner: Ownership,
): Promise<void> {
  const expected = { layout: LAYOUT, ...owner }
  const found = await level.get(STAMP)
  if (found === undefined) {
    const stamp = Buffer.from(JSON.stringify(expected))
    await level.put(STAMP, stamp, { sync: true })
    return
  }
  const stored = parseStamp(found)
  for (const [name, words] of differences) {
    if (stored[name] === expected[name]) continue
    const values =
      name === 'genesis' ? '' : ` ${String(stored[name])}, and this node's is ${expected[name]}`
    throw new StoreError(
      'foreign',
      `The data folder ${folder} belongs to another ${words}${values}. Choose another --data-dir.`,
    )
  }
}

/** The compared properties, with their names in the error message. */
const differences = [
  ['layout', 'version of the node: its layout is'],
  ['networkID', 'network: its ID is'],
  ['genesis', 'genesis of the network'],
] as const

function parseStamp(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    const stamp: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'))
    return typeof stamp === 'object' && stamp !== null ? { ...stamp } : {}
  } catch {
    // The stored owner is not JSON, so it matches no expected property.
    return {}
  }
}
