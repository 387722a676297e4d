import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { LoadedFormats } from '../load/index.ts'
import { byPlace, toDiagnostics } from '../diagnostics/diagnostics.ts'
import { lint } from '../lint/lint.ts'
import { checkLint, toLint } from '../lint/settings.ts'
import { readApi } from '../engine/read-api.ts'
import { locator } from '../load/parse/position.ts'
import { commonOptions, defineCommand, type Command, type Call, type Values } from './command.ts'
import { count } from './summary-text.ts'
import type { ExitCode } from './exit-code.ts'
import {
  countsByRule,
  findingsByRule,
  githubLine,
  problemLine,
  sarifLog,
  type Reported,
} from './lint-report.ts'
import type { Output } from './output.ts'
import { findProject, projectFault, projectOptions } from './project.ts'
import type { FoundProject } from '../engine/project.ts'
import { watchInputs } from '../engine/watch.ts'

/** Findings of a run. `readable` is false if the documents could not be loaded. */
interface Linted {
  readonly findings: readonly Reported[]
  readonly readable: boolean
  readonly files: readonly string[]
}

const defaults = { out: '.', targets: 'client', scope: '@lint' }

const options = {
  ...projectOptions,
  'deny-warnings': { type: 'boolean', help: 'exit with 1 on warnings too' },
  format: {
    type: 'string',
    words: ['text', 'problem-matcher', 'github', 'sarif', 'json'],
    value: 'FORMAT',
    help: 'text, problem-matcher (file:line:column: severity code message), github (annotations of a pull request), sarif or json',
  },
  watch: {
    type: 'boolean',
    short: 'w',
    help: 'run again when a document or the configuration changes',
  },
  ...commonOptions,
} as const
type LintValues = Values<typeof options>

export const lintCommand: Command = defineCommand({
  about: ['reports problems in the documents, by the rules under `lint` in the configuration.'],
  options,
  examples: ['rpcloom lint', 'rpcloom lint --format github --deny-warnings'],
  exclusive: [['json', 'watch']],
  fault: projectFault,
  run,
})

async function run({ values, output }: Call<typeof options>): Promise<ExitCode> {
  const found = await findProject(values, defaults, output)
  if (found === undefined) return 2
  const since = Date.now()
  let linted = await lintProject(found)
  report(linted, values, output)
  if (!values.watch) return exitCodeOf(linted, values)
  await watchInputs({
    project: found,
    since,
    again: async () => {
      const again = await findProject(values, defaults, output)
      if (again === undefined) return undefined
      const before = linted
      linted = await lintProject(again)
      // Print only if the findings changed. Otherwise output that is redirected to a file in the folder would
      // trigger endless runs.
      if (!isDeepStrictEqual(linted.findings, before.findings)) report(linted, values, output)
      return again
    },
    alsoRead: () => linted.files,
  })
  return 0
}

/** Lints the documents of a project. `formats` are loaded already, if present. */
export async function lintProject(
  { project, configPath }: FoundProject,
  formats?: LoadedFormats,
): Promise<Linted> {
  const { root, config } = project
  const where = configPath === undefined ? undefined : configOf(configPath)
  const faults = checkLint(where?.file ?? '(command line)', config.lint)
  if (faults.length > 0) {
    const places = new Map(where?.locate && [[where.file, { locate: where.locate }]])
    return { findings: toDiagnostics(faults, places), readable: false, files: [] }
  }
  const { loaded, diagnostics, ...input } = await readApi({
    ...config,
    root,
    ...(formats && { formats }),
  })
  const files = [...input.files.keys()]
  if (loaded === undefined) return { findings: diagnostics, readable: false, files }
  const found = lint(loaded, {
    settings: toLint(config.lint),
    ...(where !== undefined && { config: where }),
  })
  const findings = [...diagnostics, ...found].sort(byPlace)
  return { findings, readable: true, files }
}

/** Returns the path of the configuration and, if it is JSON, a function that locates its members. */
function configOf(path: string): NonNullable<Parameters<typeof lint>[1]['config']> {
  const file = basename(path)
  if (!file.endsWith('.json')) return { file }
  return { file, locate: locator(file, readFileSync(path, 'utf8')) }
}

function exitCodeOf({ findings, readable }: Linted, values: LintValues): ExitCode {
  if (!readable) return 2
  return findings.some(({ severity }) => values['deny-warnings'] || severity === 'error') ? 1 : 0
}

/** Returns findings as the output of `--json`. */
export function lintJson({ findings }: Pick<Linted, 'findings'>): {
  readonly findings: readonly Reported[]
  readonly errors: number
  readonly warnings: number
} {
  const errors = findings.filter(isError).length
  return { findings, errors, warnings: findings.length - errors }
}

function report(linted: Linted, { format, watch }: LintValues, output: Output): void {
  const { findings, errors, warnings } = lintJson(linted)
  if (output.json || format === 'json') {
    output.line(JSON.stringify({ findings, errors, warnings }, undefined, 2))
  } else if (format === 'problem-matcher') {
    // Delimiters by which the problem matchers of editors recognize a run.
    if (watch) output.line('rpcloom lint: begins')
    for (const finding of findings) output.line(problemLine(finding))
    if (watch) output.line('rpcloom lint: ends')
  } else if (format === 'github') {
    for (const finding of findings) output.line(githubLine(finding))
  } else if (format === 'sarif') {
    output.line(sarifLog(findings))
  } else {
    const shown = output.quiet ? findings.filter(isError) : findings
    if (shown.length > 0) output.error(findingsByRule(shown))
    output.note(
      findings.length === 0
        ? 'No problems found.'
        : `${countsByRule(findings)}\nFound: ${count(errors, 'error')}, ${count(warnings, 'warning')}.`,
    )
  }
}

function isError({ severity }: Reported): boolean {
  return severity === 'error'
}
