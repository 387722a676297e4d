import { RpcError, type Context } from '@native-node/server'
import { turnIfDue } from '../scheduling/turn.ts'

/**
 * Maximum number of long reads that run at the same time. A running read holds its entries and its
 * result in memory.
 */
const RUNNING = 4
/**
 * Maximum total number of running and waiting long reads. Each of them holds a snapshot and one
 * page in memory.
 */
const MAX_CALLS = 64

/** The API call that a read belongs to. The signal aborts when the call ends. */
export type Caller = Pick<Context, 'signal'>

interface Slot {
  readonly admitted: Promise<void>
  readonly admit: () => void
}

/**
 * Calls that read more than one page, in order of arrival. The first {@link RUNNING} calls run, and the others wait. A
 * call is removed when its signal aborts.
 */
const slots = new Map<AbortSignal, Slot>()

/**
 * Yields the pages of a read. From the second page on, the call waits for its turn among the long
 * reads. Throws an RpcError if too many long reads are running or waiting.
 */
export async function* longRead<T>(
  pages: AsyncIterable<T>,
  caller: Caller,
): AsyncGenerator<T, void> {
  let count = 0
  for await (const page of pages) {
    if (++count > 1) await waitForSlot(caller.signal)
    else checkCaller(caller)
    yield page
  }
}

/** Number of items that are converted without a check of the time. */
const GROUP = 64

/** Like `map` for many records, with pauses for other requests. Throws an RpcError if the caller has left. */
export async function mapInTurns<T, Result>(
  items: Iterable<T>,
  convert: (item: T, index: number) => Result | Promise<Result>,
  caller: Caller,
): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) {
    const result = convert(item, results.length)
    results.push(result instanceof Promise ? await result : result)
    if (results.length % GROUP > 0) continue
    checkCaller(caller)
    await turnIfDue()
  }
  return results
}

export async function collectPages<T>(
  pages: AsyncIterable<readonly T[]>,
  caller: Caller,
): Promise<readonly T[]> {
  const found: T[] = []
  for await (const page of longRead(pages, caller)) found.push(...page)
  return found
}

async function waitForSlot(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await (slots.get(signal) ?? takeSlot(signal)).admitted
  checkCaller({ signal })
}

function checkCaller({ signal }: Caller): void {
  if (signal.aborted) throw new RpcError(-32_000, 'The call was cancelled')
}

function takeSlot(signal: AbortSignal): Slot {
  if (slots.size >= MAX_CALLS) throw new RpcError(-32_005, 'Too many calls at once')
  let admit = (): void => {}
  const admitted = new Promise<void>((resolve) => (admit = resolve))
  const slot = { admitted, admit }
  slots.set(signal, slot)
  const leave = (): void => {
    slots.delete(signal)
    // Wake the waiting call, which then throws because its signal is aborted.
    admit()
    admitFirst()
  }
  signal.addEventListener('abort', leave, { once: true })
  admitFirst()
  return slot
}

function admitFirst(): void {
  for (const { admit } of [...slots.values()].slice(0, RUNNING)) admit()
}
