import { type Formatted, formatText, type Formatter, type Parser } from './format.ts'
import { laidOut } from './source-file.ts'

/** Parts of modules in their layout, by the module's path: what runs of one process leave to each other. */
export type KnownParts = Map<string, LaidOutParts>

interface LaidOutParts {
  /** Key of the formatter. */
  readonly formatter: string
  readonly texts: ReadonlyMap<string, string>
}

interface Unformatted {
  readonly path: string
  readonly text: string
  readonly parts?: readonly string[]
  readonly parser?: Parser
}

/**
 * Formats a file; of a module that a run of this process formatted before, only the parts that changed. A module
 * is formatted as a whole at first: most are never edited, and each part costs a little more than its share.
 */
export async function formatKnown(
  formatter: Formatter,
  file: Unformatted,
  known: KnownParts | undefined,
): Promise<Formatted> {
  const { path, parts } = file
  if (known === undefined || parts === undefined || !isByParts(formatter)) {
    return formatText(formatter, file)
  }
  const last = known.get(path)
  const texts = last?.formatter === formatter.key ? last.texts : new Map<string, string>()
  const made =
    last === undefined ? undefined : await formatParts(formatter, { ...file, parts }, texts)
  known.set(path, { formatter: formatter.key, texts: made ?? new Map() })
  if (made === undefined) return formatText(formatter, file)
  return { kind: 'text', text: laidOut(parts, (part) => made.get(part) ?? part) }
}

/** Each part in its layout; undefined where one has none by itself, so that only the whole can be judged. */
async function formatParts(
  formatter: Formatter,
  { path, parts, parser }: Unformatted & { readonly parts: readonly string[] },
  texts: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string> | undefined> {
  const made = new Map<string, string>()
  for (const part of parts) {
    const known = texts.get(part) ?? made.get(part)
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
