import { replaceMisleading } from '@rpcloom/rpc/internal'
import type { Change } from './change.ts'
import type { Audience } from './direction.ts'

/** Changes of one weight, as a reader meets them. */
export interface Section {
  readonly title: string
  readonly entries: readonly Entry[]
}

/** One change of one or more elements that changed alike. */
export interface Entry {
  readonly subjects: readonly string[]
  readonly path: string
  /** Last steps of further paths beside that one, of which the same is told. */
  readonly siblings: readonly string[]
  readonly message: string
  /** Methods that a type concerns; empty where the subjects are methods themselves. */
  readonly methods: readonly string[]
}

const titles: readonly (readonly [string, (breaks: readonly Audience[]) => boolean])[] = [
  ['Breaking for callers and implementers', (breaks) => breaks.length === 2],
  ['Breaking for callers', (breaks) => breaks.length === 1 && breaks[0] === 'callers'],
  ['Breaking for implementers', (breaks) => breaks.length === 1 && breaks[0] === 'implementers'],
  ['Safe', (breaks) => breaks.length === 0],
]

/** Changes by whom they break; what several elements have in common is said once. */
export function sectionsOf(changes: readonly Change[]): readonly Section[] {
  return titles
    .map(([title, takes]) => ({
      title,
      entries: entriesOf(changes.filter(({ breaks }) => takes(breaks))),
    }))
    .filter(({ entries }) => entries.length > 0)
}

function entriesOf(changes: readonly Change[]): readonly Entry[] {
  const entries = new Map<string, { subjects: string[]; change: Change }>()
  for (const change of changes) {
    const { path, message, subject } = change
    // Types are told apart: each concerns methods of its own.
    const alike = isMethod(change) ? '' : subject
    const key = JSON.stringify([path, message, alike])
    const entry = entries.get(key)
    if (entry === undefined) entries.set(key, { subjects: [subject], change })
    else if (!entry.subjects.includes(subject)) entry.subjects.push(subject)
  }
  const all = [...entries.values()].map(({ subjects, change }) => ({
    subjects: subjects.map(nameOf),
    path: outerPath(change),
    siblings: [],
    message: change.message,
    methods: isMethod(change) ? [] : change.methods.map(nameOf),
  }))
  return besideEachOther(joined(all))
}

/** Where a change is told of: what the message names by itself need not be said twice. */
function outerPath({ path, message }: Change): string {
  const [, outer = '', name, quoted] = /^(.*?)\.?(?:([\w$-]+)|\["(.*)"\])$/.exec(path) ?? []
  const member = name ?? quoted
  if (member === undefined || !message.includes(`\`${member}\``)) return path
  return outer === 'params' || outer === 'errors' ? '' : outer
}

