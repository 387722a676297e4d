// Picks samples that are the same in every run.
import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'

export function pick(items, count, seed) {
  return ranked(items, seed).slice(0, Number(count)).sort()
}

/** Maximum size of the documents in a sample, in bytes. The largest documents are twenty times larger. */
const maxBytes = 150_000

/**
 * Picks documents of different vendors and sizes, because those of a vendor resemble each other: one per vendor, and
 * of these one in each of `count` ranges of sizes.
 */
export function sampleDocuments(folder, files, count, seed) {
  if (count >= files.length) return files.toSorted()
  const size = (file) => statSync(join(folder, file)).size
  const small = ranked(files, seed).filter((file) => size(file) <= maxBytes)
  const vendors = [...new Map(small.map((file) => [vendorOf(file), file])).values()]
  const bySize = vendors.sort((a, b) => size(a) - size(b))
  const step = Math.max(1, bySize.length / count)
  return bySize
    .filter((_, at) => Math.floor(at / step) > Math.floor((at - 1) / step))
    .sort((a, b) => (a < b ? -1 : 1))
}

function ranked(items, seed) {
  const rank = (item) => createHash('sha256').update(`${seed}\n${item}`).digest('hex')
  return items
    .map((item) => ({ item, rank: rank(item) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ item }) => item)
}

/** Returns the start of names such as `owner__repository__name.json` or `_multi/owner__repository/name.json`. */
function vendorOf(file) {
  return /^(?:_multi[\\/])?[^\\/]+?__[^\\/]+?(?=__|[\\/])/.exec(file)?.[0] ?? file
}
