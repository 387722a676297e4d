import { realpathSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import type { Finding } from '../diagnostics.ts'
import { isAbsence } from './hash.ts'

/** Names that Windows keeps for devices. */
const deviceName = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i
/** Characters that some file system refuses. */
const forbidden = /[\p{Cc}<>:"|?*\\]/u

/** Why a path must not be written below a package folder; undefined where it may. */
export function pathFault(path: string): string | undefined {
  if (path.startsWith('/') || /^[a-z]:/i.test(path)) return 'it is absolute'
  for (const part of path.split('/')) {
    if (part === '' || part === '.' || part === '..') return 'a part of it is empty or made of dots'
    if (forbidden.test(part)) return 'it holds a character that file systems refuse'
    if (part === 'node_modules') return 'it leads into installed packages'
    if (/[. ]$/.test(part)) return 'a part of it ends in a dot or a space'
    if (deviceName.test(part)) return `${part} is the name of a device`
  }
  return undefined
}

/** Checks every output path of a run: safe, inside its package, no two the same whatever the case. */
export function checkPaths(out: string, paths: readonly string[]): readonly Finding[] {
  const findings: Finding[] = []
  const seen = new Map<string, string>()
  for (const path of paths) {
    const place = { file: path, pointer: '' }
    const fault = pathFault(path) ?? linkFault(out, path)
    if (fault !== undefined) {
      findings.push({
        code: 'RL403',
        message: `The output ${path} cannot be written: ${fault}.`,
        place,
      })
    }
    const folded = path.normalize('NFC').toLowerCase()
    const earlier = seen.get(folded)
    if (earlier !== undefined) {
      const message = `The outputs ${earlier} and ${path} have one path.`
      findings.push({ code: 'RL404', message, place })
    }
    seen.set(folded, path)
  }
  return findings
}

/** A link inside the package folder must not lead out of it. */
function linkFault(out: string, path: string): string | undefined {
  const [packageName = ''] = path.split('/')
  const home = realPathOf(join(out, packageName))
  if (home === undefined) return undefined
  for (let parent = dirname(path); parent !== '.'; parent = dirname(parent)) {
    const real = realPathOf(join(out, parent))
    if (real === undefined) continue
    return real === home || real.startsWith(home + sep)
      ? undefined
      : 'a link leads out of the package'
  }
  return undefined
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch (error) {
    if (isAbsence(error)) return undefined
    throw error
  }
}
