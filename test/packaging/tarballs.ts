import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { pack, published } from '../../scripts/pack.mjs'

const root = resolve(import.meta.dirname, '../..')
const cache = join(root, '.cache/tarballs')

/** Folders whose files become part of the tarball of another one. */
const furtherFolders: Readonly<Record<string, readonly string[]>> = {
  generator: ['templates', 'docs'],
  'packages/rpc': ['packages/schema'],
  'packages/rpc-cli': ['packages/rpc', 'packages/schema'],
}

/**
 * Returns the tarballs of published packages, by name. To pack them takes longer than most suites that need them, so a
 * package is packed again only if a file has changed.
 */
export function tarballs(folders: readonly string[] = published): ReadonlyMap<string, string> {
  mkdirSync(cache, { recursive: true })
  const states = new Map(published.map((folder) => [folder, stateOf(sourcesOf(folder))]))
  const cached = (folder: string): string => join(cache, states.get(folder) ?? '')
  const missing = folders.filter((folder) => !existsSync(cached(folder)))
  if (missing.length > 0) packInto(cached, missing)
  const current = new Set(states.values())
  for (const other of readdirSync(cache))
    if (!current.has(other) && !other.startsWith('pack-'))
      rmSync(join(cache, other), { recursive: true, force: true })
  return new Map(folders.map((folder) => [nameOf(folder), join(cached(folder), 'package.tgz')]))
}

function sourcesOf(folder: string): readonly string[] {
  return [folder, 'scripts', ...(furtherFolders[folder] ?? [])]
}

/** Packs into a folder of its own first, because another suite may be doing the same. */
function packInto(cached: (folder: string) => string, folders: readonly string[]): void {
  const staged = mkdtempSync(join(cache, 'pack-'))
  try {
    const packed = pack(staged, folders)
    for (const folder of folders) {
      const one = mkdtempSync(join(staged, 'one-'))
      renameSync(packed.get(nameOf(folder)) ?? '', join(one, 'package.tgz'))
      if (!existsSync(cached(folder))) renameSync(one, cached(folder))
    }
  } finally {
    rmSync(staged, { recursive: true, force: true })
  }
}

function nameOf(folder: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
  return String(Object(manifest).name)
}

/** Returns a hash of the paths, sizes and times of change of the files in folders. */
function stateOf(folders: readonly string[]): string {
  const hash = createHash('sha256')
  const add = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory() && entry.name !== 'node_modules') add(path)
      if (!entry.isFile()) continue
      const { size, mtimeMs } = statSync(path)
      hash.update(`${path} ${size} ${mtimeMs}\n`)
    }
  }
  for (const folder of folders) add(join(root, folder))
  return hash.digest('hex').slice(0, 16)
}
