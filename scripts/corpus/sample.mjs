// Picks samples that are the same in every run.
import { createHash } from 'node:crypto'

export function pick(items, count, seed) {
  const rank = (item) => createHash('sha256').update(`${seed}\n${item}`).digest('hex')
  return items
    .map((item) => ({ item, rank: rank(item) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, Number(count))
    .map(({ item }) => item)
    .sort()
}
