import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLineEndsOf, withoutReturns } from '../json/hash.ts'
import type { Finding } from '../diagnostics/diagnostics.ts'
import { largest, type Bump } from './bump.ts'
import {
  isOutdated,
  isUntouched,
  parseChangeset,
  printChangeset,
  type Changeset,
} from './changeset.ts'
import type { PackageProposal } from './proposal.ts'

const folderName = '.changeset'

export interface PendingChangeset extends Changeset {
  /** Path relative to the project root. */
  readonly path: string
}

export function pendingChangesets(
  root: string,
  packages: readonly string[],
): { readonly pending: readonly PendingChangeset[]; readonly findings: readonly Finding[] } {
  const pending: PendingChangeset[] = []
  const findings: Finding[] = []
  const folder = join(root, folderName)
  const names = existsSync(folder) ? readdirSync(folder).sort() : []
  for (const name of names.filter((one) => one.endsWith('.md') && one !== 'README.md')) {
    const path = `${folderName}/${name}`
    const changeset = parseChangeset(withoutReturns(readFileSync(join(root, path), 'utf8')))
    const fault = (message: string): void => {
      findings.push({ code: 'RL802', message, place: { file: path, pointer: '' } })
    }
    if (changeset === undefined) {
      fault(
        'This is not a changeset: it must start with packages and their bumps between two `---` lines.',
      )
      continue
    }
    const named = Object.keys(changeset.bumps)
    const ours = named.filter((one) => packages.includes(one))
    if (ours.length === 0) continue
    if (ours.length < named.length) {
      const others = named.filter((one) => !packages.includes(one)).join(', ')
      fault(
        `The changeset mixes generated packages with others (${others}); write one changeset for each.`,
      )
    } else {
      pending.push({ ...changeset, path })
    }
  }
  return { pending, findings }
}

export function pendingBump(pending: readonly PendingChangeset[]): Bump {
  return largest(pending.flatMap(({ bumps }) => Object.values(bumps)))
}

/**
 * Returns a changeset for each changed package, by path from the root; undefined if the changeset is removed. A
 * changeset that was edited by hand keeps its text.
 */
export function proposedChangesets(
  root: string,
  packages: readonly PackageProposal[],
): ReadonlyMap<string, string | undefined> {
  type Change = readonly [path: string, text: string | undefined]
  const changed = packages.flatMap(({ target, name, bump, summary }): readonly Change[] => {
    const path = `${folderName}/rpcloom-${target}.md`
    const file = join(root, path)
    const found = existsSync(file) ? readFileSync(file, 'utf8') : undefined
    const before = found === undefined ? undefined : withoutReturns(found)
    const kept = before === undefined || isUntouched(before) ? undefined : parseChangeset(before)
    if (bump === 'none' && kept === undefined) {
      return before === undefined ? [] : [[path, undefined]]
    }
    const text =
      kept === undefined
        ? printChangeset({ bumps: { [name]: bump }, summary })
        : raised(before ?? '', name, largest([bump, kept.bumps[name] ?? 'none']))
    if (text === before) return []
    return [[path, withLineEndsOf(found ?? '', text)]]
  })
  return new Map(changed)
}

/** Returns the paths of changesets that were edited by hand and do not describe the latest changes. */
export function outdatedChangesets(
  root: string,
  packages: readonly PackageProposal[],
): readonly string[] {
  return packages.flatMap(({ target, summary }) => {
    const path = `${folderName}/rpcloom-${target}.md`
    if (!existsSync(join(root, path))) return []
    return isOutdated(withoutReturns(readFileSync(join(root, path), 'utf8')), summary) ? [path] : []
  })
}

/** Returns a changeset with the bump of one package replaced and everything else unchanged. */
function raised(text: string, name: string, bump: Bump): string {
  const end = text.indexOf('\n---', 4)
  return (
    text
      .slice(0, end)
      .split('\n')
      .map((line) => (line.includes(name) ? `${JSON.stringify(name)}: ${bump}` : line))
      .join('\n') + text.slice(end)
  )
}
