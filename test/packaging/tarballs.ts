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
  writeFileSync,
} from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { pack, published } from '../../scripts/pack.mjs'

const root = resolve(import.meta.dirname, '../..')
const cache = join(root, '.cache/tarballs')

/**
 * Returns the tarballs of the published packages, by name. To pack them takes longer than most suites that need
 * them, so they are packed again only if a file has changed.
 */
export function tarballs(): ReadonlyMap<string, string> {
  const state = stateOf([...published, 'templates', 'scripts'])
  const folder = join(cache, state)
  if (!existsSync(folder)) packInto(folder)
  const files = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as readonly (readonly [
    name: string,
    file: string,
  ])[]
  return new Map(files.map(([name, file]) => [name, join(folder, file)]))
}

/** Packs into a folder of its own first, because another suite may be doing the same. */
function packInto(folder: string): void {
  mkdirSync(cache, { recursive: true })
  const staged = mkdtempSync(join(cache, 'pack-'))
  try {
    const index = [...pack(staged)].map(([name, path]) => [name, basename(path)])
    writeFileSync(join(staged, 'index.json'), JSON.stringify(index))
    if (!existsSync(folder)) renameSync(staged, folder)
  } finally {
    rmSync(staged, { recursive: true, force: true })
  }
  for (const other of readdirSync(cache)) {
    if (other !== basename(folder) && !other.startsWith('pack-'))
      rmSync(join(cache, other), { recursive: true })
  }
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
