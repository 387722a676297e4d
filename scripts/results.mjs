// Writes bench/RESULTS.md. Each benchmark writes its own section.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { dirname, join } from 'node:path'
import { root, run } from './workspace.mjs'

const path = join(root, 'bench/RESULTS.md')
const head =
  '# Results\n\nWritten by `npm run bench` and `npm run test:long`; each section by its own run.\n'

/** Describes the machine. Ratios are comparable between machines, but seconds are not. */
export function machine() {
  const [cpu] = cpus()
  return `Node ${process.versions.node}, ${availableParallelism()} cores (${cpu?.model.trim() ?? 'unknown'})`
}

/** Replaces or appends a section. With WRITE=no, does nothing. */
export async function writeSection(name, text) {
  if (process.env.WRITE === 'no') return
  const before = existsSync(path) ? readFileSync(path, 'utf8') : head
  const section = `## ${name}\n\n${text.trim()}\n`
  const parts = before.split(/^(?=## )/m)
  const at = parts.findIndex((part) => part.startsWith(`## ${name}\n`))
  if (at === -1) parts.push(section)
  else parts[at] = section
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${parts.map((part) => part.trim()).join('\n\n')}\n`)
  const prettier = join(root, 'node_modules/prettier/bin/prettier.cjs')
  await run(process.execPath, [prettier, '--write', '--log-level=warn', path])
}

export function markdownTable([columns, ...rows]) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n')
}
