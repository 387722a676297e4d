import { readFileSync, statSync } from 'node:fs'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { append } from '../json/append.ts'
import type { Finding } from '../diagnostics/diagnostics.ts'
import { type Decoded, decodeText } from './decode.ts'
import type { FileAccessPolicy } from './file-access.ts'
import type { Kind } from '../openrpc/grammar.ts'
import { normalizeFile, type Ways } from './normalize/normalize-file.ts'
import { parseText } from './parse.ts'
import { locator } from './position.ts'
import type { InputFile, Resolved } from '../openrpc/loaded.ts'

/**
 * Maximum file size. This is several times the largest known document; larger files would take minutes and
 * gigabytes.
 */
const maxBytes = 32 * 1024 * 1024
const maxFiles = 5000

/** Outcome of opening a file. Faults of its content were already reported. */
export type Opened =
  | { readonly kind: 'file'; readonly file: InputFile }
  | { readonly kind: 'faulty' }
  | { readonly kind: 'missing'; readonly reason: string }
  /** References may not read this file. */
  | { readonly kind: 'outside' }

/** The files of a run, each read once. */
export interface FileStore {
  readonly files: Map<string, InputFile>
  /** Reads a local file. A remote file must first be added with `add`. */
  readonly open: (path: string) => Opened
  readonly absent: () => readonly string[]
  /** Adds text that was not read from disk, with the base address for its references. */
  readonly add: (path: string, text: string, base?: string) => Opened
  /** Repairs a part of a file. Returns undefined if there is nothing to repair. */
  readonly normalize: (kind: Kind, part: Resolved) => Resolved | undefined
  /** Number of repairs so far. Values that were cached before the last one are outdated. */
  readonly normalizations: () => number
}

/**
 * Creates a store that opens files by path from `root`. Each file passes through `adapt`; faults in its
 * content are added to `findings`.
 */
export function createFileStore(
  root: string,
  findings: Finding[],
  isAllowed: FileAccessPolicy,
  adapt: (file: InputFile) => InputFile = (file) => file,
): FileStore {
  const files = new Map<string, InputFile>()
  const opened = new Map<string, Opened>()
  const ways = new Map<string, Ways>()
  let normalizations = 0

  function add(path: string, text: string, base?: string): Opened {
    const parsed = parseText(path, text)
    let outcome: Opened = { kind: 'faulty' }
    if (parsed.kind === 'parsed') {
      const moved = base === undefined || base === path ? {} : { base }
      const { at = '' } = parsed
      const position = locator(path, text)
      const locate: InputFile['locate'] = (pointer) => position(at + pointer)
      const file = adapt({ path, text, json: parsed.json, locate, ...moved })
      files.set(path, file)
      outcome = { kind: 'file', file }
    }
    append(findings, parsed.findings)
    opened.set(path, outcome)
    return outcome
  }

  function normalize(kind: Kind, part: Resolved): Resolved | undefined {
    const { file: path } = part.place
    const file = files.get(path)
    const own = ways.get(path) ?? { origins: new Map(), moves: new Map() }
    const normalized = file && normalizeFile(file, kind, part, own)
    if (normalized === undefined) return undefined
    ways.set(path, own)
    normalizations += 1
    files.set(path, normalized.file)
    opened.set(path, { kind: 'file', file: normalized.file })
    append(findings, normalized.findings)
    return normalized.part
  }

  function read(path: string): Opened {
    if (isRemote(path)) return { kind: 'missing', reason: 'it is remote' }
    if (files.size >= maxFiles)
      return refuse(path, `The documents reference more than ${maxFiles} files.`)
    if (!isAllowed(resolve(root, path))) return { kind: 'outside' }
    const outcome = readText(resolve(root, path))
    if (outcome.kind === 'text') return add(path, outcome.text)
    if (outcome.kind === 'missing') return outcome
    if (outcome.kind === 'size') return refuse(path, outcome.message)
    const { message, at } = outcome
    findings.push({ code: 'RL106', message, place: { file: path, pointer: '' }, ...at })
    return { kind: 'faulty' }
  }

  function refuse(path: string, message: string): Opened {
    findings.push({ code: 'RL104', message, place: { file: path, pointer: '' } })
    return { kind: 'faulty' }
  }

  return {
    files,
    add,
    normalize,
    normalizations: () => normalizations,
    absent: () => [...opened].filter(([, { kind }]) => kind === 'missing').map(([path]) => path),
    open: (path) => {
      const known = opened.get(path)
      if (known !== undefined) return known
      const outcome = read(path)
      opened.set(path, outcome)
      return outcome
    },
  }
}

type ReadOutcome =
  | Decoded
  | { readonly kind: 'missing'; readonly reason: string }
  | { readonly kind: 'size'; readonly message: string }

/** Reads a file as text without its byte order mark, or returns why the file cannot be read. */
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
