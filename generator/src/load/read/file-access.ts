import { realpathSync } from 'node:fs'
import { dirname, resolve, sep } from 'node:path'
import type { LoadOptions } from '../options.ts'
import type { Inputs } from './inputs.ts'

/** Decides whether a reference may read a file. */
export type FileAccessPolicy = (path: string) => boolean

export const allowAllFiles: FileAccessPolicy = () => true

/**
 * Allows references to files of the project and to files in the folders of the inputs, so that an
 * untrusted document cannot read unrelated files. For a symbolic link, the target of the link is
 * checked.
 */
export function accessPolicyOf(
  { root, allowOutside, isConfined, folders = [] }: LoadOptions,
  inputs: Inputs,
): FileAccessPolicy {
  if (allowOutside === true) return allowAllFiles
  const ofInputs = isConfined ? [] : inputs.folders
  const allowed = [...new Set([root, ...folders, ...ofInputs].map((folder) => realOf(folder)))]
  const named = new Set(isConfined ? [] : inputs.files)
  return (path) => {
    const real = realOf(path)
    return named.has(real) || allowed.some((folder) => real.startsWith(withEnd(folder)))
  }
}

function withEnd(folder: string): string {
  return folder.endsWith(sep) ? folder : folder + sep
}

/** Resolves symbolic links in the existing part of a path. */
function realOf(path: string): string {
  const absolute = resolve(path)
  try {
    return realpathSync(absolute)
  } catch (error) {
    // The path is missing, inaccessible or a cycle of links. Opening the file later reports the
    // reason.
    if (!(error instanceof Error && 'code' in error)) throw error
    const parent = dirname(absolute)
    if (parent === absolute) return absolute
    return resolve(realOf(parent), absolute.slice(withEnd(parent).length))
  }
}
