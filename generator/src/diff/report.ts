import { replaceMisleading } from '@rpcloom/schema/internal'
import type { Change, ChangeDetails } from './change.ts'
import type { Audience } from './direction.ts'
import type { ChangeKind } from './kinds.ts'
import { listSentence, sentenceOf, type Wording } from './sentences.ts'

interface Section {
  readonly title: string
  readonly entries: readonly Entry[]
}

/** An entry of the report: one change of one or more subjects, or several changes of one kind in one subject. */
interface Entry {
  readonly subjects: readonly string[]
  readonly kind: ChangeKind
  /** ChangeDetails of the changes. There are several items if one sentence lists several changes. */
  readonly details: readonly [ChangeDetails, ...ChangeDetails[]]
  readonly path: string
  /** Names of other members of the same object with the same change. */
  readonly siblings: readonly string[]
  /** Methods that use a changed type. Empty if the subjects are methods. */
  readonly methods: readonly string[]
}

const titles: readonly (readonly [string, (breaks: readonly Audience[]) => boolean])[] = [
  ['Breaking for callers and implementers', (breaks) => breaks.length === 2],
  ['Breaking for callers', (breaks) => breaks.length === 1 && breaks[0] === 'callers'],
  ['Breaking for implementers', (breaks) => breaks.length === 1 && breaks[0] === 'implementers'],
  ['Safe', (breaks) => breaks.length === 0],
]

function sectionsOf(changes: readonly Change[]): readonly Section[] {
  const groups = new Set(changes.flatMap(({ methods }) => methods.map(groupOf)))
  const nameOf = groups.size > 1 ? withGroup : withoutGroup
  return titles
    .map(([title, takes]) => ({
      title,
      entries: entriesOf(
        changes.filter(({ breaks }) => takes(breaks)),
        nameOf,
      ),
    }))
    .filter(({ entries }) => entries.length > 0)
}

function entriesOf(
  changes: readonly Change[],
  nameOf: (subject: string) => string,
): readonly Entry[] {
  const entries = new Map<string, { subjects: string[]; change: Change }>()
  for (const change of changes) {
    const { path, subject } = change
    // Changes of different types are not merged, since the types affect different methods.
    const alike = isMethod(change) ? '' : subject
    const key = JSON.stringify([path, sentenceOf(change, plain), alike])
    const entry = entries.get(key)
    if (entry === undefined) entries.set(key, { subjects: [subject], change })
    else if (!entry.subjects.includes(subject)) entry.subjects.push(subject)
  }
  const all = [...entries.values()].map(({ subjects, change }): Entry => ({
    subjects: subjects.map(nameOf),
    kind: change.kind,
    details: [change.details],
    path: outerPath(change),
    siblings: [],
    methods: isMethod(change) ? [] : change.methods.map(nameOf),
  }))
  return withSiblings(joined(all))
}

/**
 * Returns the path of a change without the name of the changed element, because the sentence already starts
 * with this name.
 */
function outerPath({ path, details: { name } }: Change): string {
  if (name === undefined) return path
  const quoted = `[${JSON.stringify(name)}]`
  const end = [`.${name}`, quoted].find((step) => path.endsWith(step))
  const outer = path === name ? '' : end === undefined ? path : path.slice(0, -end.length)
  return outer === 'params' || outer === 'errors' ? '' : outer
}

/**
 * Merges entries with one path and one kind of change, if one sentence can list the members, params, errors or
 * alternatives.
 */
function joined(entries: readonly Entry[]): readonly Entry[] {
  const found = new Map<string, Entry>()
  for (const [index, entry] of entries.entries()) {
    const { subjects, path, kind, details } = entry
    const isListed = listSentence(kind, details, plain) !== undefined
    const key = JSON.stringify([subjects, path, kind, isListed ? '' : index])
    const known = found.get(key)
    found.set(
      key,
      known === undefined ? entry : { ...known, details: [...known.details, ...details] },
    )
  }
  return [...found.values()]
}

