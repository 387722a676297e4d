import { ClassicLevel, type Iterator } from 'classic-level'
import { makeFolder } from './make-folder.ts'
import { StoreError, type Entry, type Store } from './store.ts'

/** Raised whenever the entries of an older node could be read wrongly. */
const LAYOUT = 2
const STAMP = Buffer.from('\u0000layout')

/** What a data folder belongs to; a folder of another network, genesis or layout is refused. */
export interface Ownership {
  readonly networkID: number
  /** A hash of everything that the network begins with. */
  readonly genesis: string
}

type Level = ClassicLevel<Uint8Array, Uint8Array>

/** Opens, or makes, the store in `folder`. Throws a {@link StoreError} where the folder cannot be used. */
export async function openLevelStore(folder: string, owner: Ownership): Promise<Store> {
  await makeFolder(folder).catch((error: unknown) => {
    throw unopened(folder, error)
  })
  const level: Level = new ClassicLevel(folder, { keyEncoding: 'view', valueEncoding: 'view' })
  await level.open().catch((error: unknown) => {
    throw unopened(folder, error)
  })
  try {
    await claim(level, folder, owner)
  } catch (error) {
    await level.close()
    throw error
  }
  return storeOver(level)
}

function storeOver(level: Level): Store {
  return {
    get: (key) => level.get(key),
    async write(changes) {
      const batch = changes.map((change) =>
        change.kind === 'put'
          ? { type: 'put' as const, key: change.key, value: change.value }
          : { type: 'del' as const, key: change.key },
      )
      await level.batch(batch, { sync: true })
    },
    getMany: (keys) => level.getMany([...keys]),
    page: (prefix, limit, after) => entriesOf(level.iterator({ ...rangeOf(prefix, after), limit })),
    snapshot() {
      const snapshot = level.snapshot()
      return {
        get: (key) => level.get(key, { snapshot }),
        getMany: (keys) => level.getMany([...keys], { snapshot }),
        page: (prefix, limit, after) =>
          entriesOf(level.iterator({ ...rangeOf(prefix, after), limit, snapshot })),
        release: () => snapshot.close(),
      }
    },
    close: () => level.close(),
  }
}

async function entriesOf(
  iterator: Iterator<Level, Uint8Array, Uint8Array>,
): Promise<readonly Entry[]> {
  return (await iterator.all()).map(([key, value]) => ({ key, value }))
}

/** Bounds of all keys with a prefix, or of those behind one of them: up to the next prefix of the same length. */
function rangeOf(prefix: Uint8Array, after: Uint8Array | undefined): KeyRange {
  const lower = after === undefined ? { gte: prefix } : { gt: after }
  const end = Uint8Array.from(prefix)
  for (let index = end.length - 1; index >= 0; index--) {
    const byte = end[index]
    if (byte !== undefined && byte < 255) {
      end[index] = byte + 1
      return { ...lower, lt: end.subarray(0, index + 1) }
    }
  }
  return lower
}

interface KeyRange {
  readonly gte?: Uint8Array
  readonly gt?: Uint8Array
  readonly lt?: Uint8Array
}

async function claim(level: Level, folder: string, owner: Ownership): Promise<void> {
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

function unopened(folder: string, error: unknown): StoreError {
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code === 'LEVEL_LOCKED') {
    const message = `The data folder ${folder} is in use by another process. Stop it, or choose another --data-dir.`
    return new StoreError('locked', message, error)
  }
  const known = cause instanceof Error ? cause : error
  const reason = known instanceof Error ? known.message : String(known)
  return new StoreError(
    'unreadable',
    `The data folder ${folder} cannot be opened: ${reason}`,
    error,
  )
}
