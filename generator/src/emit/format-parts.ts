import { type Formatted, formatText, type Formatter, type Parser } from './format.ts'
import { laidOut, separator } from './source-file.ts'

/** A module as the last run of this process left it. */
export interface LastModule {
  readonly parts: readonly string[]
  /** All of it in its layout. */
  readonly text: string
  /** Parts in their layout, as far as they are known. */
  readonly layouts: Layouts
}

export type Layouts = ReadonlyMap<string, string>

/** What became of a module, and of the parts that were looked at. */
export interface FormattedModule {
  readonly formatted: Formatted
  readonly layouts: Layouts
}

interface Module {
  readonly path: string
  readonly text: string
  readonly parts: readonly string[]
  readonly parser?: Parser
}

/**
 * Formats a module. Where the last one is known, only parts in which the two differ: the old ones say where in
 * its text the new ones belong. What cannot be told from them is formatted as a whole.
 */
export async function formatModule(
  formatter: Formatter,
  module: Module,
  last: LastModule | undefined,
): Promise<FormattedModule> {
  // A text that stands as it was printed was too deep for the formatter.
  if (last !== undefined && isByParts(formatter) && last.text !== laidOut(last.parts)) {
    const changes = changesBetween(last.parts, module.parts)
    const layouts = await formatParts(formatter, module, changesIn(last, module, changes))
    const text = layouts && replaced(last, module.parts, { changes, layouts })
    if (layouts !== undefined && text !== undefined) {
      return { formatted: { kind: 'text', text }, layouts }
    }
  }
  return { formatted: await formatText(formatter, module), layouts: new Map() }
}

/** Where two lists differ: parts from the first index up to the second of each. */
interface Change {
  readonly before: readonly [from: number, to: number]
  readonly after: readonly [from: number, to: number]
}

function changesBetween(before: readonly string[], after: readonly string[]): readonly Change[] {
  const kept: (readonly [before: number, after: number])[] = []
  for (const [index, part] of after.entries()) {
    const found = before.indexOf(part, (kept.at(-1)?.[0] ?? -1) + 1)
    if (found >= 0) kept.push([found, index])
  }
  const end = [before.length, after.length] as const
  // Where parts are only added, the one before them says where they stand.
  const anchors = kept.filter(([old, now], index) => {
    const [nextOld, nextNow] = kept[index + 1] ?? end
    return nextOld > old + 1 || nextNow === now + 1
  })
  return [...anchors, end].flatMap(([old, now], index): readonly Change[] => {
    const [lastOld, lastNow] = anchors[index - 1] ?? [-1, -1]
    if (old === lastOld + 1 && now === lastNow + 1) return []
    return [{ before: [lastOld + 1, old], after: [lastNow + 1, now] }]
  })
}

/** Every part that a change names, in its layout where that is known. */
function changesIn(
  { parts: before, layouts }: LastModule,
  { parts: after }: Module,
  changes: readonly Change[],
): ReadonlyMap<string, string | undefined> {
  const parts = changes.flatMap((change) => [
    ...before.slice(...change.before),
    ...after.slice(...change.after),
  ])
  return new Map(parts.map((part) => [part, layouts.get(part)]))
}

/** Each part in its layout; undefined where one has none by itself, so that only the whole can be judged. */
async function formatParts(
  formatter: Formatter,
  { path, parser }: Module,
  parts: ReadonlyMap<string, string | undefined>,
): Promise<Layouts | undefined> {
  const made = new Map<string, string>()
  for (const [part, known] of parts) {
    if (known !== undefined) {
      made.set(part, known)
      continue
    }
    const file = { path, text: `${part}\n`, ...(parser !== undefined && { parser }) }
    const formatted = await formatText(formatter, file)
    if (formatted.kind === 'faulty' || formatted.isTooDeep) return undefined
    made.set(part, formatted.text.trimEnd())
  }
  return made
}

/** The text with its changes; undefined where the text does not say beyond doubt what stands where. */
function replaced(
  { parts: before, text }: LastModule,
  after: readonly string[],
  { changes, layouts }: { readonly changes: readonly Change[]; readonly layouts: Layouts },
): string | undefined {
  const made: string[] = []
  let end = 0
  for (const change of changes) {
    const old = passage(before, change.before, layouts)
    const at = text.indexOf(old, end)
    const isThere = at >= 0 && change.before[1] > change.before[0]
    if (!isThere || text.indexOf(old) !== at || text.includes(old, at + 1)) return undefined
    if (change.before[0] === 0 && at > 0) return undefined
    if (change.before[1] === before.length && at + old.length < text.length) return undefined
    made.push(text.slice(end, at), passage(after, change.after, layouts))
    end = at + old.length
  }
  return made.join('') + text.slice(end)
}

/** Neighbouring parts in their layout, with what parts them from those around. */
function passage(
  parts: readonly string[],
  [from, to]: readonly [number, number],
  layouts: Layouts,
): string {
  const shown = parts
    .slice(from, to)
    .map((part, index) => separator(parts[from + index - 1], part) + (layouts.get(part) ?? part))
  return shown.join('') + separator(parts[to - 1], parts[to])
}

/** Options of prettier that say how a statement is laid out, wherever it stands. */
const ofStatements: ReadonlySet<string> = new Set([
  '$schema',
  'arrowParens',
  'bracketSameLine',
  'bracketSpacing',
  'objectWrap',
  'printWidth',
  'proseWrap',
  'quoteProps',
  'semi',
  'singleQuote',
  'tabWidth',
  'trailingComma',
  'useTabs',
])

/** Others, and plugins, may look at the file as a whole. */
function isByParts({ options }: Formatter): boolean {
  return options !== undefined && Object.keys(options).every((name) => ofStatements.has(name))
}
