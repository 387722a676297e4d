import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DerivedOutput } from '../codegen/target.ts'
import type { Finding } from '../diagnostics/diagnostics.ts'
import type { Group } from '../model/types.ts'
import { kindOf } from '../output/files.ts'
import { checkLinks, checkPaths, pathFault } from '../output/output-paths.ts'

/** A name of a version that is safe as the name of a folder and in scripts. */
export const versionName: RegExp = /^[A-Za-z0-9][\w.+-]*$/

/**
 * Returns the name of the version that all documents have. Returns undefined if they have different versions, or one without
 * letters and digits.
 */
export function versionOfDocuments({
  groups,
}: {
  readonly groups: readonly Pick<Group, 'version'>[]
}): string | undefined {
  const [version, ...others] = new Set(groups.map((group) => group.version))
  if (version === undefined || others.length > 0) return undefined
  const name = version.replaceAll(/[^\w.+]+/g, '-').replaceAll(/^[^A-Za-z0-9]+|-$/g, '')
  return name === '' ? undefined : name
}

/** Returns a function that prints a file of the docs package, once. Unknown paths are empty. */
export function openFiles(derived: readonly DerivedOutput[]): (path: string) => string {
  const files = new Map(derived.map((file) => [file.path, file]))
  const texts = new Map<string, string>()
  const textOf = (path: string): string => {
    const text = texts.get(path) ?? files.get(path)?.text((other) => textOf(`docs/${other}`)) ?? ''
    texts.set(path, text)
    return text
  }
  return textOf
}

export const siteFolder = 'docs/site/'

/** Lists the files of a version, so that the next build can remove those that it no longer writes. */
const listName = 'files.txt'

/** Checks that a build of a version writes and removes files in its folder only, also with symbolic links. */
export function checkVersion(
  out: string,
  version: string,
  derived: readonly DerivedOutput[],
): readonly Finding[] {
  const names = namesOf(derived)
  const inOut = (name: string): string => `${version}/${name}`
  const removed = new Set(othersIn(join(out, version), names).map(inOut))
  return [...checkPaths(out, names.map(inOut), removed), ...checkLinks(out, removed)]
}

/**
 * Writes a site to the folder of its version in `out`, without the files that only an earlier build wrote there. Also writes `versions.js`, which pages of all versions load, and
 * `index.html`, which leads to the latest version. Returns the folder.
 */
export function writeVersion(
  out: string,
  version: string,
  derived: readonly DerivedOutput[],
): string {
  const folder = join(out, version)
  const textOf = openFiles(derived)
  const names = namesOf(derived)
  // On a disk that ignores case, an old name can lead to a new file.
  for (const name of othersIn(folder, names)) rmSync(join(folder, name), { force: true })
  for (const name of names) write(join(folder, name), textOf(siteFolder + name))
  write(join(folder, listName), names.map((name) => `${name}\n`).join(''))
  const versions = versionsIn(out)
  write(join(out, 'versions.js'), `window.docsVersions = ${JSON.stringify(versions)}\n`)
  const latest = encodeURIComponent(versions[0] ?? version)
  write(
    join(out, 'index.html'),
    `<!DOCTYPE html>\n<html lang="en">\n<meta charset="utf-8">\n<title>Docs</title>\n<meta http-equiv="refresh" content="0; url=${latest}/index.html">\n<a href="${latest}/index.html">Docs of version ${versions[0] ?? version}</a>\n</html>\n`,
  )
  return folder
}

/** A built version, and the folder with its documents. */
export interface BuiltVersion {
  readonly version: string
  readonly documents: string
}

/** Returns the built versions before a version, latest first, without versions that have no documents. */
export function versionsBefore(out: string, version: string): readonly BuiltVersion[] {
  if (!existsSync(out)) return []
  return versionsIn(out)
    .filter((other) => byVersion(version, other) < 0)
    .map((other) => ({ version: other, documents: join(out, other, 'openrpc') }))
    .filter(({ documents }) => existsSync(documents))
}

/** Returns the built versions after a version, latest first. Their pages of changes do not list it. */
export function versionsAfter(out: string, version: string): readonly string[] {
  return versionsIn(out).filter((other) => byVersion(version, other) > 0)
}

/** Returns the built versions, latest first. */
function versionsIn(out: string): readonly string[] {
  return readdirSync(out)
    .filter(
      (name) => versionName.test(name) && existsSync(join(out, name, 'assets/search-rows.js')),
    )
    .sort(byVersion)
}

const { compare } = new Intl.Collator('en', { numeric: true })

/** Sorts later versions first. A version without a prerelease comes before its prereleases. */
function byVersion(a: string, b: string): number {
  const release = (name: string): string => name.split('-')[0] ?? name
  const byRelease = compare(release(b), release(a))
  if (byRelease !== 0) return byRelease
  return Number(a.includes('-')) - Number(b.includes('-')) || compare(b, a)
}

/** Returns the paths of the files of a site in the folder of its version. */
function namesOf(derived: readonly DerivedOutput[]): readonly string[] {
  return derived
    .filter(({ path }) => path.startsWith(siteFolder))
    .map(({ path }) => path.slice(siteFolder.length))
}

/** Returns the paths of the files that an earlier build wrote to a folder and that are not among `names`. */
function othersIn(folder: string, names: readonly string[]): readonly string[] {
  const list = join(folder, listName)
  if (!existsSync(list)) return []
  const kept = new Set(names)
  return readFileSync(list, 'utf8')
    .split('\n')
    .filter(
      (name) =>
        !kept.has(name) && pathFault(name) === undefined && kindOf(join(folder, name)) === 'file',
    )
}

/** Writes a file. A link at its path is replaced, because its target can be outside the folder. */
function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  rmSync(path, { force: true })
  writeFileSync(path, text)
}