/** Sentences of which one can be made for several things that fared alike: what they are, the name, how they fared. */
const listable =
  /^((?:required |optional )?(?:param |error )?)(`[^`]+`(?: \(-?\d+\))?)( added| removed| is optional now| is required now| is not listed any more)$|^(alternative )(.+)( added| removed)$/

/** Of things that came, went or changed together one sentence is made. */
function joined(entries: readonly Entry[]): readonly Entry[] {
  const sentences = new Map<string, { entry: Entry; what: string; names: string[]; end: string }>()
  for (const entry of entries) {
    const [, start, quoted, done, alternative, member, left] = listable.exec(entry.message) ?? []
    const what = start ?? alternative ?? entry.message
    const end = done ?? left ?? ''
    const name = quoted ?? member ?? ''
    const key = JSON.stringify([entry.subjects, entry.path, what, end])
    const known = sentences.get(key)
    if (known === undefined) sentences.set(key, { entry, what, names: [name], end })
    else known.names.push(name)
  }
  return [...sentences.values()].map(({ entry, what, names, end }) => {
    if (names.length === 1) return entry
    const list = `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`
    const many = what.replace(/(param|error|alternative) $/, '$1s ')
    return { ...entry, message: `${many}${list}${end.replace(/^ is /, ' are ')}` }
  })
}

/** Of members of one object that changed alike one sentence is made. */
function besideEachOther(entries: readonly Entry[]): readonly Entry[] {
  const families = new Map<string, Entry>()
  for (const entry of entries) {
    const { subjects, path, message, methods } = entry
    const [, parent = path, step] = /^(.+)(\.[\w$-]+|\["[^"]*"\])$/.exec(path) ?? []
    const key = JSON.stringify([subjects, parent, step === undefined, message, methods])
    const known = families.get(key)
    const siblings = known === undefined || step === undefined ? [] : [...known.siblings, step]
    families.set(key, { ...(known ?? entry), siblings })
  }
  return [...families.values()]
}

function isMethod({ methods, subject }: Change): boolean {
  return methods.length === 1 && methods[0] === subject
}

/** `info info.peers` as a reader knows it. */
function nameOf(subject: string): string {
  return subject.slice(subject.indexOf(' ') + 1)
}

/** How many names a line of a terminal lists before the rest is counted; a changelog has more room. */
const listed = 4
const listedInMarkdown = 12

/** Some names, and how many more there are. */
function nameList(
  names: readonly string[],
  quote: (name: string) => string,
  listed: number,
): string {
  const shown = names.slice(0, listed).map(quote).join(', ')
  const more = names.length - listed
  return more > 0 ? `${shown} and ${more} more` : shown
}

/** The report for a terminal. */
export function printText(changes: readonly Change[], printable: (text: string) => string): string {
  if (changes.length === 0) return 'Nothing changed.'
  return sectionsOf(changes)
    .map(({ title, entries }) => {
      const lines = entries.map((entry) => `  ${printable(lineOf(entry, plain))}`)
      return [`${title} (${entries.length})`, ...lines].join('\n')
    })
    .join('\n\n')
}

/** The report for a changelog or a pull request. */
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

/** Changes as lines of Markdown; the names of methods lead to their pages. */
export function markdownLines(
  changes: readonly Change[],
  pageOf: (method: string) => string | undefined,
): readonly string[] {
  const subject = (name: string): string => {
    const page = pageOf(name)
    return page === undefined ? codeSpan(name) : `[${codeSpan(name)}](${page})`
  }
  return entriesOf(changes).map((entry) => shown(lineOf(entry, { ...markdown, subject })))
}

/** How a report is written. */
interface Style {
  readonly subject: (name: string) => string
  readonly quote: (name: string) => string
  readonly prose: (text: string) => string
  /** Names in a list. */
  readonly most: number
}

const plain: Style = {
  subject: (name) => name,
  quote: (name) => name,
  prose: (text) => text,
  most: listed,
}
const markdown: Style = {
  subject: codeSpan,
  quote: codeSpan,
  prose: escapeProse,
  most: listedInMarkdown,
}

function lineOf(
  { subjects, path, siblings, message, methods }: Entry,
  { subject, quote, prose, most }: Style,
): string {
  const where = path === '' ? '' : ` ${nameList([path, ...siblings], quote, most)}`
  const scope = methods.length === 0 ? '' : ` (in ${nameList(methods, subject, most)})`
  const said = message === '' ? '' : `: ${prose(message)}`
  return `${nameList(subjects, subject, most)}${where}${said}${scope}`
}

/** A name as code in Markdown, whatever it holds. */
function codeSpan(name: string): string {
  const flat = name.replaceAll(/\s+/g, ' ')
  const longest = Math.max(0, ...[...flat.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  const pad = flat.startsWith('`') || flat.endsWith('`') ? ' ' : ''
  return `${fence}${pad}${flat}${pad}${fence}`
}

/** Text of a document inside a message must not become markup; code spans of ours stay. */
function escapeProse(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .split(codeSpans)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replaceAll(/[\\*_[\]<>&#|!~`]/g, (mark) => `\\${mark}`),
    )
    .join('')
}

/** As Markdown finds them: between two runs of one backtick; longer runs are no part of ours. */
const codeSpans = /((?<!`)`(?!`)(?:[^`]|(?<!`)`{2,}(?!`))*(?<!`)`(?!`))/
