import { existsSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, posix, relative, resolve, sep } from 'node:path'
import {
  type Diagnostic,
  type Finding,
  hasErrors,
  toDiagnostics,
} from '../diagnostics/diagnostics.ts'
import { type Formatted, formatterFor, formatText } from '../output/format.ts'
import { kindOf } from '../output/files.ts'
import { checkPaths } from '../output/output-paths.ts'
import type { Scaffold, TextFile } from '../codegen/scaffold.ts'
import type { Target } from '../codegen/target.ts'
import { lockName } from '../output/lock.ts'
import { withOutputLock } from '../output/output-lock.ts'
import { commit, type Outcome, stagingFault, stagingName } from '../output/write.ts'
import type { Api } from '../model/index.ts'
import { npmNameOf } from '../codegen/npm-name.ts'
import { readApi } from '../engine/read-api.ts'
import { runtimeVersion } from '../engine/runtime.ts'
import type { Project } from '../engine/project.ts'
import { templatesOf } from '../engine/read-templates.ts'
import { placementFault, placementOf } from './placement.ts'
import { emptyManifest, manifestName, printManifest, readManifest } from './manifest.ts'
import { mergeProject, type Merged } from './merge.ts'
import { followDependency, writeOnceFiles } from './write-once.ts'
import type { Change } from './outcome.ts'
import { readSources, readText } from './sources.ts'

export type ScaffoldTarget = Target & Required<Pick<Target, 'scaffold'>>

export interface ScaffoldRun {
  readonly project: Project
  readonly target: ScaffoldTarget
  readonly folder: string
  /** `plan` reports what `write` would write. */
  readonly mode: 'write' | 'plan'
  readonly onStep?: (step: string) => void
}

export interface ScaffoldResult {
  /** `failed`: nothing was written, because of the errors in the diagnostics. */
  readonly status: 'current' | 'written' | 'planned' | 'failed'
  readonly diagnostics: readonly Diagnostic[]
  readonly changes: readonly Change[]
  /** Changed files, with paths relative to the project's folder. */
  readonly files: readonly WrittenFile[]
}

export interface WrittenFile {
  readonly path: string
  /** Previous content; undefined for a new file. */
  readonly before?: string
  readonly after: string
}

/** Creates a project that the user owns, or updates it so that it matches the documents. */
export async function scaffold(run: ScaffoldRun): Promise<ScaffoldResult> {
  const fault = folderFault(run)
  if (fault !== undefined) return failed(run, [], [fault])
  if (run.mode === 'plan') return prepare(run)
  const locked = await withOutputLock(run.folder, async () => {
    // Start again if the user saves a file after it was read.
    for (let attempt = 0; attempt < attempts; attempt++) {
      const planned = await prepare(run)
      if (planned.status !== 'planned') return planned
      if (planned.files.length === 0) return { ...planned, status: 'current' as const }
      if ((await put(run.folder, planned.files)) === 'done') {
        return { ...planned, status: 'written' as const }
      }
    }
    const message = 'A file keeps changing while it is read; other files may already be written.'
    return failed(run, [], [{ code: 'RL603', message, place: { file: '', pointer: '' } }])
  })
  if (locked.kind === 'done') return locked.result
  const message = `Process ${locked.pid} is writing into this folder.`
  return failed(run, [], [{ code: 'RL406', message, place: { file: manifestName, pointer: '' } }])
}

const attempts = 5

function put(folder: string, files: readonly WrittenFile[]): Promise<Outcome> {
  const write = files.map(({ path, before, after }) => ({
    path,
    text: after,
    was: before ?? null,
  }))
  return commit(folder, { write, remove: [] })
}

function failed(
  run: ScaffoldRun,
  diagnostics: readonly Diagnostic[],
  findings: readonly Finding[],
): ScaffoldResult {
  const all = [...diagnostics, ...projectDiagnostics(run, findings)]
  return { status: 'failed', diagnostics: all, changes: [], files: [] }
}

/** Converts findings with paths relative to the user's project to diagnostics. */
function projectDiagnostics(
  { project, folder }: ScaffoldRun,
  findings: readonly Finding[],
): readonly Diagnostic[] {
  const home = relative(project.root, folder).split(sep).join('/')
  const placed = findings.map((finding) => ({
    ...finding,
    place: { ...finding.place, file: posix.join(home, finding.place.file) },
  }))
  return toDiagnostics(placed, new Map())
}

function folderFault({ project, folder }: ScaffoldRun): Finding | undefined {
  const place = { file: '', pointer: '' }
  const staging = kindOf(folder) === 'folder' ? stagingFault(folder) : undefined
  if (staging !== undefined) {
    return { code: 'RL410', message: `${stagingName} cannot be used: ${staging}.`, place }
  }
  if (kindOf(folder) === 'file') {
    return { code: 'RL604', message: `${folder} is a file.`, place }
  }
  const out = realPath(resolve(project.root, project.config.out))
  const real = realPath(folder)
  const inside = Object.keys(project.config.targets).find((name) => {
    const home = join(out, name)
    return real === home || real.startsWith(home + sep)
  })
  // The project may be in the output folder, but not inside a generated package.
  const isOut = real === out && existsSync(join(out, lockName))
  if (!isOut && inside === undefined) return undefined
  const message = `${folder} contains generated packages; the next run would replace its files.`
  return { code: 'RL604', message, place }
}

/** Resolves symbolic links in the existing part of a path. */
function realPath(path: string): string {
  if (existsSync(path)) return realpathSync(path)
  const parent = dirname(path)
  return parent === path ? path : join(realPath(parent), basename(path))
}

