import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { toDiagnostics, type Diagnostic, type Finding } from '../diagnostics/diagnostics.ts'
import { npmNameOf } from '../codegen/npm-name.ts'
import { makeFolders } from '../output/make-folders.ts'
import { recoverProject, writeTogether } from '../output/write-together.ts'
import { otherBuild } from '../init/files.ts'
import { denoSettings } from '../init/deno.ts'
import { managerOf, usesPlugAndPlay } from '../init/package-manager.ts'
import { planInit, starterPath, type InitPlan } from '../init/init.ts'
import { toProjectPath } from '../load/read/paths.ts'
import { isRemoteInput } from '../load/read/inputs.ts'
import type { Config } from '../engine/config.ts'
import { findConfig, readConfig } from '../engine/config-file.ts'
import { pickTargets } from '../engine/pick-targets.ts'
import { generate } from '../engine/run.ts'
import { commonOptions, defineCommand, type Command, type Call } from './command.ts'
import type { ExitCode } from './exit-code.ts'
import { printable } from '../diagnostics/printable.ts'
import type { Output } from './output.ts'
import { outputOptions, projectOf, projectOptions } from './project.ts'
import { ownVersion } from './version.ts'

/** Versions tested with the generated code. */
const tools = { '@types/node': '20.19.43', typescript: '7.0.2' }
const allTargets = 'client,server,mock,docs'

const options = {
  input: {
    ...projectOptions.input,
    help: 'document, glob or URL; repeatable; default: the documents in the folder',
  },
  name: {
    type: 'string',
    value: 'NAME',
    help: 'name of the workspace; default: name of the folder',
  },
  scope: {
    type: 'string',
    value: '@NAME',
    help: 'npm scope of the packages; default: the name',
  },
  targets: {
    ...outputOptions.targets,
    help: `packages to generate; default: ${allTargets}`,
  },
  'allow-unresolved': projectOptions['allow-unresolved'],
  'allow-remote': { type: 'boolean', help: 'allow http(s) documents and references' },
  'no-install': { type: 'boolean', help: 'skip `npm install`' },
  force: {
    type: 'boolean',
    help: 'replace existing files, except for a configuration, whose documents are used',
  },
  ...commonOptions,
} as const

/**
 * `rpcloom init [DIR]`: creates a workspace without prompts. The whole workspace is planned before a file is
 * written.
 */
