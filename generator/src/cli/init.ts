import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { toDiagnostics, type Finding } from '../diagnostics/diagnostics.ts'
import { makeFolders } from '../output/make-folders.ts'
import { planInit, starterPath, writeInit, type InitPlan } from '../init/init.ts'
import { toProjectPath } from '../load/files.ts'
import { isRemoteInput } from '../load/inputs.ts'
import { pickTargets } from '../engine/pick-targets.ts'
import { generate } from '../engine/run.ts'
import type { CliOptions } from './arguments.ts'
import type { ExitCode } from './exit-code.ts'
import { printable } from '../diagnostics/printable.ts'
import type { Output } from './output.ts'
import { projectOf } from './project.ts'
import { ownVersion } from './version.ts'

/** Versions tested with the generated code. */
const tools = { '@types/node': '20.19.43', typescript: '7.0.2' }
const allTargets = 'client,server,mock,docs'

/** Runs `rpcloom init [DIR]`: without prompts, and plans everything before writing. */
export async function run(
  options: CliOptions,
  output: Output,
  [folder = '.']: readonly string[],
): Promise<ExitCode> {
  const root = resolve(process.cwd(), folder)
  makeFolders(root)
  const name = options.name ?? nameOf(root)
  const manager = options.noInstall ? undefined : otherManager(root)
  if (manager !== undefined) {
    output.diagnostics(toDiagnostics([manager], new Map()))
    return 2
  }
  output.progress('Reading the documents')
  const plan = await planInit({
    root,
    workingDirectory: process.cwd(),
    name,
    scope: options.scope ?? `@${name.replace(/^@[^/]*\//, '')}`,
    targets: (options.targets ?? allTargets).split(',').map((target) => target.trim()),
    // Paths of a command line are relative to the working directory.
    inputs: options.input.map((input) =>
      isRemoteInput(input) ? input : toProjectPath(root, resolve(input)),
    ),
    allowRemote: options.allowRemote,
    force: options.force,
    tools: { ...tools, rpcloom: ownVersion() },
  })
  output.diagnostics(plan.diagnostics)
  if (plan.kind === 'faulty') return 2
  const project = projectOf(root, plan.config)
  const { findings } = await pickTargets(project)
  if (findings.length > 0) {
    output.diagnostics(toDiagnostics(findings, new Map()))
    return 2
  }
  writeInit(root, plan.files)
  const generated = await generate(project, {
    mode: 'write',
    force: options.force,
    onStep: output.progress,
  })
  // Faults of the documents were already printed.
  const printed = new Set(plan.diagnostics.map(({ message }) => message))
  output.diagnostics(generated.diagnostics.filter(({ message }) => !printed.has(message)))
  if (generated.status === 'failed' || generated.status === 'refused') return 1
  const packages = generated.changes.added.length + generated.changes.changed.length
  if (!options.noInstall && !(await install(root, output))) return 1
  report({ plan, folder, packages, isInstalled: !options.noInstall }, output)
  return 0
}

/** Converts a folder name to a valid npm name. */
function nameOf(root: string): string {
  const name = basename(root)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '')
  return name === '' ? 'api' : name
}

/** Lock files of other package managers than npm. */
const lockFiles = {
  'yarn.lock': 'yarn',
  'pnpm-lock.yaml': 'pnpm',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
} as const

/** npm must not install where another package manager does: it would write a second lock file. */
function otherManager(root: string): Finding | undefined {
  for (const [file, manager] of Object.entries(lockFiles)) {
    if (!existsSync(join(root, file))) continue
    const message = `The packages of this folder are installed with ${manager}, but the workspace needs npm.`
    const help = `Create the workspace in a subfolder, \`rpcloom init rpc\`, or pass --no-install and install it with ${manager}.`
    return { code: 'RL022', message, help, place: { file, pointer: '' } }
  }
  return undefined
}

/** Runs `npm install` in the folder and prints its output if it fails. */
async function install(root: string, output: Output): Promise<boolean> {
  output.progress('Installing')
  const { code, text } = await new Promise<{ code: number | null; text: string }>((done) => {
    const isWindows = process.platform === 'win32'
    // On Windows npm is a batch file, which requires a shell; the arguments are constants.
    const child = spawn('npm', ['install', '--no-audit', '--no-fund'], {
      cwd: root,
      shell: isWindows,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let text = ''
    const keep = (part: Buffer): void => {
      text += part.toString()
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', (error) => done({ code: null, text: error.message }))
    child.on('close', (code) => done({ code, text }))
  })
  if (code === 0) return true
  const place = { file: 'package.json', pointer: '' }
  const message = `npm install exited with ${code === null ? 'no exit code' : `code ${code}`}.`
  output.diagnostics(toDiagnostics([{ code: 'RL022', message, place }], new Map()))
  output.error(text.split('\n').slice(-20).map(printable).join('\n').trimEnd())
  return false
}

interface Done {
  readonly plan: Extract<InitPlan, { kind: 'planned' }>
  readonly folder: string
  /** Number of files in the generated packages. */
  readonly packages: number
  readonly isInstalled: boolean
}

function report({ plan, folder, packages, isInstalled }: Done, output: Output): void {
  const files = [...plan.files.keys()].toSorted()
  const next = [
    ...(folder === '.' ? [] : [`cd ${shellWord(folder)}`]),
    ...(isInstalled ? [] : ['npm install']),
    plan.test,
  ]
  if (output.json) {
    const { config, kept } = plan
    output.line(JSON.stringify({ files, kept, config, generated: packages, next }, undefined, 2))
    return
  }
  if (plan.isSample) {
    output.note(
      `No OpenRPC document was found: ${starterPath} is a sample. Pass your own documents with --input.`,
    )
  } else {
    output.note(`Documents: ${plan.config.inputs.map(printable).join(', ')}.`)
  }
  output.note(`Written: ${files.map(printable).join(', ')}, and ${packages} package files.`)
  for (const path of plan.kept) output.note(`${path} already exists and was not changed.`)
  output.note(`Next: ${next.join(', ')}.`)
}

/** Quotes a path for a shell. */
function shellWord(path: string): string {
  const shown = printable(path)
  return /^[\w@%+:,./-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", String.raw`'\''`)}'`
}
