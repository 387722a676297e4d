import { readdirSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import type { Finding } from '../diagnostics/diagnostics.ts'
import { kindOf, realPathOf, unlessAbsent } from './files.ts'

/** Reserved device names of Windows. */
const deviceName = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d¹²³]) *(\.|$)/i
/** Characters that are invalid in file names on at least one common file system. */
const forbidden = /[\p{Cc}<>:"|?*\\]/u

/** Maximum length of a file name in bytes on all file systems. */
const longestName = 240

/** Returns why a path is invalid inside a package folder; undefined if it is valid. */
export function pathFault(path: string): string | undefined {
  if (path.startsWith('/') || /^[a-z]:/i.test(path)) return 'it is absolute'
  if (forbidden.test(path)) return 'it contains a character that file systems do not allow'
  for (const part of path.split('/')) {
    if (part === '' || part === '.' || part === '..') return 'a segment is empty, `.` or `..`'
    if (part === 'node_modules') return 'it is inside node_modules'
    if (part.endsWith('.') || part.endsWith(' ')) return 'a segment ends with a dot or a space'
    if (Buffer.byteLength(part) > longestName)
      return `the segment ${part.slice(0, 40)}... is too long`
    if (deviceName.test(part)) return `${part} is a reserved device name`
  }
  return undefined
}

/**
 * Checks every output path of a run: it must be valid, inside its package, unique ignoring case, and must not
 * conflict with an existing folder or file. `removed` contains the files that the run deletes.
 */
export function checkPaths(
  out: string,
  paths: readonly string[],
  removed: ReadonlySet<string> = new Set(),
): readonly Finding[] {
  const findings: Finding[] = []
  const seen = new Map<string, string>()
  const look = openLook(out)
  for (const path of paths) {
    const place = { file: path, pointer: '' }
    const fault = pathFault(path) ?? linkFault(look, path)
    const obstacle = fault === undefined ? obstacleAt(out, path, { removed, look }) : undefined
    if (fault !== undefined || obstacle !== undefined) {
      findings.push({
        code: fault === undefined ? 'RL409' : 'RL403',
        message: `The output ${path} cannot be written: ${fault ?? obstacle}.`,
        place,
      })
    }
    const folded = foldedName(path)
    const earlier = seen.get(folded)
    if (earlier !== undefined) {
      const message =
        earlier === path
          ? `Two outputs have the path ${path}.`
          : `The outputs ${earlier} and ${path} have the same path on a case-insensitive file system.`
      findings.push({ code: 'RL404', message, place })
    }
    seen.set(folded, path)
  }
  return [...findings, ...nested(seen)]
}

/** Reports output paths that use another output file as a folder: `a/b` is invalid if `a` is a file. */
function nested(outputs: ReadonlyMap<string, string>): readonly Finding[] {
  return [...outputs].flatMap(([folded, path]): readonly Finding[] => {
    for (let end = folded.lastIndexOf('/'); end > 0; end = folded.lastIndexOf('/', end - 1)) {
      const file = outputs.get(folded.slice(0, end))
      if (file === undefined) continue
      const message = `The output ${path} needs a folder, but the output ${file} is a file.`
      return [{ code: 'RL404', message, place: { file: path, pointer: '' } }]
    }
    return []
  })
}

/** Checks that no path leaves its package through a symbolic link. */
export function checkLinks(out: string, paths: Iterable<string>): readonly Finding[] {
  const look = openLook(out)
  return [...paths].flatMap((path): readonly Finding[] => {
    const fault = linkFault(look, path)
    if (fault === undefined) return []
    const place = { file: path, pointer: '' }
    return [{ code: 'RL403', message: `The file ${path} cannot be removed: ${fault}.`, place }]
  })
}

/** Normalizes a name. Names that any common file system treats as equal have the same normalized name. */
function foldedName(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

/** Cached queries of the file system, because many output files share a folder. */
interface Look {
  readonly kind: (path: string) => 'file' | 'folder' | undefined
  /** Returns the normalized names of a folder's entries that are not regular files. */
  readonly others: (folder: string) => ReadonlySet<string>
  readonly real: (path: string) => string | undefined
}

function openLook(out: string): Look {
  return {
    kind: remembered((path) => kindOf(join(out, path))),
    others: remembered((folder) => othersIn(join(out, folder))),
    real: remembered((path) => realPathOf(join(out, path))),
  }
}

function remembered<Found>(find: (path: string) => Found): (path: string) => Found {
  const known = new Map<string, { readonly found: Found }>()
  return (path) => {
    const { found } = known.get(path) ?? { found: find(path) }
    known.set(path, { found })
    return found
  }
}

/** Returns why a file cannot be written: a parent is a file, or the path is a folder. */
function obstacleAt(
  out: string,
  path: string,
  { removed, look }: { readonly removed: ReadonlySet<string>; readonly look: Look },
): string | undefined {
  for (let parent = dirname(path); parent !== '.'; parent = dirname(parent)) {
    const kind = look.kind(parent)
    if (kind === 'folder') break
    if (kind === 'file' && !removed.has(parent)) return `${parent} is a file`
  }
  if (!look.others(dirname(path)).has(foldedName(basename(path)))) return undefined
  if (kindOf(join(out, path)) !== 'folder') return undefined
  return filesIn(out, path).every((file) => removed.has(file)) ? undefined : 'it is a folder'
}

function othersIn(folder: string): ReadonlySet<string> {
  const entries = unlessAbsent(() => readdirSync(folder, { withFileTypes: true })) ?? []
  return new Set(entries.flatMap((entry) => (entry.isFile() ? [] : [foldedName(entry.name)])))
}

/** Returns the paths of everything below a folder: all files, and empty folders. */
function filesIn(out: string, folder: string): readonly string[] {
  const entries = readdirSync(join(out, folder), { withFileTypes: true })
  if (entries.length === 0) return [folder]
  return entries.flatMap((entry) =>
    entry.isDirectory() ? filesIn(out, `${folder}/${entry.name}`) : [`${folder}/${entry.name}`],
  )
}

/**
 * Returns why a path is invalid because of symbolic links. A link must not point outside the output folder,
 * nor from one package into another.
 */
function linkFault({ real }: Look, path: string): string | undefined {
  const [packageName = ''] = path.split('/')
  const home = real(packageName)
  if (home === undefined) return undefined
  const top = real('.')
  if (top !== undefined && !home.startsWith(top.endsWith(sep) ? top : top + sep)) {
    return 'a symbolic link points outside the output folder'
  }
  for (let parent = dirname(path); parent !== '.'; parent = dirname(parent)) {
    const folder = real(parent)
    if (folder === undefined) continue
    return folder === home || folder.startsWith(home + sep)
      ? undefined
      : 'a symbolic link points outside the package'
  }
  return undefined
}
