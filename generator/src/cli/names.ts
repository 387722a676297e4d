import { hasErrors, toDiagnostics } from '../diagnostics.ts'
import { load } from '../load/index.ts'
import { buildApi } from '../model/index.ts'
import type { Api } from '../model/types.ts'
import type { CliOptions } from './arguments.ts'
import type { ExitCode } from './main.ts'
import { printable, type Output } from './output.ts'
import { findProject } from './project.ts'

/** Runs `rpcloom names`. */
export async function runNames(options: CliOptions, output: Output): Promise<ExitCode> {
  const defaults = { out: '.', targets: 'client', scope: '@names' }
  const found = await findProject(options, defaults, output)
  if (found === undefined) return 2
  const { root, config } = found.project
  const input = await load({ ...config, root })
  if (input.loaded === undefined) {
    output.diagnostics(input.diagnostics)
    return 2
  }
  const { api, findings } = buildApi(input.loaded, { scope: config.scope })
  const diagnostics = toDiagnostics(findings, input.files)
  output.diagnostics(diagnostics)
  const rows = namesOf(api)
  output.line(output.json ? JSON.stringify(rows, undefined, 2) : table(rows))
  return hasErrors(diagnostics) ? 1 : 0
}

/** One public name and what it comes from. */
export interface NameRow {
  readonly kind: 'group' | 'method' | 'type'
  readonly name: string
  readonly origin: string
  readonly place: string
}

/** Every public name of a model. */
export function namesOf(api: Api): readonly NameRow[] {
  const groups = api.groups.flatMap((group): readonly NameRow[] => [
    { kind: 'group', name: group.key, origin: group.title, place: group.file },
    ...group.methods.map((method): NameRow => {
      const name = [group.key, method.namespace, method.member]
        .filter((part) => part !== '')
        .join('.')
      const { file, pointer } = method.place
      return { kind: 'method', name, origin: method.wire, place: `${file}#${pointer}` }
    }),
  ])
  const types = [...api.types.values()].map(({ name, inputName, origin, place }): NameRow => {
    const shown = inputName === name ? name : `${name}, ${inputName}`
    return { kind: 'type', name: shown, origin, place: `${place.file}#${place.pointer}` }
  })
  return [...groups, ...types]
}

function table(rows: readonly NameRow[]): string {
  const widths = (['kind', 'name', 'origin'] as const).map((column) =>
    Math.min(60, Math.max(0, ...rows.map((row) => row[column].length))),
  )
  return rows
    .map(({ kind, name, origin, place }) =>
      [kind, name, origin]
        .map((text, index) => printable(text).padEnd(widths[index] ?? 0))
        .concat(printable(place))
        .join('  '),
    )
    .join('\n')
}
