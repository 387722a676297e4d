import type { ClassicLevel } from 'classic-level'
import { StoreError } from './store-error.ts'
import { put, type Change, type Reader } from './store.ts'

/** Version of the database layout. Increment it when older entries would be misread. */
export const LAYOUT = 4
/** The last layout with the node's own data among the chain data. `split.ts` upgrades it. */
const UNDIVIDED = 3
const STAMP = Buffer.from('\u0000layout')

/** Chain data, which all nodes of the network share, or data of this node only, such as its keys. */
export type Content = 'chain' | 'node'

/** The owner of a data folder. A folder with another network, genesis, content or layout is rejected. */
export interface Ownership {
  readonly networkID: number
  /** Hash of the genesis of the network. */
  readonly genesis: string
  /** Chain data by default. */
  readonly content?: Content
}

/** Records the owner of a new folder. Throws a {@link StoreError} if the folder belongs to another owner. */
export async function claim(
  level: ClassicLevel<Uint8Array, Uint8Array>,
  folder: string,
  owner: Ownership,
): Promise<void> {
  const expected = { layout: LAYOUT, content: 'chain', ...owner }
  const found = await level.get(STAMP)
  if (found === undefined) {
    const stamp = Buffer.from(JSON.stringify(expected))
    await level.put(STAMP, stamp, { sync: true })
    return
  }
  const stored = upgraded(parseStamp(found))
  if (typeof stored['layout'] === 'number' && stored['layout'] > LAYOUT)
    throw new StoreError(
      'foreign',
      `The data folder ${folder} was written by a newer version of the node: its layout is ${stored['layout']}, and this node's is ${LAYOUT}. Start the newer version, or choose another --data-dir.`,
    )
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

/** Throws a {@link StoreError} unless `stated`, the first record of `what`, names the owner. */
export function checkOwner(
  stated: Readonly<Record<string, unknown>>,
  owner: Ownership,
  what: string,
): void {
  for (const [name, value] of Object.entries({ layout: LAYOUT, ...owner })) {
    if (stated[name] === value) continue
    throw new StoreError(
      'foreign',
      `${what} belongs to another network or version: its ${name} is ${shown(stated[name])}, and this node's is ${value}.`,
    )
  }
}

/** Returns a value of a file as one line without control characters. */
function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'missing').slice(0, 100)
}

/** Returns the change that records the current layout, if the store has the layout without a store for the node. */
export async function layoutUpgrade(store: Reader): Promise<Change | undefined> {
  const found = await store.get(STAMP)
  const stamp = found === undefined ? {} : parseStamp(found)
  return stamp['layout'] === UNDIVIDED
    ? put(STAMP, Buffer.from(JSON.stringify(upgraded(stamp))))
    : undefined
}

/** Returns the stamp as in a folder of the current layout, if this version can upgrade the folder. */
function upgraded(stamp: Stamp): Stamp {
  return stamp['layout'] === UNDIVIDED ? { ...stamp, layout: LAYOUT, content: 'chain' } : stamp
}

/** The compared properties, with their names in the error message. */
const differences = [
  ['layout', 'version of the node: its layout is'],
  ['content', 'store: its content is'],
  ['networkID', 'network: its ID is'],
  ['genesis', 'genesis of the network'],
] as const

type Stamp = Readonly<Record<string, unknown>>

function parseStamp(bytes: Uint8Array): Stamp {
  try {
    const stamp: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'))
    return typeof stamp === 'object' && stamp !== null ? { ...stamp } : {}
  } catch {
    // The stored owner is not JSON, so it matches no expected property.
    return {}
  }
}
