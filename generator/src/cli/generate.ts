import { setTimeout } from 'node:timers/promises'
import type { ApiChanges } from '../engine/api-changes.ts'
import {
  generate,
  type FileChanges,
  type GenerateOptions,
  type GenerateResult,
  type Project,
} from '../engine/run.ts'
import { commonOptions, defineCommand, type Command, type Call } from './command.ts'
import { count, nameLine } from './summary-text.ts'
import type { ExitCode } from './exit-code.ts'
import type { Output } from './output.ts'
import { findProject, outputOptions, projectFault, projectOptions } from './project.ts'
import { watchInputs } from '../engine/watch.ts'

const options = {
  ...projectOptions,
  ...outputOptions,
  check: {
    type: 'boolean',
    help: 'write nothing; list files that are out of date and exit with 1',
  },
  'dry-run': { type: 'boolean', help: 'write nothing; list what would be written' },
  watch: {
    type: 'boolean',
    short: 'w',
    help: 'generate again when a document or the configuration changes',
  },
  force: {
    type: 'boolean',
    help: 'replace generated files that were edited, and other files at an output path',
  },
  ...commonOptions,
} as const

export const generateCommand: Command = defineCommand({
  about: ['generates the packages of the configuration.'],
  options,
  examples: [
    'rpcloom generate',
    'rpcloom generate --check',
    'rpcloom generate -i openrpc.json -o packages -t client --scope @acme',
  ],
  exclusive: [
    ['check', 'watch', 'dry-run'],
    ['json', 'watch'],
  ],
  fault: projectFault,
  run,
})

async function run({ values, output }: Call<typeof options>): Promise<ExitCode> {
  const found = await findProject(values, {}, output)
  if (found === undefined) return 2
  const since = Date.now()
  let read: readonly string[] = []
  const mode = values.check ? 'check' : values['dry-run'] ? 'plan' : 'write'
  const generateOptions: GenerateOptions = {
    mode,
    force: values.force === true,
    onStep: output.progress,
    onRead: (paths) => (read = paths),
  }
  const runOnce = values.watch ? generateInTurn : generate
  const result = await runOnce(found.project, generateOptions)
  report(result, output)
  if (!values.watch) return exitCodeOf(result)
  await watchInputs({
    project: found,
    since,
    alsoRead: () => read,
    again: async () => {
      const again = await findProject(values, {}, output)
      if (again === undefined) return undefined
      const next = await generateInTurn(again.project, generateOptions)
      if (next.status !== 'current') report(next, output)
      return again
    },
  })
  return 0
}

const busyMs = 100

/**
 * Generates packages. If another process is writing to the output folder, waits and tries again, because the
 * other process may have read older documents.
 */
async function generateInTurn(project: Project, options: GenerateOptions): Promise<GenerateResult> {
  for (;;) {
    const result = await generate(project, options)
    if (!result.diagnostics.some(({ code }) => code === 'RL406')) return result
    await setTimeout(busyMs)
  }
}

/**
 * Returns the exit code: 1 for differences and for edited files that were not replaced, 2 for invalid
 * documents or options.
 */
export function exitCodeOf({ status }: GenerateResult): ExitCode {
  switch (status) {
    case 'drift':
    case 'refused':
      return 1
    case 'failed':
      return 2
    default:
      return 0
  }
}

function report(result: GenerateResult, output: Output): void {
  if (output.json) {
    output.line(JSON.stringify(result, undefined, 2))
    return
  }
  output.diagnostics(result.diagnostics)
  const isFine = result.status === 'current' || result.status === 'written'
  const print = isFine ? output.note : output.line
  print(summary(result))
}

export function summary({ status, diagnostics, changes, api }: GenerateResult): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length
  if (status === 'current') return 'Everything is up to date.'
  if (status === 'failed') return `Nothing was written: ${count(errors, 'error')}.`
  if (status === 'drift') return `Out of date: ${count(errors, 'file')}. Run \`rpcloom generate\`.`
  if (status === 'refused') {
    return `Nothing was written: ${count(errors, 'file')} would be overwritten. Pass --force to replace them.`
  }
  const verb = status === 'written' ? 'Written' : 'Would be written'
  return [`${verb}: ${fileSummary(changes)}.`, ...apiSummary(api)].join('\n')
}

function fileSummary({ added, changed, removed }: FileChanges): string {
  const total = added.length + changed.length + removed.length
  if (total === 0) return 'only the lock file'
  return `${count(total, 'file')} (${added.length} new, ${changed.length} changed, ${removed.length} removed)`
}

function apiSummary({ added, removed, changed }: ApiChanges): readonly string[] {
  const sections = [
    [`Methods added (${added.length})`, added],
    [`Methods removed (${removed.length}, breaking)`, removed],
    [`Methods changed (${changed.length}; run \`rpcloom diff\` for details)`, changed],
  ] as const
  return sections.flatMap(([title, names]) => {
    const shown = names.map((name) => name.replace(' ', ' › '))
    return names.length === 0 ? [] : [nameLine(title, shown)]
  })
}
