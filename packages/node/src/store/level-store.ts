import { mkdir } from 'node:fs/promises'
import { ClassicLevel } from 'classic-level'
import { StoreError, type Store } from './store.ts'

const LAYOUT = 1
const STAMP = Buffer.from('\u0000layout')

/** What a data folder belongs to; a folder of another network or layout is refused. */
export interface Ownership {
  readonly networkID: number
}

type Level = ClassicLevel<Uint8Array, Uint8Array>

/** Opens, or makes, the store in `folder`. Throws a {@link StoreError} where the folder cannot be used. */
export async function openLevelStore(folder: string, owner: Ownership): Promise<Store> {
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
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
    async *range(prefix) {
      for await (const [key, value] of level.iterator(rangeOf(prefix))) yield { key, value }
    },
    close: () => level.close(),
  }
}

/** Bounds of all keys with a prefix: up to the next prefix of the same length, if there is one. */
function rangeOf(prefix: Uint8Array): { gte: Uint8Array; lt?: Uint8Array } {
  const end = Uint8Array.from(prefix)
  for (let index = end.length - 1; index >= 0; index--) {
    const byte = end[index]
    if (byte !== undefined && byte < 255) {
      end[index] = byte + 1
      return { gte: prefix, lt: end.subarray(0, index + 1) }
    }
  }
  return { gte: prefix }
}

async function claim(level: Level, folder: string, owner: Ownership): Promise<void> {
  const stamp = JSON.stringify({ layout: LAYOUT, networkID: owner.networkID })
  const found = await level.get(STAMP)
  if (found === undefined) {
    await level.batch([{ type: 'put', key: STAMP, value: Buffer.from(stamp) }], { sync: true })
    return
  }
  const text = Buffer.from(found).toString('utf8')
  if (text !== stamp) {
    throw new StoreError(
      'foreign',
      `The data folder ${folder} belongs to ${text}, and this node is ${stamp}. Choose another --data-dir.`,
    )
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
