import { hasErrors } from '../diagnostics/diagnostics.ts'
import { readApi } from '../engine/read-api.ts'
import { placeId } from '../json/place.ts'
import type { Api, NameEntry } from '../model/index.ts'
import { effectTable, methodEffects } from './effect-table.ts'
import { commonOptions, defineCommand, type Command, type Call } from './command.ts'
import type { ExitCode } from './exit-code.ts'
import { alignedRows } from './aligned-rows.ts'
import { findProject, projectFault, projectOptions } from './project.ts'

const options = {
  ...projectOptions,
  effects: {
    type: 'boolean',
    help: 'list the effect of each method (read, write or admin) and its reason',
  },
  ...commonOptions,
} as const

export const namesCommand: Command = defineCommand({
  about: ['lists the TypeScript name of each element of the documents.'],
  options,
  examples: ['rpcloom names --effects'],
  fault: projectFault,
  run,
})

async function run({ values, output }: Call<typeof options>): Promise<ExitCode> {
  const defaults = { out: '.', targets: 'client', scope: '@names' }
  const found = await findProject(values, defaults, output)
  if (found === undefined) return 2
  const { root, config } = found.project
  const input = await readApi({ ...config, root })
  output.diagnostics(input.diagnostics)
  if (input.loaded === undefined) return 2
  const { api, names, diagnostics } = input
  if (values.effects) {
    const effects = methodEffects(api, config.effects)
    output.line(output.json ? JSON.stringify(effects, undefined, 2) : effectTable(effects))
  } else {
    output.line(
      output.json
        ? JSON.stringify(withParams(names.entries, api), undefined, 2)
        : nameTable(names.entries),
    )
  }
  return hasErrors(diagnostics) ? 1 : 0
}

/** Adds the names of the params of methods, and how they are passed, for programs that rewrite calls. */
function withParams(entries: readonly NameEntry[], { groups }: Api): readonly object[] {
  const methods = new Map(
    groups.flatMap((group) => group.methods.map((method) => [placeId(method.place), method])),
  )
  return entries.map((entry) => {
    const method = entry.kind === 'method' ? methods.get(placeId(entry)) : undefined
    if (method === undefined) return entry
    const { params, paramStructure } = method
    return { ...entry, paramStructure, params: params.map(({ name }) => name) }
  })
}

export function nameTable(entries: readonly NameEntry[]): string {
  const rows = entries.map(
    ({ kind, scope, name, origin, reason, file, pointer, implementedBy }) => [
      implementedBy === undefined ? kind : `${kind} (${implementedBy.join(', ')})`,
      scope === '' ? name : `${scope} ${name}`,
      reason === undefined ? origin : `${origin} (${reason})`,
      `${file}#${pointer}`,
    ],
  )
  return alignedRows(rows)
}
