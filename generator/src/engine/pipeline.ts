import { shownFile } from '../codegen/shown-file.ts'
import { compareText } from '../json/compare-text.ts'
import { join } from 'node:path'
import { applyPlan, outputDiagnostics } from './apply-plan.ts'
import {
  hasErrors,
  toDiagnostics,
  type Diagnostic,
  type Finding,
} from '../diagnostics/diagnostics.ts'
import { compareApi } from './api-changes.ts'
import { digestApi } from './api-digest.ts'
import {
  derivedFolders,
  noDerivation,
  openManifests,
  planDerived,
  staleDerived,
} from '../output/derive.ts'
import { hashOfLines } from '../json/hash.ts'
import { lockName, printLock, readLock, type Lock } from '../output/lock.ts'
import { checkLinks, checkPaths } from '../output/output-paths.ts'
import { planWrites } from '../output/plan.ts'
import { runTargets, type TargetOutput } from './run-targets.ts'
import { absentHash, derivationOf, type Stamp } from './stamp.ts'
import type { LoadResult } from '../load/index.ts'
import type { Api } from '../model/index.ts'
import { recordedNames } from './recorded-names.ts'
import { readApi } from './read-api.ts'
import { pickTargets } from './pick-targets.ts'
import { checkOverrides, findingOf } from './template-overrides.ts'
import type { Target } from '../codegen/target.ts'
import { isTemplateError } from '../codegen/template-fault.ts'
import {
  withoutChanges,
  type GenerateOptions,
  type GenerateResult,
  type Project,
} from './project.ts'

export interface Regeneration {
  readonly project: Project
  readonly options: GenerateOptions
  readonly out: string
  readonly stamp: Stamp
}

export async function regenerate(run: Regeneration): Promise<GenerateResult> {
  const { project } = run
  const { targets, findings } = await pickTargets(project)
  const overrides = checkOverrides(project, targets)
  const faults = toDiagnostics([...findings, ...overrides], new Map())
  if (hasErrors(faults)) return withoutChanges('failed', faults)
  try {
    const result = await emitInto({ ...run, targets })
    return { ...result, diagnostics: [...faults, ...result.diagnostics] }
  } catch (error) {
    const finding = isTemplateError(error) ? findingOf(error, project, targets) : undefined
    // An error in a built-in template is a defect of the generator.
    if (finding === undefined) throw error
    return withoutChanges('failed', [...faults, ...toDiagnostics([finding], new Map())])
  }
}

async function emitInto(
  run: Regeneration & { readonly targets: readonly Target[] },
): Promise<GenerateResult> {
  const { project, options, targets } = run
  const { root, config } = project
  const step = options.onStep ?? (() => undefined)
  step('Reading the documents')
  const input = await readApi({ ...config, root })
  options.onRead?.([...input.files.keys(), ...input.absent])
  const { loaded, diagnostics } = input
  if (loaded === undefined || hasErrors(diagnostics)) return withoutChanges('failed', diagnostics)

  step(`Emitting ${targets.map(({ name }) => name).join(', ')}`)
  const { api } = input
  const emitted = await runTargets(api, targets, project)
  if (emitted.findings.length > 0) {
    const failures = toDiagnostics(emitted.findings, new Map())
    return withoutChanges('failed', [...diagnostics, ...failures])
  }
  step(`Comparing ${emitted.committed.length + emitted.derived.length} files`)
  const inputs = { ...inputHashes(input), ...run.stamp.code }
  const documents = loaded.documents.map(({ file }) => shownFile(file))
  return compare(run, { api, emitted, diagnostics, documents, inputs })
}

/** Output of the targets, and the documents and inputs that the lock records. */
interface Generated extends Pick<Lock, 'documents' | 'inputs'> {
  readonly api: Api
  readonly emitted: TargetOutput
  readonly diagnostics: readonly Diagnostic[]
}

/** Compares the output with the existing files, and applies or reports the differences. */
async function compare(run: Regeneration, generated: Generated): Promise<GenerateResult> {
  const { project, options, out, stamp } = run
  const { api, emitted, diagnostics } = generated
  // Read the lock file again, because acquiring the lock may have finished the writes of an earlier
  // run that was killed.
  const state = readLock(join(out, lockName))
  const found = state.kind === 'lock' ? { before: state.lock, beforeText: state.text } : {}
  const { before } = found
  const folders = {
    out,
    emitted: emitted.derived,
    known: before?.derived ?? [],
    found: openManifests(out),
  }
  const stale = staleDerived(folders)
  const unsafe = unsafePaths(out, emitted, [...Object.keys(before?.files ?? {}), ...stale])
  if (unsafe.length > 0) {
    return withoutChanges('failed', [...diagnostics, ...outputDiagnostics(project, unsafe)])
  }
  const plan = await planWrites({
    out,
    emitted: emitted.committed,
    formatter: stamp.formatter,
    lock: before,
    merged: state.kind === 'lock' ? state.merged : undefined,
    derived: emitted.derived.map(({ path }) => path),
    force: options.force,
  })
  const digest = digestApi(api)
  const after = lockTextOf(stamp, generated, { files: plan.files, api: digest })
  // Derived files are not committed, so `--check` does not report them.
  const derived =
    options.mode === 'check'
      ? noDerivation
      : { ...planDerived({ ...folders, ...derivationOf(stamp, after) }), remove: stale }
  const compared = compareApi(before?.api ?? {}, digest)
  // Another version of the generator may compute different digests, so changed digests do not imply changed
  // methods.
  const changes = before?.generator === stamp.generator ? compared : { ...compared, changed: [] }
  const lock = { ...found, after }
  return applyPlan({ project, options, out, plan, derived, lock, diagnostics, api: changes })
}

/**
 * Checks the paths to write and to remove. An old path may lead out of the folder through a symbolic link that
 * was added later.
 */
function unsafePaths(
  out: string,
  { committed, derived }: TargetOutput,
  old: readonly string[],
): readonly Finding[] {
  const paths = [...committed, ...derived].map(({ path }) => path)
  const removed = new Set(old)
  for (const path of paths) removed.delete(path)
  return [...checkPaths(out, paths, removed), ...checkLinks(out, removed)]
}

function lockTextOf(
  { generator, formatter, config }: Stamp,
  { api: model, emitted, documents, inputs }: Generated,
  { files, api }: Pick<Lock, 'files' | 'api'>,
): string {
  return printLock({
    generator,
    formatter: formatter.key,
    config,
    documents,
    inputs,
    files,
    derived: derivedFolders(emitted.derived),
    api,
    ...recordedNames(model.groups),
  })
}

function inputHashes({
  files,
  absent,
}: Pick<LoadResult, 'files' | 'absent'>): Readonly<Record<string, string>> {
  const hashes = [
    ...[...files.values()].map(({ path, text }) => [path, hashOfLines(text)] as const),
    ...absent.map((path) => [path, absentHash] as const),
  ]
  // URLs that differ in their credentials alone are numbered.
  const counts = new Map<string, number>()
  const named = hashes
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([path, hash]) => {
      const name = shownFile(path)
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      return [count === 1 ? name : `${name} (${count})`, hash] as const
    })
  return Object.fromEntries(named)
}
