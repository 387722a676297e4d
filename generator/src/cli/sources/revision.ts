import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** What a revision holds that documents and configurations are made of. */
const wanted = /\.(json|ya?ml|js|mjs|ts)$/i
const maxBytes = 64 * 1024 * 1024

/** Whether a word names a commit of the repository that the process stands in. */
export function isRevision(word: string): boolean {
  if (word === '') return false
  return (
    git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${word}^{commit}`]) !== undefined
  )
}

/**
 * The documents of a revision, as files in a folder of their own: the same folder of the tree that the
 * process stands in. `dispose` removes them.
 */
export function checkOut(revision: string): {
  readonly folder: string
  readonly dispose: () => void
} {
  const root = mkdtempSync(join(tmpdir(), 'rpcloom-revision-'))
  const prefix = text(git(['rev-parse', '--show-prefix'])).trim()
  for (const { hash, path } of blobsOf(revision)) {
    const target = join(root, path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, git(['cat-file', 'blob', hash]) ?? '')
  }
  const dispose = (): void => rmSync(root, { recursive: true, force: true })
  const folder = join(root, prefix)
  mkdirSync(folder, { recursive: true })
  return { folder, dispose }
}

/** Names of the tags that the present commit holds, in no order. */
export function tagsHere(): readonly string[] {
  return text(git(['tag', '--merged', 'HEAD']))
    .split('\n')
    .filter((tag) => tag !== '')
}

/** Files of a revision; links are left out, since they may lead anywhere. */
function blobsOf(revision: string): readonly { readonly hash: string; readonly path: string }[] {
  const tree = text(git(['ls-tree', '-r', '-z', '--full-tree', '--end-of-options', revision]))
  return tree.split('\0').flatMap((entry) => {
    const [, mode = '', hash = '', path = ''] = /^(\d+) blob ([0-9a-f]+)\t(.*)$/s.exec(entry) ?? []
    return mode.startsWith('100') && wanted.test(path) && !isDependency(path)
      ? [{ hash, path }]
      : []
  })
}

function isDependency(path: string): boolean {
  return /(^|\/)node_modules\//.test(path)
}

/** What git answers, or undefined where it refuses or is not installed. */
function git(args: readonly string[]): Buffer | undefined {
  try {
    return execFileSync('git', [...args], {
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
