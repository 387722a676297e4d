import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, parse } from 'node:path'
import { realPathOf } from './files.ts'
import { lockName } from './lock.ts'
import { stagingName } from './write.ts'

/** Entries that say nothing about the purpose of a folder. */
const incidental: ReadonlySet<string> = new Set([
  stagingName,
  '.DS_Store',
  '.gitattributes',
  '.gitignore',
  '.gitkeep',
  'node_modules',
])

/**
 * Returns why generated packages do not belong into a folder, which is probably a mistake; undefined for a new
 * folder, and a folder of packages. The packages of `targets` may be incomplete.
 */
export function foreignFolder(out: string, targets: readonly string[]): string | undefined {
  const real = realPathOf(out)
  if (real === undefined) return undefined
  if (real === parse(real).root) return 'it is the root of the file system'
  if (real === realPathOf(homedir())) return 'it is your home folder'
  if (existsSync(join(out, lockName))) return undefined
  const other = readdirSync(out, { withFileTypes: true }).find(
    ({ name }) =>
      !incidental.has(name) &&
      !targets.includes(name) &&
      !existsSync(join(out, name, 'package.json')),
  )
  return other && `it contains ${other.name}, which is not a package`
}
