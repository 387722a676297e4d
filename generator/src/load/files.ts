import { append } from '../json/append.ts'
import type { Finding } from '../diagnostics/diagnostics.ts'
import type { InputFile } from '../openrpc/loaded.ts'
import type { ParsedFile } from './parse/parse.ts'
import type { ReadFile } from './read/file.ts'

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
  readonly files: ReadonlyMap<string, InputFile>
  /** Opens a local file. A remote file must first be added with `add`. */
  readonly open: (path: string) => Opened
  readonly absent: () => readonly string[]
  /** Adds a file that was not read from disk. `base` is the base URL for its references. */
  readonly add: (path: string, text: string, base?: string) => Opened
  /** Replaces a file after a repair. */
  readonly replace: (file: InputFile) => void
  /** Number of replacements so far. Values cached before the last one are outdated. */
  readonly replacements: () => number
}

/** The steps that every file of a store takes. */
export interface FileSteps {
  readonly read: (path: string) => ReadFile
  readonly parse: (path: string, text: string, base?: string) => ParsedFile
}

/** Creates a store of files. Errors in their contents are added to `findings`. */
export function createFileStore(findings: Finding[], { read, parse }: FileSteps): FileStore {
  const files = new Map<string, InputFile>()
  const opened = new Map<string, Opened>()
  let replacements = 0
  const keep = (file: InputFile): Opened => {
    files.set(file.path, file)
    return { kind: 'file', file }
  }
  const add: FileStore['add'] = (path, text, base) => {
    const parsed = parse(path, text, base)
    append(findings, parsed.findings)
    const outcome: Opened = parsed.kind === 'parsed' ? keep(parsed.file) : { kind: 'faulty' }
    opened.set(path, outcome)
    return outcome
  }
  const refuse = (path: string, problem: Omit<Finding, 'place'>): Opened => {
    findings.push({ ...problem, place: { file: path, pointer: '' } })
    return { kind: 'faulty' }
  }
  const openNew = (path: string): Opened => {
    const outcome = read(path)
    if (outcome.kind === 'refused') {
      const { code, message, at } = outcome
      return refuse(path, { code, message, ...at })
    }
    if (outcome.kind !== 'text') return outcome
    if (files.size < maxFiles) return add(path, outcome.text)
    const message = `The documents reference more than ${maxFiles} files.`
    return refuse(path, { code: 'RL104', message })
  }
  return {
    files,
    open(path) {
      const outcome = opened.get(path) ?? openNew(path)
      opened.set(path, outcome)
      return outcome
    },
    absent: () => [...opened].filter(([, { kind }]) => kind === 'missing').map(([path]) => path),
    add,
    replace(file) {
      opened.set(file.path, keep(file))
      replacements += 1
    },
    replacements: () => replacements,
  }
}
