import type { CST, YAMLParseError } from 'yaml'
import { yamlParser } from './parsers.ts'

/** A fault of the syntax, and where it is. */
interface SyntaxFault {
  readonly message: string
  readonly offset: number
}

/** Faults of a YAML text without those that only follow from another: tabs, or one in the same line. */
export function syntaxFaults(
  errors: readonly YAMLParseError[],
  tokens: readonly CST.Token[],
  text: string,
): readonly SyntaxFault[] {
  const tabs = errors.filter(({ code }) => code === 'TAB_AS_INDENT')
  const lines = new Set<number>()
  const faults = (tabs.length > 0 ? tabs : errors).map((error) => asFault(error, tokens))
  return faults
    .toSorted((a, b) => a.offset - b.offset)
    .filter(({ offset }) => {
      const line = text.lastIndexOf('\n', offset - 1)
      if (lines.has(line)) return false
      lines.add(line)
      return true
    })
}

function asFault(
  { message, pos: [offset] }: YAMLParseError,
  tokens: readonly CST.Token[],
): SyntaxFault {
  if (/^Missing closing ['"]quote/.test(message)) {
    const begin = lastQuoted(tokens, offset)
    if (begin !== undefined)
      return { message: 'The quote that begins here is not closed.', offset: begin }
  }
  const known = Object.entries(plainly).find(([begin]) => message.startsWith(begin))
  return { message: known?.[1] ?? message, offset }
}

/** What the parser says of faults that people make every day, in other words. */
const plainly: Readonly<Record<string, string>> = {
  'Implicit map keys need to be followed by map values': 'A key needs a `:` and its value.',
  'Nested mappings are not allowed in compact mappings':
    'A second `key: value` begins in this line; a text that holds `: ` needs quotes.',
  'Implicit keys need to be on a single line': 'A key has to stand in one line, with its `:`.',
  'All mapping items must start at the same column':
    'The keys of one object have to begin in the same column.',
  'A block sequence may not be used as an implicit map key':
    'A list stands where a key of the object should.',
  'Sequence item without - indicator':
    'This line belongs to no item of the list: indent it like its neighbours, or begin it with `- `.',
}

/** Where the last quoted text before an offset begins. */
function lastQuoted(tokens: readonly CST.Token[], before: number): number | undefined {
  let last: number | undefined
  let level = tokens
  while (level.length > 0) {
    for (const { type, offset } of level.filter(isScalarToken)) {
      const isQuoted = type === 'single-quoted-scalar' || type === 'double-quoted-scalar'
      if (isQuoted && offset < before) last = Math.max(last ?? 0, offset)
    }
    level = level.flatMap(innerTokens)
  }
  return last
}

function isScalarToken(token: CST.Token): token is CST.FlowScalar {
  return yamlParser().CST.isScalar(token) && token.type !== 'block-scalar'
}

/** The tokens directly inside a token. */
export function innerTokens(token: CST.Token): readonly CST.Token[] {
  if (token.type === 'document') return token.value === undefined ? [] : [token.value]
  if (!('items' in token)) return []
  return token.items.flatMap(({ key, value }) => [key, value].filter((part) => part != null))
}
