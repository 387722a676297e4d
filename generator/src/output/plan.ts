import { join } from 'node:path'
import type { Finding } from '../diagnostics/diagnostics.ts'
import { formatText, type Formatter, type Parser } from './format.ts'
import { hashOf, hashOfLines } from '../json/hash.ts'
import { sidesOf } from './conflict.ts'
import { readIfThere } from './files.ts'
import type { Lock, LockedFile } from './lock.ts'

export interface Emitted {
  readonly path: string
  readonly text: string
  readonly parser?: Parser
  /** Whether a custom target emitted the text. */
  readonly isCustom?: boolean
}

/** A file to write. `fresh` is true if the file does not exist yet. */
export interface FileWrite {
  readonly path: string
  readonly text: string
  readonly fresh: boolean
}

export interface Plan {
  readonly write: readonly FileWrite[]
  readonly remove: readonly string[]
  readonly files: Readonly<Record<string, LockedFile>>
  /** Files that are not written, because the user edited them. Empty with `--force`. */
  readonly refused: readonly Finding[]
  readonly faults: readonly Finding[]
}

export interface PlanInput {
  readonly out: string
  readonly emitted: readonly Emitted[]
  readonly formatter: Formatter
  readonly lock: Lock | undefined
  /** Files that git merged from two generated versions. */
  readonly merged?: ReadonlySet<string> | undefined
  /** Files that an earlier run committed and that are now derived files. */
  readonly derived?: readonly string[]
  readonly force: boolean
}

/** Compares the emitted files with the lock and the disk. Only changed files are formatted. */
export async function planWrites(input: PlanInput): Promise<Plan> {
  const write: FileWrite[] = []
  const files: Record<string, LockedFile> = {}
  const refused: Finding[] = []
  const faults: Finding[] = []
  for (const file of input.emitted) {
    const step = await planFile(file, input)
    if (step.finding !== undefined) (step.kind === 'faulty' ? faults : refused).push(step.finding)
    if (step.text !== undefined) write.push({ path: file.path, text: step.text, fresh: step.fresh })
    files[file.path] = step.locked
  }
  const { remove, edited } = planRemovals(input)
  // A formatter that cannot run fails for every file with one message.
  const distinct = new Map(faults.map((fault) => [fault.message, fault]))
  return { write, remove, files, refused: [...refused, ...edited], faults: [...distinct.values()] }
}

interface Step {
  readonly kind: 'planned' | 'faulty'
  readonly locked: LockedFile
  readonly text?: string
  readonly fresh: boolean
  readonly finding?: Finding
}

async function planFile(file: Emitted, input: PlanInput): Promise<Step> {
  const { out, formatter, lock } = input
  const { path } = file
  const raw = hashOf(`${file.parser ?? ''}\n${file.text}`)
  const previous =
    lock === undefined || !Object.hasOwn(lock.files, path) ? undefined : lock.files[path]
  const bytes = readIfThere(join(out, path))
  const onDisk = bytes && hashOfLines(bytes)
  const isKept = lock?.formatter === formatter.key && previous?.final === onDisk
  if (isKept && previous?.raw === raw) {
    return { kind: 'planned', locked: previous, fresh: false }
  }
  const formatted = await formatText(formatter, { ...file, folder: out })
  if (formatted.kind === 'faulty') {
    return {
      kind: 'faulty',
      locked: { raw, final: '' },
      fresh: false,
      finding: formatted.finding,
    }
  }
  const locked = { raw, final: hashOfLines(formatted.text) }
  if (onDisk === locked.final) return { kind: 'planned', locked, fresh: false }
  const step: Step = { kind: 'planned', locked, text: formatted.text, fresh: onDisk === undefined }
  const ours =
    onDisk === undefined ||
    onDisk === previous?.final ||
    input.force ||
    isFromMerge(path, input, bytes)
  return ours ? step : { ...step, finding: refusal(path, previous !== undefined) }
}

/**
 * Whether git merged a generated file, so that its text is no edit by hand: the file has conflict markers, or the
 * lock has them and both branches changed the file.
 */
function isFromMerge(
  path: string,
  { lock, merged }: PlanInput,
  bytes: Uint8Array | undefined,
): boolean {
  if (lock === undefined || !Object.hasOwn(lock.files, path)) return false
  return merged?.has(path) === true || sidesOf(Buffer.from(bytes ?? []).toString()) !== undefined
}

function planRemovals(input: PlanInput): {
  readonly remove: readonly string[]
  readonly edited: readonly Finding[]
} {
  const { out, emitted, lock, derived = [], force } = input
  const kept = new Set([...emitted.map(({ path }) => path), ...derived])
  const remove: string[] = []
  const edited: Finding[] = []
  for (const [path, { final }] of Object.entries(lock?.files ?? {})) {
    if (kept.has(path)) continue
    const bytes = readIfThere(join(out, path))
    if (bytes === undefined) continue
    remove.push(path)
    const ours = hashOfLines(bytes) === final || force || isFromMerge(path, input, bytes)
    if (!ours) edited.push(refusal(path, true))
  }
  return { remove, edited }
}

function refusal(path: string, known: boolean): Finding {
  const place = { file: path, pointer: '' }
  return known
    ? { code: 'RL401', message: `${path} was edited by hand.`, place }
    : { code: 'RL402', message: `${path} already exists and was not generated.`, place }
}
