import { readFileSync, statSync } from 'node:fs'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { append } from '../json/append.ts'
import type { Finding } from '../diagnostics/diagnostics.ts'
import { type Decoded, decodeText } from './decode.ts'
import type { FileAccessPolicy } from './file-access.ts'
import type { Kind } from '../openrpc/grammar.ts'
import { normalizeFile, type Relocations } from './normalize/normalize-file.ts'
import { parseText } from './parse/parse.ts'
import { locator } from './parse/position.ts'
import type { InputFile, Position, Resolved } from '../openrpc/loaded.ts'

/**
 * Maximum file size, several times the size of the largest known document. Larger files would take
 * minutes and gigabytes of memory.
 */
const maxBytes = 32 * 1024 * 1024
const maxFiles = 5000

/**
 * Outcome of opening a file. If `kind` is `faulty`, errors in the content were already reported.
 */
export type Opened =
  | { readonly kind: 'file'; readonly file: InputFile }
  | { readonly kind: 'faulty' }
  | { readonly kind: 'missing'; readonly reason: string }
  /** References are not allowed to read this file. */
  | { readonly kind: 'outside' }

/** The files of a run. Each file is read once. */
export interface FileStore {
  readonly files: Map<string, InputFile>
  /** Reads a local file. A remote file must first be added with `add`. */
  readonly open: (path: string) => Opened
  readonly absent: () => readonly string[]
  /** Adds a file that was not read from disk. `base` is the base URL for its references. */
  readonly add: (path: string, text: string, base?: string) => Opened
  /** Repairs a value in a file. Returns undefined if the value needs no repair. */
  readonly normalize: (kind: Kind, part: Resolved) => Resolved | undefined
  /** Number of repairs so far. Values cached before the last repair are outdated. */
  readonly normalizations: () => number
}

/**
 * Creates a store that opens files by path relative to `root`. The function `adapt` changes each
 * file after it was read, for example by applying overlays. Errors in file contents are added to
 * `findings`.
 */
export function createFileStore(
  root: string,
  findings: Finding[],
  isAllowed: FileAccessPolicy,
  adapt: (file: InputFile) => InputFile = (file) => file,
): FileStore {
  const state: State = {
    root,
    findings,
    isAllowed,
    adapt,
    files: new Map(),
    opened: new Map(),
    relocations: new Map(),
    normalizations: 0,
  }
  const { files, opened } = state
  return {
    files,
    open(path) {
      const outcome = opened.get(path) ?? read(state, path)
      opened.set(path, outcome)
      return outcome
    },
    absent: () => [...opened].filter(([, { kind }]) => kind === 'missing').map(([path]) => path),
    add: (path, text, base) => add(state, path, text, base),
    normalize: (kind, part) => normalize(state, kind, part),
    normalizations: () => state.normalizations,
  }
}

interface State {
  readonly root: string
  readonly findings: Finding[]
  readonly isAllowed: FileAccessPolicy
  readonly adapt: (file: InputFile) => InputFile
  readonly files: Map<string, InputFile>
  readonly opened: Map<string, Opened>
  readonly relocations: Map<string, Relocations>
  normalizations: number
}

function add(state: State, path: string, text: string, base = path): Opened {
  const parsed = parseText(path, text)
  let outcome: Opened = { kind: 'faulty' }
  if (parsed.kind === 'parsed') {
    const { at = '' } = parsed
    const position = locator(path, text)
    const locate: InputFile['locate'] = (pointer) => position(at + pointer)
    const moved = base === path ? {} : { base }
    const file = state.adapt({ path, text, json: parsed.json, locate, ...moved })
    state.files.set(path, file)
    outcome = { kind: 'file', file }
  }
  append(state.findings, parsed.findings)
  state.opened.set(path, outcome)
  return outcome
}

function normalize(state: State, kind: Kind, part: Resolved): Resolved | undefined {
  const { file: path } = part.place
  const file = state.files.get(path)
  const own = state.relocations.get(path) ?? { origins: new Map(), moves: new Map() }
  const normalized = file && normalizeFile(file, kind, part, own)
  if (normalized === undefined) return undefined
  state.relocations.set(path, own)
  state.normalizations += 1
  state.files.set(path, normalized.file)
  state.opened.set(path, { kind: 'file', file: normalized.file })
  append(state.findings, normalized.findings)
  return normalized.part
}

function read(state: State, path: string): Opened {
  if (isRemote(path)) return { kind: 'missing', reason: 'it is remote' }
  const refuse = (code: 'RL104' | 'RL106', message: string, at?: Position): Opened => {
    state.findings.push({ code, message, place: { file: path, pointer: '' }, ...at })
    return { kind: 'faulty' }
  }
  if (state.files.size >= maxFiles)
    return refuse('RL104', `The documents reference more than ${maxFiles} files.`)
  const absolute = resolve(state.root, path)
  if (!state.isAllowed(absolute)) return { kind: 'outside' }
  const outcome = readText(absolute)
  if (outcome.kind === 'text') return add(state, path, outcome.text)
  if (outcome.kind === 'missing') return outcome
  if (outcome.kind === 'size') return refuse('RL104', outcome.message)
  return refuse('RL106', outcome.message, outcome.at)
}

type ReadOutcome =
  | Decoded
  | { readonly kind: 'missing'; readonly reason: string }
  | { readonly kind: 'size'; readonly message: string }

/**
 * Reads a text file without its byte order mark, or returns the reason why the file cannot be read.
 */
function readText(path: string): ReadOutcome {
  try {
    const stat = statSync(path)
    if (!stat.isFile()) return { kind: 'missing', reason: 'it is not a file' }
    if (stat.size > maxBytes) {
      return { kind: 'size', message: `The file has ${stat.size} bytes; the limit is ${maxBytes}.` }
    }
    return decodeText(readFileSync(path))
  } catch (error) {
    return { kind: 'missing', reason: reasonOf(error) }
  }
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'it does not exist'
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied'
  if (typeof code === 'string') return `the operating system reported ${code}`
  throw error
}

/** Whether a path is a URL. */
export function isRemote(path: string): boolean {
  return /^https?:\/\//i.test(path)
}

export function toProjectPath(root: string, path: string): string {
  return relative(root, resolve(root, path)).split(sep).join('/')
}

export function leavesProject(path: string): boolean {
  return path === '..' || path.startsWith('../') || isAbsolute(path)
}
