import { hashOf } from '../json/hash.ts'
import type { Bump } from './bump.ts'

/**
 * A file in `.changeset`, in the format of the changesets tool: version bumps of packages, and a summary for
 * their changelogs.
 */
export interface Changeset {
  readonly bumps: Readonly<Record<string, Bump>>
  readonly summary: string
}

/** Formats a changeset with a checksum, by which a later run detects manual edits. */
export function printChangeset({ bumps, summary }: Changeset): string {
  const lines = Object.entries(bumps).map(([name, bump]) => `${JSON.stringify(name)}: ${bump}`)
  const text = summary.trim()
  return `---\n${lines.join('\n')}\n---\n\n${text}\n\n${markOf(text)}\n`
}

/** Parses a changeset whose line ends are LF. Returns undefined if it is invalid. */
export function parseChangeset(text: string): Changeset | undefined {
  const [, front, summary = ''] = /^---\n([^]*?)\n?---[ \t]*(?:\n([^]*))?$/.exec(text) ?? []
  if (front === undefined) return undefined
  const bumps: [string, Bump][] = []
  for (const line of front.split('\n')) {
    if (line.trim() === '') continue
    const [, name, bump] =
      /^\s*["']?([^"':]+)["']?\s*:\s*["']?(none|patch|minor|major)["']?\s*$/.exec(line) ?? []
    if (name === undefined || !isBump(bump)) return undefined
    bumps.push([name, bump])
  }
  return { bumps: Object.fromEntries(bumps), summary: withoutMark(summary).trim() }
}

export function isUntouched(text: string): boolean {
  const summary = parseChangeset(text)?.summary
  return summary !== undefined && text.includes(markOf(summary))
}

/** Whether a changeset was edited by hand and the generated summary has changed since the edit. */
export function isOutdated(text: string, summary: string): boolean {
  return withoutMark(text) !== text && !isUntouched(text) && !text.includes(markOf(summary.trim()))
}

function markOf(summary: string): string {
  return `<!-- rpcloom release ${hashOf(summary)} -->`
}

function withoutMark(text: string): string {
  return text.replaceAll(/<!-- rpcloom release [0-9a-f]+ -->/g, '')
}

function isBump(word: string | undefined): word is Bump {
  return word === 'none' || word === 'patch' || word === 'minor' || word === 'major'
}
