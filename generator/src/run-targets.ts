import { relative } from 'node:path'
import type { Config } from './config.ts'
import type { Finding } from './diagnostics.ts'
import type { Api } from './model/types.ts'
import type { Emitted } from './emit/plan.ts'
import { isParser, parserNames } from './emit/format.ts'
import { laidOut, printParts } from './emit/source-file.ts'
import { templatesOf } from './read-templates.ts'
import { runtimeVersion } from './stamp.ts'
import type {
  DerivedOutput,
  OutputFile,
  SourceOutput,
  Target,
  TargetOptions,
  TextOutput,
} from './emit/target.ts'

/** What targets make, paths from the output folder. */
export interface TargetOutput {
  readonly committed: readonly Emitted[]
  readonly derived: readonly DerivedOutput[]
  /** What is wrong with targets of the user's own. */
  readonly findings: readonly Finding[]
}

/** Runs every configured target over the model. */
export async function runTargets(
  api: Api,
  targets: readonly Target[],
  { root, config }: { readonly root: string; readonly config: Config },
): Promise<TargetOutput> {
  const committed: Emitted[] = []
  const derived: DerivedOutput[] = []
  const findings: Finding[] = []
  for (const target of targets) {
    const isOwn = config.targets[target.name]?.module !== undefined
    try {
      const files = await target.files(api, optionsFor(target, root, config))
      if (isOwn) checkFiles(files)
      for (const file of files) {
        const path = `${target.name}/${file.path}`
        if (file.kind === 'derived') derived.push({ ...file, path })
        else committed.push(await toEmitted(path, file))
      }
    } catch (error) {
      // A target of ours that fails is a defect of ours, and shows its stack.
      if (!isOwn) throw error
      findings.push(failure(root, target.name, error))
    }
  }
  return { committed, derived, findings }
}

/** Holds a target that no compiler may have seen to its contract. */
function checkFiles(files: readonly OutputFile[]): void {
  if (!Array.isArray(files)) throw new TypeError('`files` gives no list')
  for (const [index, file] of files.entries()) {
    const name = `the file at ${index}`
    if (typeof file !== 'object' || file === null) throw new TypeError(`${name} is no object`)
    if (typeof file.path !== 'string') throw new TypeError(`${name} has no \`path\``)
    const fault = faultOf(file)
    if (fault !== undefined) throw new TypeError(fault)
  }
}

/** What keeps a file from being written, of those things that its kind decides. */
function faultOf(file: OutputFile): string | undefined {
  const { path } = file
  switch (file.kind) {
    case 'typescript':
      if (typeof file.from !== 'string') return `${path} does not say what it comes from (\`from\`)`
      if (Array.isArray(file.imports) && Array.isArray(file.statements)) return undefined
      return `\`imports\` and \`statements\` of ${path} are no lists`
    case 'text':
      if (typeof file.text !== 'string') return `the \`text\` of ${path} is no text`
      if (file.format === undefined || isParser(file.format)) return undefined
      return `the \`format\` of ${path} is none of ${parserNames.join(', ')}`
    case 'derived':
      if (!/^[^/]+\/./.test(path)) return `${path} is derived and stands in no folder of its own`
      if (typeof file.key !== 'string') return `the \`key\` of ${path} is no text`
      return typeof file.text === 'function' ? undefined : `the \`text\` of ${path} is no function`
    default:
      return `${path} is neither typescript, text nor derived`
  }
}

function failure(root: string, name: string, error: unknown): Finding {
  const said = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  // Where the user's own module stands in the stack, without the hash that its address has.
  const [, path, line] = /file:\/\/([^\s?)]+)(?:\?\w+)?:(\d+):\d+/.exec(stack) ?? []
  const at =
    path === undefined || path.startsWith(ownFolder)
      ? ''
      : ` (${relative(root, decodeURI(path))}:${line})`
  return {
    code: 'RL008',
    message: `The target ${name} failed: ${said.split('\n')[0] ?? ''}${at}.`,
    place: { file: '(configuration)', pointer: `/targets/${name}` },
  }
}

/** Where this module and its neighbours are. */
const ownFolder = new URL('.', import.meta.url).pathname

const printed = new WeakMap<SourceOutput | TextOutput, Map<string, Emitted>>()

/** A file that a target gives again (`--watch`) is the same one for whoever compares it. */
async function toEmitted(path: string, file: SourceOutput | TextOutput): Promise<Emitted> {
  const places = printed.get(file) ?? new Map<string, Emitted>()
  const emitted = places.get(path) ?? (await print(path, file))
  printed.set(file, places.set(path, emitted))
  return emitted
}

async function print(path: string, file: SourceOutput | TextOutput): Promise<Emitted> {
  if (file.kind === 'typescript') {
    const parts = await printParts(file)
    return { path, text: laidOut(parts), parts, parser: 'typescript' }
  }
  return { path, text: file.text, ...(file.format !== undefined && { parser: file.format }) }
}

function optionsFor(target: Target, root: string, config: Config): TargetOptions {
  const own = config.targets[target.name]
  const siblings = Object.entries(config.targets).map(([name, { packageName }]) => [
    name,
    packageName,
  ])
  return {
    packageName: own?.packageName ?? `${config.scope}/${target.name}`,
    version: config.version,
    runtimeVersion: runtimeVersion(),
    siblings: Object.fromEntries(siblings),
    templates: templatesOf(root, config, target),
    options: own?.options ?? {},
  }
}
