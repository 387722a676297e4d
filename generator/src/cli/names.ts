import { hasErrors } from '../diagnostics.ts'
import { load } from '../load/index.ts'
import { buildApi, type NameEntry } from '../model/index.ts'
import type { CliOptions } from './arguments.ts'
import type { ExitCode } from './exit-code.ts'
import { printable, type Output } from './output.ts'
import { findProject } from './project.ts'

/** Runs `rpcloom names`: every name that was chosen, what it comes from, and why it is not simply that. */
export async function run(options: CliOptions, output: Output): Promise<ExitCode> {
  const defaults = { out: '.', targets: 'client', scope: '@names' }
  const found = await findProject(options, defaults, output)
  if (found === undefined) return 2
  const { root, config } = found.project
  const input = await load({ ...config, root })
  if (input.loaded === undefined) {
    output.diagnostics(input.diagnostics)
    return 2
  }
  const { diagnostics, names } = buildApi(input.loaded, { scope: config.scope })
  output.diagnostics(diagnostics)
  output.line(output.json ? JSON.stringify(names.entries, undefined, 2) : nameTable(names.entries))
  return hasErrors(diagnostics) ? 1 : 0
}

/** Widest column before the last: longer texts push theirs to the right alone. */
const widest = 40

/** Names as aligned lines. */
export function nameTable(entries: readonly NameEntry[]): string {
  const rows = entries.map(({ kind, scope, name, origin, reason, file, pointer }) => [
    kind,
    scope === '' ? name : `${scope} ${name}`,
    reason === undefined ? origin : `${origin} (${reason})`,
    `${file}#${pointer}`,
  ])
  const widths = [0, 1, 2].map((column) =>
    Math.min(widest, Math.max(0, ...rows.map((row) => row[column]?.length ?? 0))),
  )
  return rows
    .map((row) => row.map((text, column) => printable(text).padEnd(widths[column] ?? 0)).join('  '))
    .join('\n')
}
