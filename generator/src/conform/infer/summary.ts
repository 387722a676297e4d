import { isObject } from '../../json/pointer.ts'

/** The values that were seen at one place. */
export interface Summary {
  count: number
  /** Number of values by JSON type; integers are apart from other numbers. */
  readonly types: Map<string, number>
  /** Smallest and largest integer. */
  least: bigint
  most: bigint
  /** Distinct strings, up to a limit. */
  readonly texts: Set<string>
  /** Text forms that every string had so far. */
  forms: readonly TextForm[]
  readonly members: Map<string, Summary>
  /** Members beyond the number of names that are kept. */
  others: Summary | undefined
  items: Summary | undefined
}

/** A form of strings, with the pattern that it becomes. */
export interface TextForm {
  readonly pattern: string
}

const textForms: readonly TextForm[] = [
  { pattern: '^0x[0-9a-fA-F]{40}$' },
  { pattern: '^0x[0-9a-fA-F]{64}$' },
  { pattern: '^0x(0|[1-9a-f][0-9a-f]*)$' },
  { pattern: '^0x([0-9a-fA-F]{2})*$' },
]

const MAX_TEXTS = 20
const MAX_MEMBERS = 200
const MAX_DEPTH = 100

export function emptySummary(): Summary {
  return {
    count: 0,
    types: new Map(),
    least: 0n,
    most: 0n,
    texts: new Set(),
    forms: textForms,
    members: new Map(),
    others: undefined,
    items: undefined,
  }
}

/** Adds a value, with its members and items. */
export function addValue(summary: Summary, value: unknown, depth: number = 0): void {
  summary.count++
  const type = typeOf(value)
  summary.types.set(type, (summary.types.get(type) ?? 0) + 1)
  if (depth > MAX_DEPTH) return
  if (type === 'integer') addInteger(summary, BigInt(value as number | bigint))
  else if (typeof value === 'string') addText(summary, value)
  else if (Array.isArray(value)) {
    summary.items ??= emptySummary()
    for (const item of value) addValue(summary.items, item, depth + 1)
  } else if (isObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      const known = summary.members.get(name) ?? placeFor(summary, name)
      addValue(known, member, depth + 1)
    }
  }
}

/** Returns the summary for a member with a new name. */
function placeFor(summary: Summary, name: string): Summary {
  if (summary.members.size >= MAX_MEMBERS) return (summary.others ??= emptySummary())
  const place = emptySummary()
  summary.members.set(name, place)
  return place
}

/** Returns what was seen at several places together. */
export function together(summaries: Iterable<Summary>): Summary {
  const all = emptySummary()
  for (const one of summaries) {
    all.count += one.count
    for (const [type, count] of one.types) all.types.set(type, (all.types.get(type) ?? 0) + count)
    addInteger(all, one.least)
    addInteger(all, one.most)
    for (const text of one.texts) addText(all, text)
    all.forms = all.forms.filter((form) => one.forms.includes(form))
    if (one.others) all.others = all.others ? together([all.others, one.others]) : one.others
    for (const [name, member] of one.members) {
      const known = all.members.get(name)
      all.members.set(name, known === undefined ? member : together([known, member]))
    }
    if (one.items) all.items = all.items ? together([all.items, one.items]) : one.items
  }
  return all
}

function addInteger(summary: Summary, value: bigint): void {
  if (value < summary.least) summary.least = value
  if (value > summary.most) summary.most = value
}

function addText(summary: Summary, text: string): void {
  if (summary.texts.size < MAX_TEXTS) summary.texts.add(text)
  if (summary.forms.length > 0)
    summary.forms = summary.forms.filter(({ pattern }) => new RegExp(pattern).test(text))
}

/**
 * Returns the JSON type of a value. A bigint is an integer. A double above 2^53 is not: it was written with an exponent,
 * since integers of that size are read as bigints.
 */
function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return 'integer'
  return typeof value
}
