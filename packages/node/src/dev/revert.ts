import type { Change, Reader } from '../store/store.ts'
import { put, remove } from '../store/store.ts'

const PAGE = 1024
const EVERYTHING = new Uint8Array()

/** What turns the present state back into an earlier one. */
export async function changesBack(present: Reader, earlier: Reader): Promise<readonly Change[]> {
  const changes: Change[] = []
  for await (const { key, other } of compared(present, earlier))
    if (other === undefined) changes.push(remove(key))
  for await (const { key, value, other } of compared(earlier, present))
    if (other === undefined || Buffer.compare(value, other) !== 0) changes.push(put(key, value))
  return changes
}

interface Compared {
  readonly key: Uint8Array
  readonly value: Uint8Array
  /** The value of the key in the other state. */
  readonly other: Uint8Array | undefined
}

async function* compared(state: Reader, other: Reader): AsyncGenerator<Compared, void> {
  let after: Uint8Array | undefined
  for (;;) {
    const page = await state.page(EVERYTHING, PAGE, after)
    const others = await other.getMany(page.map(({ key }) => key))
    for (const [at, entry] of page.entries()) yield { ...entry, other: others[at] }
    after = page.at(-1)?.key
    if (page.length < PAGE) return
  }
}
