// Writes the table in packages/node/README.md: the largest responses that bench/amplification.mjs measured, by
// limit.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { markdownTable } from '../scripts/results.mjs'
import { root, run } from '../scripts/workspace.mjs'
import { boundOf, FIXED } from './amplification-requests.mjs'

const path = join(root, 'packages/node/README.md')
const FIRST = '| Methods'
/** Code of the error that replaces a response above 25 MB. */
const TOO_LARGE = '-32003'

/** `rows`: the measured rows, sorted by ratio, largest first. */
export async function writeReadme(rows) {
  if (process.env.WRITE === 'no') return
  const groups = grouped(rows)
  const table = markdownTable([
    ['Methods', 'Largest response measured', 'For each byte of the request', 'Bound'],
    ...[...groups].flatMap(([bound, all]) => {
      const measured = all.filter(({ code }) => code === undefined)
      const [worst] = measured.toSorted((a, b) => b.bytes - a.bytes)
      if (worst === undefined && all.some(({ code }) => code === TOO_LARGE)) {
        return [[namesOf(all, bound), `error ${TOO_LARGE}`, '', bound]]
      }
      return worst === undefined
        ? []
        : [
            [
              namesOf(measured, bound),
              sizeOf(worst.bytes),
              `${Math.round(worst.bytes / worst.sent)} B`,
              bound,
            ],
          ]
    }),
  ])
  const before = readFileSync(path, 'utf8')
  const lines = before.split('\n')
  const from = lines.findIndex((line) => line.startsWith(FIRST))
  if (from === -1) throw new Error(`${path} has no table that begins with ${FIRST}`)
  const end = lines.findIndex((line, at) => at > from && !line.startsWith('|'))
  writeFileSync(path, [...lines.slice(0, from), table, ...lines.slice(end)].join('\n'))
  const prettier = join(root, 'node_modules/prettier/bin/prettier.cjs')
  await run(process.execPath, [prettier, '--write', '--log-level=warn', path])
}

function grouped(rows) {
  const groups = new Map()
  for (const row of rows) groups.set(boundOf(row), [...(groups.get(boundOf(row)) ?? []), row])
  return groups
}

/**
 * Formats the names of the methods whose responses have the same limit. Methods with the largest responses
 * come first.
 */
function namesOf(rows, bound) {
  if (bound === FIXED) return 'all others'
  const names = rows.toSorted((a, b) => b.bytes - a.bytes).map(({ method }) => `\`${method}\``)
  return names.length > 4
    ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`
    : names.join(', ')
}

function sizeOf(bytes) {
  return bytes < 10_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${Math.round(bytes / 1000)} kB`
}
