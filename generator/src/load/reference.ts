import { posix } from 'node:path'
import { isRemote, toProjectPath } from './files.ts'
import { decodeFragment } from '../openrpc/named-schemas.ts'

/** The target of a reference, before the target is looked up. */
export interface Target {
  readonly file: string
  readonly fragment: string
}

/** A reference, the file that contains it, and the file's address if it was downloaded. */
interface Written {
  readonly root: string
  readonly file: string
  readonly base: string | undefined
  readonly ref: string
}

/** Splits a `$ref` and resolves its file part against the file that contains it. */
export function targetOf({ root, file, base = file, ref }: Written): Target {
  const hash = ref.indexOf('#')
  const path = hash === -1 ? ref : ref.slice(0, hash)
  const fragment = hash === -1 ? '' : decodeFragment(ref.slice(hash + 1))
  if (path === '') return { file, fragment }
  if (isRemote(path)) return { file: path, fragment }
  if (isRemote(base)) return { file: addressOf(path, base), fragment }
  const decoded = decodeFragment(path)
  const local = decoded.startsWith('/') ? decoded : posix.join(posix.dirname(file), decoded)
  return { file: toProjectPath(root, local), fragment }
}

/** Resolves an address against another. An invalid address is returned unchanged and will not be found. */
function addressOf(path: string, base: string): string {
  return URL.canParse(path, base) ? new URL(path, base).href : path
}
