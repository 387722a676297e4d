import { RpcError, type Context } from '@native-node/server'

/** Number of calls that read and serialize many entries at once: each holds its entries and its result in memory. */
const RUNNING = 4
/** Number of calls that run or wait: each holds a snapshot and a page. */
const MAX_CALLS = 64

/** The call that a read is for. Its signal aborts when it ends. */
export type Caller = Pick<Context, 'signal'>

interface Place {
  readonly admitted: Promise<void>
  readonly admit: () => void
}

/** Calls that read more than one page, in order of arrival; the first ones run. A call leaves when its signal aborts. */
const places = new Map<AbortSignal, Place>()

/** Yields the pages of a read. From the second page on, the call waits for its turn; it fails if too many wait. */
export async function* longRead<T>(
  pages: AsyncIterable<T>,
  caller: Caller,
): AsyncGenerator<T, void> {
  let count = 0
  for await (const page of pages) {
    if (++count > 1) await turnOf(caller.signal)
    yield page
  }
}

/** Collects the pages of a {@link longRead}. */
export async function collectPages<T>(
  pages: AsyncIterable<readonly T[]>,
  caller: Caller,
): Promise<readonly T[]> {
  const found: T[] = []
  for await (const page of longRead(pages, caller)) found.push(...page)
  return found
}

async function turnOf(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await (places.get(signal) ?? placeFor(signal)).admitted
  if (signal.aborted) throw new RpcError(-32_000, 'The call was cancelled')
}

function placeFor(signal: AbortSignal): Place {
  if (places.size >= MAX_CALLS) throw new RpcError(-32_005, 'Too many calls at once')
  let admit = (): void => {}
  const admitted = new Promise<void>((resolve) => (admit = resolve))
  const place = { admitted, admit }
  places.set(signal, place)
  const leave = (): void => {
    places.delete(signal)
    // A call that is still waiting notices that it ended.
    admit()
    admitFirst()
  }
  signal.addEventListener('abort', leave, { once: true })
  admitFirst()
  return place
}

function admitFirst(): void {
  for (const { admit } of [...places.values()].slice(0, RUNNING)) admit()
}
