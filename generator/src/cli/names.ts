import { hasErrors } from '../diagnostics/diagnostics.ts'
import { load } from '../load/index.ts'
import { buildApi, type NameEntry } from '../model/index.ts'
import { effectTable, methodEffects } from './effect-table.ts'
import type { CliOptions, CliValues } from './arguments.ts'
import type { ExitCode } from './exit-code.ts'
import { alignedRows } from './aligned-rows.ts'
import type { Output } from './output.ts'
import { findProject } from './project.ts'

/**
 * Runs `rpcloom names`: prints every chosen name, its origin, and why it differs from that. With `--effects`,
 * prints the effect of every method.
 */
export async function run(
  options: CliOptions,
  output: Output,
  { values }: { readonly values: CliValues },
): Promise<ExitCode> {
  const defaults = { out: '.', targets: 'client', scope: '@names' }
  const found = await findProject(options, defaults, output)
  if (found === undefined) return 2
  const { root, config } = found.project
  const input = await load({ ...config, root })
  if (input.loaded === undefined) {
    output.diagnostics(input.diagnostics)
    return 2
  }
  const { api, diagnostics, names } = buildApi(input.loaded, config)
  output.diagnostics(diagnostics)
  if (values['effects'] === true) {
    const effects = methodEffects(api, config.effects)
    output.line(output.json ? JSON.stringify(effects, undefined, 2) : effectTable(effects))
  } else {
    output.line(
      output.json ? JSON.stringify(names.entries, undefined, 2) : nameTable(names.entries),
    )
  }
  return hasErrors(diagnostics) ? 1 : 0
}

/** Formats names as aligned lines. */
export function nameTable(entries: readonly NameEntry[]): string {
  const rows = entries.map(({ kind, scope, name, origin, reason, file, pointer }) => [
    kind,
    scope === '' ? name : `${scope} ${name}`,
    reason === undefined ? origin : `${origin} (${reason})`,
    `${file}#${pointer}`,
  ])
  return alignedRows(rows)
}
