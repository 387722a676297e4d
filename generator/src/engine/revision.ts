import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Matches files of a revision that may be documents or configurations. */
const wanted = /\.(json|ya?ml|js|mjs|ts)$/i
const maxBytes = 64 * 1024 * 1024

/** Whether an argument names a commit of the repository that contains `cwd`. */
export function isRevision(word: string, cwd: string): boolean {
  if (word === '') return false
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${word}^{commit}`]
  return git(cwd, args) !== undefined
}

/** Whether a repository is a shallow clone, as on many build servers. */
export function isShallow(cwd: string): boolean {
  return text(git(cwd, ['rev-parse', '--is-shallow-repository'])).trim() === 'true'
}

export interface CheckedOut {
  /** Temporary folder with the files of the revision. Corresponds to the root of the repository. */
  readonly top: string
  /** Folder below `top` that corresponds to the working directory. */
  readonly folder: string
  readonly dispose: () => void
}

export function checkOut(revision: string, cwd: string): CheckedOut {
  const top = mkdtempSync(join(tmpdir(), 'rpcloom-revision-'))
  const prefix = text(git(cwd, ['rev-parse', '--show-prefix'])).trim()
  for (const { hash, path } of blobsOf(revision, cwd)) {
    const target = join(top, path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, git(cwd, ['cat-file', 'blob', hash]) ?? '')
  }
  const folder = join(top, prefix)
  mkdirSync(folder, { recursive: true })
  lendPackages({ top, prefix, cwd })
  return { top, folder, dispose: () => rmSync(top, { recursive: true, force: true }) }
}

/**
 * Links installed packages into the temporary folder, because a configuration that is a program may import
 * them.
 */
function lendPackages({
  top,
  prefix,
  cwd,
}: {
  readonly top: string
  readonly prefix: string
  readonly cwd: string
}): void {
  const steps = prefix.split('/').filter((step) => step !== '')
  for (let depth = steps.length, real = cwd; depth >= 0; depth--, real = dirname(real)) {
    const installed = join(real, 'node_modules')
    const link = join(top, ...steps.slice(0, depth), 'node_modules')
    if (existsSync(installed) && !existsSync(link)) symlinkSync(installed, link, 'junction')
  }
}

/** Returns the tags of the current commit and its ancestors, unsorted. */
export function tagsHere(cwd: string): readonly string[] {
  return text(git(cwd, ['tag', '--merged', 'HEAD']))
    .split('\n')
    .filter((tag) => tag !== '')
}

/** Returns the files of a revision. Symbolic links are omitted, because they may point anywhere. */
function blobsOf(
  revision: string,
  cwd: string,
): readonly { readonly hash: string; readonly path: string }[] {
  const tree = text(git(cwd, ['ls-tree', '-r', '-z', '--full-tree', '--end-of-options', revision]))
  return tree.split('\0').flatMap((entry) => {
    const [, mode = '', hash = '', path = ''] = /^(\d+) blob ([0-9a-f]+)\t(.*)$/s.exec(entry) ?? []
    return mode.startsWith('100') && wanted.test(path) && isInside(path) && !isDependency(path)
      ? [{ hash, path }]
      : []
  })
}

/** Whether a path stays in its folder. Trees that were not written by git can contain any path. */
function isInside(path: string): boolean {
  return !/^([a-z]:)?[/\\]|(^|[/\\])\.\.([/\\]|$)/i.test(path)
}

function isDependency(path: string): boolean {
  return /(^|\/)node_modules\//.test(path)
}

/** Returns the output of git; undefined if git fails or is not installed. */
function git(cwd: string, args: readonly string[]): Buffer | undefined {
  try {
    return execFileSync('git', [...args], {
      cwd,
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: maxBytes,
    })
  } catch (error) {
    if (error instanceof Error) return undefined
    throw error
  }
}

function text(bytes: Buffer | undefined): string {
  return bytes?.toString('utf8') ?? ''
}