/** Merges the entries of several members of an object if the same change was made to all of them. */
function withSiblings(entries: readonly Entry[]): readonly Entry[] {
  const families = new Map<string, Entry>()
  for (const entry of entries) {
    const { subjects, path, methods } = entry
    const [, parent = path, step] = /^(.+)(\.[\w$-]+|\["[^"]*"\])$/.exec(path) ?? []
    const description = sentenceOfEntry(entry, plain)
    const key = JSON.stringify([subjects, parent, step === undefined, description, methods])
    const known = families.get(key)
    const siblings = known === undefined || step === undefined ? [] : [...known.siblings, step]
    families.set(key, { ...(known ?? entry), siblings })
  }
  return [...families.values()]
}

function sentenceOfEntry({ kind, details }: Entry, wording: Wording): string {
  return listSentence(kind, details, wording) ?? sentenceOf({ kind, details: details[0] }, wording)
}

function isMethod({ methods, subject }: Change): boolean {
  return methods.length === 1 && methods[0] === subject
}

function groupOf(subject: string): string {
  return subject.slice(0, subject.indexOf(' '))
}

function withoutGroup(subject: string): string {
  return subject.slice(subject.indexOf(' ') + 1)
}

function withGroup(subject: string): string {
  return subject.replace(' ', '.')
}

/** Maximum number of names per line in a terminal. */
const listed = 4
const listedInMarkdown = 12

/** Lists names up to a maximum, followed by the number of remaining names. */
function nameList(
  names: readonly string[],
  quote: (name: string) => string,
  listed: number,
): string {
  const shown = names.slice(0, listed).map(quote).join(', ')
  const more = names.length - listed
  return more > 0 ? `${shown} and ${more} more` : shown
}

/** Formats the report for a terminal. */
export function printText(changes: readonly Change[], printable: (text: string) => string): string {
  if (changes.length === 0) return 'Nothing changed.'
  return sectionsOf(changes)
    .map(({ title, entries }) => {
      const lines = entries.map((entry) => `  ${printable(lineOf(entry, plain))}`)
      return [`${title} (${entries.length})`, ...lines].join('\n')
    })
    .join('\n\n')
}

export function changesAsJson(changes: readonly Change[]): readonly object[] {
  return changes.map(({ details, ...change }) => ({
    ...change,
    ...details,
    message: sentenceOf({ kind: change.kind, details }, plain),
  }))
}

/** Formats the report for a changelog or pull request. */
export function printMarkdown(changes: readonly Change[]): string {
  if (changes.length === 0) return 'Nothing changed.\n'
  const parts = sectionsOf(changes).map(({ title, entries }) => {
    const lines = entries.map((entry) => `- ${shown(lineOf(entry, markdown))}`)
    return `### ${title}\n\n${lines.join('\n')}\n`
  })
  return parts.join('\n')
}

function shown(text: string): string {
  return replaceMisleading(text, () => '\ufffd', '\n')
}

interface LineOptions {
  /** Returns the URL of a method's page; undefined if the method has no page. */
  readonly pageOf: (method: string) => string | undefined
  /** Whether a heading already says that methods were added or removed. */
  readonly isBelowHeading: boolean
}

/** Formats changes as lines of Markdown, with method names linked to their pages. */
export function markdownLines(
  changes: readonly Change[],
  { pageOf, isBelowHeading }: LineOptions,
): readonly string[] {
  const subject = (name: string): string => {
    const page = pageOf(name)
    return page === undefined ? codeSpan(name) : `[${codeSpan(name)}](${page})`
  }
  return entriesOf(changes, withoutGroup).map((entry) =>
    shown(lineOf(entry, { ...markdown, subject, isBelowHeading })),
  )
}

interface Style extends Wording {
  readonly subject: (name: string) => string
  readonly quote: (name: string) => string
  readonly most: number
}

const plain: Style = {
  subject: (name) => name,
  quote: (name) => name,
  code: (name) => `\`${name}\``,
  prose: (text) => text,
  most: listed,
}
const markdown: Style = {
  subject: codeSpan,
  quote: codeSpan,
  code: codeSpan,
  prose: escapeProse,
  most: listedInMarkdown,
}

function lineOf(entry: Entry, style: Style): string {
  const { subjects, path, siblings, methods } = entry
  const { subject, quote, most } = style
  const where = path === '' ? '' : ` ${nameList([path, ...siblings], quote, most)}`
  const scope = methods.length === 0 ? '' : ` (in ${nameList(methods, subject, most)})`
  const sentence = sentenceOfEntry(entry, style)
  const description = sentence === '' ? '' : `: ${sentence}`
  return `${nameList(subjects, subject, most)}${where}${description}${scope}`
}

/** Returns a Markdown code span. The name may contain any characters. */
function codeSpan(name: string): string {
  const flat = name.replaceAll(/\s+/g, ' ')
  const longest = Math.max(0, ...[...flat.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  const pad = flat.startsWith('`') || flat.endsWith('`') ? ' ' : ''
  return `${fence}${pad}${flat}${pad}${fence}`
}

function escapeProse(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\*_[\]<>&#|!~`]/g, (mark) => `\\${mark}`)
}