/** Plans the changes without writing files. */
async function prepare(run: ScaffoldRun): Promise<ScaffoldResult> {
  const { root, config } = run.project
  run.onStep?.('Reading the documents')
  const { diagnostics, ...input } = await readApi({ ...config, root })
  if (input.loaded === undefined || hasErrors(diagnostics)) return failed(run, diagnostics, [])
  run.onStep?.('Reading the project')
  const wanted = await wantedOf(run, input.api)
  if (wanted === undefined) {
    const message = `The documents have no methods for a project of the ${run.target.name}.`
    return failed(run, diagnostics, [{ code: 'RL615', message, place: { file: '', pointer: '' } }])
  }
  const plan = await planFiles(run, wanted)
  if (plan.fault !== undefined) return failed(run, diagnostics, [plan.fault])
  const { folder } = run
  const { files, changes, findings } = plan
  const paths = files.map(({ path }) => path)
  const unsafe = [
    ...checkPaths(folder, paths),
    ...files.flatMap((file) => readOnlyFault(folder, file)),
  ]
  if (unsafe.length > 0) return failed(run, diagnostics, unsafe)
  const placed = placementFault(folder, packageFolderOf(run))
  const reported = placed === undefined ? findings : [...findings, placed]
  const all = [...diagnostics, ...projectDiagnostics(run, reported)]
  return { status: 'planned', diagnostics: all, changes, files }
}

type FilePlan =
  | { readonly fault: Finding }
  | (Pick<ScaffoldResult, 'changes' | 'files'> & {
      readonly fault?: undefined
      readonly findings: readonly Finding[]
    })

/** Merges the scaffold into the project and returns the changed files. */
async function planFiles(run: ScaffoldRun, wanted: Scaffold): Promise<FilePlan> {
  const { folder } = run
  // Read these files first, so that later changes by the user are detected and not overwritten.
  const paths = [manifestName, 'package.json', ...wanted.files.map(({ path }) => path)]
  const early = new Map(paths.map((path) => [path, readText(join(folder, path))]))
  const state = readManifest(join(folder, manifestName))
  if (state.kind === 'damaged') {
    const message = `Cannot read the manifest: ${state.reason}.`
    return { fault: { code: 'RL601', message, place: { file: manifestName, pointer: '' } } }
  }
  const { packageName, dependency } = wanted
  const manifest =
    state.kind === 'manifest' ? state.manifest : emptyManifest(packageName, dependency)
  const sources = readSources(folder)
  for (const { path, text } of sources.sources) early.set(path, text)
  const once = writeOnceFiles(folder, wanted, manifest)
  run.onStep?.('Merging')
  const merged = mergeProject(wanted, manifest, sources)
  const formatted = await finished(run, merged.files, once.write)
  const fault = formatted.find((one) => one.kind === 'faulty')
  if (fault !== undefined) return { fault: fault.finding }
  const files = formatted.flatMap((one) =>
    one.kind === 'text' ? [{ path: one.path, text: one.text }] : [],
  )
  const packageText = followDependency(folder, wanted, manifest)
  if (packageText !== undefined) files.push({ path: 'package.json', text: packageText })
  const known = [...new Set([...manifest.files, ...wanted.files.map(({ path }) => path)])]
  const remembered = printManifest({ ...merged.manifest, files: known })
  // Write the manifest last. If the process is killed before, the manifest does not record changes that were
  // not made. Compare the content of the manifest rather than its text, because a formatter may have changed
  // the layout.
  if (state.kind === 'none' || printManifest(manifest) !== remembered) {
    files.push({ path: manifestName, text: remembered })
  }
  const changed = files.flatMap(({ path, text }): readonly WrittenFile[] => {
    const before = early.get(path)
    if (before === text) return []
    return [{ path, after: text, ...(before !== undefined && { before }) }]
  })
  const findings = [...sources.faults, ...once.findings, ...merged.findings]
  return { changes: merged.changes, files: changed, findings }
}

/**
 * Reports a read-only file. The file could be replaced by renaming a new file, but the user does not want it
 * to change.
 */
function readOnlyFault(folder: string, { path, before }: WrittenFile): readonly Finding[] {
  if (before === undefined || (statSync(join(folder, path)).mode & 0o222) !== 0) return []
  return [
    {
      code: 'RL603',
      message: `${path} is read-only, but must be updated for the new documents.`,
      place: { file: path, pointer: '' },
    },
  ]
}

function packageFolderOf({ project: { root, config }, target }: ScaffoldRun): string {
  return join(resolve(root, config.out), target.name)
}

async function wantedOf(run: ScaffoldRun, api: Api): Promise<Scaffold | undefined> {
  const { project, target, folder } = run
  const { root, config } = project
  const packageName = config.targets[target.name]?.packageName ?? `${config.scope}/${target.name}`
  return target.scaffold(api, {
    packageName,
    projectName: npmNameOf(folder, target.name),
    runtimeVersion: runtimeVersion(),
    ...placementOf(folder, {
      packageFolder: packageFolderOf(run),
      version: config.version,
    }),
    templates: templatesOf(root, config, target),
  })
}

/** Formats new files with the project's options. Existing files keep their formatting. */
async function finished(
  { folder, project }: ScaffoldRun,
  sources: Merged['files'],
  once: readonly TextFile[],
): Promise<readonly (Formatted & { readonly path: string })[]> {
  const formatter = formatterFor(folder, project.config.format || true)
  const fresh = sources.map(({ path, text, fresh: isNew }) => ({
    path,
    text,
    ...(isNew && { parser: 'typescript' as const }),
  }))
  const files = once.map(({ path, text, format }) => ({
    path,
    text,
    ...(format !== undefined && { parser: format }),
  }))
  const done: (Formatted & { readonly path: string })[] = []
  for (const file of [...fresh, ...files]) {
    done.push({ path: file.path, ...(await formatText(formatter, { ...file, folder })) })
  }
  return done
}
