import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Position } from '../../openrpc/loaded.ts'
import { decodeText } from './decode.ts'
import type { FileAccessPolicy } from './file-access.ts'
import { isRemote } from './paths.ts'

/**
 * Maximum file size, several times the size of the largest known document. Larger files would take
 * minutes and gigabytes of memory.
 */
const maxBytes = 32 * 1024 * 1024

/** The text of a file, or why it cannot be read. */
export type ReadFile =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'missing'; readonly reason: string }
  /** References are not allowed to read this file. */
  | { readonly kind: 'outside' }
  /** The file is too large, or not text. */
  | {
      readonly kind: 'refused'
      readonly code: 'RL104' | 'RL106'
      readonly message: string
      readonly at?: Position
    }

/** Reads a local file without its byte order mark. `path` is relative to `root`. */
export function readFile(root: string, path: string, isAllowed: FileAccessPolicy): ReadFile {
  if (isRemote(path)) return { kind: 'missing', reason: 'it is remote' }
  const absolute = resolve(root, path)
  if (!isAllowed(absolute)) return { kind: 'outside' }
  try {
    const stat = statSync(absolute)
    if (!stat.isFile()) return { kind: 'missing', reason: 'it is not a file' }
    if (stat.size > maxBytes) {
      const message = `The file has ${stat.size} bytes; the limit is ${maxBytes}.`
      return { kind: 'refused', code: 'RL104', message }
    }
    const decoded = decodeText(readFileSync(absolute))
    return decoded.kind === 'text' ? decoded : { ...decoded, kind: 'refused', code: 'RL106' }
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