export const initCommand: Command = defineCommand({
  about: [
    'creates an npm workspace in DIR (default: this folder) without asking questions.',
    'Uses the OpenRPC documents in DIR, including documents that are split into several files; in a new subfolder, those in the working directory. Without a document, it writes a small sample. Adds missing entries to package.json and .gitignore, keeps an existing README.md, and replaces other files only with --force.',
  ],
  options,
  examples: ['rpcloom init', 'rpcloom init api --input openrpc.json --targets client,docs'],
  takes: { least: 0, most: 1, otherwise: '`init` accepts at most one folder.' },
  fault: ({ name }) =>
    name === undefined || /^(@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/.test(name)
      ? undefined
      : '--name must be a valid npm package name, such as acme-api.',
  run,
})

async function run({
  values,
  positionals: [folder = '.'],
  output,
}: Call<typeof options>): Promise<ExitCode> {
  const root = resolve(process.cwd(), folder)
  makeFolders(root)
  await recoverProject(root)
  const name = values.name ?? npmNameOf(root, 'api')
  const other = values['no-install'] ? undefined : otherManager(root)
  if (other !== undefined) {
    output.diagnostics(toDiagnostics([other], new Map()))
    return 2
  }
  output.progress('Reading the documents')
  const plan = await planInit({
    root,
    workingDirectory: process.cwd(),
    name,
    scope: values.scope ?? `@${name.replace(/^@[^/]*\//, '')}`,
    targets: (values.targets ?? allTargets).split(',').map((target) => target.trim()),
    // Paths on the command line are relative to the working directory.
    inputs: (values.input ?? []).map((input) =>
      isRemoteInput(input) ? input : toProjectPath(root, resolve(input)),
    ),
    allowUnresolved: values['allow-unresolved'] === true,
    allowRemote: values['allow-remote'] === true,
    force: values.force === true,
    existing: values.force && values.input === undefined ? await existingConfig(root) : undefined,
    tools: { ...tools, rpcloom: ownVersion() },
  })
  output.diagnostics(plan.diagnostics)
  if (plan.kind === 'faulty') return 2
  const project = await projectOf(root, plan.config)
  const { findings } = await pickTargets(project)
  if (findings.length > 0) {
    output.diagnostics(toDiagnostics(findings, new Map()))
    return 2
  }
  await writeTogether(root, { write: plan.files })
  const generated = await generate(project, {
    mode: 'write',
    force: values.force === true,
    onStep: output.progress,
  })
  // Errors in the documents were already printed.
  const printed = new Set(plan.diagnostics.map(identityOf))
  output.diagnostics(generated.diagnostics.filter((one) => !printed.has(identityOf(one))))
  if (generated.status === 'failed' || generated.status === 'refused') return 1
  const packages = generated.changes.added.length + generated.changes.changed.length
  if (!values['no-install'] && !(await install(root, output))) return 1
  report({ plan, root, folder, packages, isInstalled: values['no-install'] !== true }, output)
  return 0
}

/** Returns the folder's configuration; undefined if it is missing or invalid. */
async function existingConfig(root: string): Promise<Config | undefined> {
  const path = findConfig(root)
  const read = path === undefined ? undefined : await readConfig(path)
  return read?.kind === 'config' ? read.config : undefined
}

function identityOf({ code, file, pointer }: Diagnostic): string {
  return `${code} ${file}#${pointer}`
}

/**
 * Reports a package manager other than npm, for which `npm install` is skipped because it would write a second
 * lock file.
 */
function otherManager(root: string): Finding | undefined {
  const { manager, file } = managerOf(root)
  if (file === undefined) return undefined
  const message = `The packages of this folder are installed with ${manager}; \`rpcloom init\` runs npm.`
  const help = `Pass --no-install and run \`${manager} install\` yourself, or create the workspace in a subfolder, \`rpcloom init rpc\`.`
  return { code: 'RL022', message, help, place: { file, pointer: '' } }
}

/** Runs `npm install` in the folder and prints its output if it fails. */
async function install(root: string, output: Output): Promise<boolean> {
  output.progress('Installing')
  const { code, text } = await new Promise<{ code: number | null; text: string }>((done) => {
    const isWindows = process.platform === 'win32'
    // On Windows npm is a batch file, which needs a shell. This is safe because the arguments are constants.
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
  readonly root: string
  readonly folder: string
  /** Number of files in all generated packages. */
  readonly packages: number
  readonly isInstalled: boolean
}

function report({ plan, root, folder, packages, isInstalled }: Done, output: Output): void {
  const files = [...plan.files.keys()].toSorted()
  const next = [
    ...(folder === '.' ? [] : [`cd ${shellWord(folder)}`]),
    ...(isInstalled ? [] : [`${plan.manager} install`]),
    plan.test,
  ]
  if (output.json) {
    const { config, kept } = plan
    output.line(JSON.stringify({ files, kept, config, generated: packages, next }, undefined, 2))
    return
  }
  if (plan.isSample) {
    const others = plan.openApi.map(printable).join(', ')
    if (others !== '') output.note(`OpenAPI documents are not supported: ${others}.`)
    output.note(
      `No OpenRPC document was found: ${starterPath} is a sample. To use your own documents, pass --input.`,
    )
  } else {
    output.note(`Documents: ${plan.config.inputs.map(printable).join(', ')}.`)
  }
  output.note(`Written: ${files.map(printable).join(', ')}, and ${packages} package files.`)
  for (const path of plan.kept) output.note(`${path} already exists and was not changed.`)
  if (plan.files.has(otherBuild)) {
    output.note(`${otherBuild} builds the packages: tsc -b ${otherBuild}`)
  }
  if (usesPlugAndPlay(root)) {
    output.note(
      'TypeScript 7 does not find packages of Yarn Plug’n’Play: set `nodeLinker: node-modules` in .yarnrc.yml.',
    )
  }
  const deno = denoSettings(root, plan.config)
  if (deno !== undefined) {
    output.note(
      `Deno finds the packages of the workspace with these settings in deno.json: ${deno}`,
    )
  }
  output.note(`Next: ${next.join(', ')}.`)
}

/** Quotes a path for a shell. */
function shellWord(path: string): string {
  const shown = printable(path)
  return /^[\w@%+:,./-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", String.raw`'\''`)}'`
}
