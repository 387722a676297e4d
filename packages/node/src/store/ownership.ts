import type { ClassicLevel } from 'classic-level'
import { StoreError } from './store-error.ts'

/** Raised whenever the entries of an older node could be read wrongly. */
const LAYOUT = 3
const STAMP = Buffer.from('\u0000layout')

/** What a data folder belongs to; a folder of another network, genesis or layout is refused. */
export interface Ownership {
  readonly networkID: number
  /** A hash of everything that the network begins with. */
  readonly genesis: string
}

/** Stamps a new folder with its owner; throws a {@link StoreError} if it belongs to another one. */
export async function claim(
  level: ClassicLevel<Uint8Array, Uint8Array>,
  folder: string,
  owner: Ownership,
): Promise<void> {
  const mine = { layout: LAYOUT, ...owner }
  const found = await level.get(STAMP)
  if (found === undefined) {
    const stamp = Buffer.from(JSON.stringify(mine))
    await level.batch([{ type: 'put', key: STAMP, value: stamp }], { sync: true })
    return
  }
  const theirs = stampOf(found)
  for (const [name, words] of differences) {
    if (theirs[name] === mine[name]) continue
    const told =
      name === 'genesis' ? '' : ` ${String(theirs[name])}, and this node's is ${mine[name]}`
    throw new StoreError(
      'foreign',
      `The data folder ${folder} belongs to another ${words}${told}. Choose another --data-dir.`,
    )
  }
}

/** What a folder may differ in, and how that is said. */
const differences = [
  ['layout', 'version of the node: its layout is'],
  ['networkID', 'network: its ID is'],
  ['genesis', 'genesis of the network'],
] as const

function stampOf(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    const stamp: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'))
    return typeof stamp === 'object' && stamp !== null ? { ...stamp } : {}
  } catch {
    // Written by something else: nothing in it is as expected.
    return {}
  }
}
