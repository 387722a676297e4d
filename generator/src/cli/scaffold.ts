import { count, nameLine } from './summary-text.ts'
import { capitalized } from '../json/capitalized.ts'
import { createTwoFilesPatch } from 'diff'
import { isAbsolute, resolve } from 'node:path'
import { hasErrors } from '../diagnostics/diagnostics.ts'
import { scaffold, type ScaffoldResult, type ScaffoldTarget } from '../scaffold/scaffold.ts'
import type { Target } from '../codegen/target.ts'
import { commonOptions, defineCommand, type Command, type Call } from './command.ts'
import { managerOf, type PackageManager, runScript } from '../init/package-manager.ts'
import type { ExitCode } from './exit-code.ts'
import { printable } from '../diagnostics/printable.ts'
import type { Output } from './output.ts'
import { findProject, outputOptions, projectFault, projectOptions } from './project.ts'

const options = {
  ...projectOptions,
  out: outputOptions.out,
  scope: outputOptions.scope,
  'dry-run': {
    type: 'boolean',
    help: 'write nothing; print the changes as a unified diff',
  },
  ...commonOptions,
} as const

export const scaffoldCommand: Command = defineCommand({
  about: [
    'creates a project that you own, with a class per group and a stub per method: of the server, or of a client whose methods servers call. Run it again after the documents changed: it adds, updates and marks methods and keeps your code.',
  ],
  options,
  examples: ['rpcloom scaffold server server', 'rpcloom scaffold client editor'],
  takes: {
    least: 2,
    most: 2,
    otherwise: '`scaffold` requires a target and a folder, such as `scaffold server my-server`.',
    words: () => ['server', 'client'],
  },
  fault: projectFault,
  run,
})

async function run({ values, positionals, output }: Call<typeof options>): Promise<ExitCode> {
  const [name = '', folder = ''] = positionals
  const found = await findProject(values, { out: '.', targets: name }, output)
  if (found === undefined) return 2
  const targets = found.project.targets.filter(hasScaffold)
  const target = targets.find((one) => one.name === name)
  if (target === undefined) {
    const known = targets.map((one) => one.name).join(', ')
    output.fault('RL030', `Unknown scaffold: ${printable(name)}. Available: ${known}.`)
    return 2
  }
  const result = await scaffold({
    project: found.project,
    target,
    folder: isAbsolute(folder) ? resolve(folder) : resolve(process.cwd(), folder),
    mode: values['dry-run'] ? 'plan' : 'write',
    onStep: output.progress,
  })
  report(result, managerOf(found.project.root).manager, output)
  if (result.status === 'failed') return 2
  return hasErrors(result.diagnostics) ? 1 : 0
}

function hasScaffold(target: Target): target is ScaffoldTarget {
  return target.scaffold !== undefined
}

function report(result: ScaffoldResult, manager: PackageManager, output: Output): void {
  const { status, diagnostics, changes, files } = result
  if (output.json) {
    const shown = files.map(({ path, before, after }) => ({
      path,
      kind: before === undefined ? 'added' : 'changed',
      ...(status === 'planned' && { diff: diffOf({ path, before, after }) }),
    }))
    output.line(JSON.stringify({ status, diagnostics, changes, files: shown }, undefined, 2))
    return
  }
  output.diagnostics(diagnostics)
  if (status === 'planned') {
    for (const file of files) output.line(safe(diffOf(file)).trimEnd())
  }
  const print = hasErrors(diagnostics) ? output.line : output.note
  print(summary(result, manager))
}

function diffOf(file: {
  readonly path: string
  readonly before?: string | undefined
  readonly after: string
}): string {
  const { path, before, after } = file
  const from = before === undefined ? '/dev/null' : `a/${path}`
  const text = createTwoFilesPatch(from, `b/${path}`, before ?? '', after)
  return text.replace(/^=+\n/, '')
}

/** Formats lines of a diff without terminal control characters. */
function safe(text: string): string {
  return text
    .split('\n')
    .map((line) => (/\t/.test(line) ? line.split('\t').map(printable).join('\t') : printable(line)))
    .join('\n')
}

function summary(
  { status, diagnostics, changes, files }: ScaffoldResult,
  manager: PackageManager,
): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length
  if (status === 'failed' || (files.length === 0 && errors > 0))
    return `Nothing was written: ${count(errors, 'error')}.`
  if (files.length === 0) return 'Everything is up to date.'
  const added = files.filter(({ before }) => before === undefined).length
  const verb = status === 'written' ? 'Written' : 'Would be written'
  const lines = [
    `${verb}: ${count(files.length, 'file')} (${added} new, ${files.length - added} changed).`,
  ]
  for (const kind of ['added', 'updated', 'renamed', 'restored', 'removed'] as const) {
    const subjects = changes.filter((change) => change.kind === kind).map(({ subject }) => subject)
    if (subjects.length > 0)
      lines.push(nameLine(`${capitalized(kind)} (${subjects.length})`, subjects))
  }
  if (status === 'written' && files.some(isNewManifest)) {
    const scripts = ['build', 'start'].map((script) => runScript(manager, script))
    lines.push(`Next, in the folder: ${[`${manager} install`, ...scripts].join(', ')}.`)
  }
  return lines.join('\n')
}

function isNewManifest({ path, before }: ScaffoldResult['files'][number]): boolean {
  return path === 'package.json' && before === undefined
}
