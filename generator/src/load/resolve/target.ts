import { existsSync } from 'node:fs'
import { posix, resolve } from 'node:path'
import { isRemote, toProjectPath } from '../read/paths.ts'
import { absolute, decodeFragment } from '@rpcloom/schema/internal'

/** The file and fragment that a reference points to. */
export interface Target {
  readonly file: string
  readonly fragment: string
  /** Whether the file is only found from the project's root, as in tools that resolve from there. */
  readonly isFromRoot?: true
}

/**
 * A reference with the file that contains it. `base` is the URL of the file, if the file was
 * downloaded.
 */
interface Written {
  readonly root: string
  readonly file: string
  readonly base: string | undefined
  readonly ref: string
}

/**
 * Splits a `$ref` into file and fragment, and resolves the file relative to the file that contains
 * the `$ref`, or else to the root of the project.
 */
export function targetOf({ root, file, base = file, ref }: Written): Target {
  const hash = ref.indexOf('#')
  const path = hash === -1 ? ref : ref.slice(0, hash)
  const fragment = hash === -1 ? '' : decodeFragment(ref.slice(hash + 1))
  if (path === '') return { file, fragment }
  if (isRemote(path)) return { file: path, fragment }
  if (isRemote(base)) return { file: absolute(path, base), fragment }
  const decoded = decodeFragment(path)
  if (decoded.startsWith('/')) return { file: toProjectPath(root, decoded), fragment }
  const beside = posix.join(posix.dirname(file), decoded)
  const other = posix.join(decoded)
  const isFromRoot =
    beside !== other && !existsSync(resolve(root, beside)) && existsSync(resolve(root, other))
  const local = isFromRoot ? other : beside
  return { file: toProjectPath(root, local), fragment, ...(isFromRoot && { isFromRoot }) }
}
