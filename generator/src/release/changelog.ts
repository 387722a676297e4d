import type { Change } from '../diff/change.ts'
import type { Audience } from '../diff/direction.ts'
import { markdownLines } from '../diff/report.ts'
import { isBreaking, isProse } from './bump.ts'

const sections = ['Added', 'Changed', 'Deprecated', 'Removed'] as const
type Section = (typeof sections)[number]

export interface EntryOptions {
  /** The users of the package for whom the entry is written. */
  readonly users: readonly Audience[]
  /** Returns the URL of a method's page; undefined if the method has no page. */
  readonly pageOf: (method: string) => string | undefined
}

/** Describes API changes for the users of a package. Returns an empty string if no change affects them. */
export function changelogEntry(
  changes: readonly Change[],
  { users, pageOf }: EntryOptions,
): string {
  const options = { pageOf, isBelowHeading: true }
  const listed = changes.filter(({ kind }) => !isProse(kind))
  const parts = sections.flatMap((section) => {
    const ours = listed.filter((change) => sectionOf(change.kind) === section)
    const breaking = ours.filter((change) => isBreaking(change, users))
    const others = ours.filter((change) => !isBreaking(change, users))
    const lines = [
      ...markdownLines(breaking, options).map((line) => `- **Breaking:** ${line}`),
      ...markdownLines(others, options).map((line) => `- ${line}`),
    ]
    return lines.length === 0 ? [] : [`### ${section}\n\n${lines.join('\n')}`]
  })
  const described = new Set(
    changes.filter(({ kind }) => isProse(kind)).flatMap(({ methods }) => methods),
  )
  if (described.size > 0) {
    const methods = described.size === 1 ? '1 method' : `${described.size} methods`
    parts.push(`Descriptions or examples of ${methods} changed.`)
  }
  return parts.join('\n\n')
}

function sectionOf(kind: Change['kind']): Section {
  if (kind === 'method-deprecated' || kind === 'schema-deprecated') return 'Deprecated'
  if (kind.endsWith('-added')) return 'Added'
  if (kind.endsWith('-removed') || kind === 'call-became-notification') return 'Removed'
  return 'Changed'
}
