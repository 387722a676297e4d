import { RpcError } from '@native-node/server'

/** Maximum number of requests that read more than one page at once: each holds a snapshot and a page in memory. */
const MAX_LONG_READS = 64

let running = 0

/** Yields the pages of a read for a request. Throws if too many requests read more than one page at once. */
export async function* longRead<T>(pages: AsyncIterable<T>): AsyncGenerator<T, void> {
  let isLong = false
  let count = 0
  try {
    for await (const page of pages) {
      if (++count === 2) {
        if (running >= MAX_LONG_READS) throw new RpcError(-32_005, 'Too many calls at once')
        running++
        isLong = true
      }
      yield page
    }
  } finally {
    if (isLong) running--
  }
}

/** Collects the pages of a {@link longRead}. */
export async function collectPages<T>(pages: AsyncIterable<readonly T[]>): Promise<readonly T[]> {
  const found: T[] = []
  for await (const page of longRead(pages)) found.push(...page)
  return found
}
