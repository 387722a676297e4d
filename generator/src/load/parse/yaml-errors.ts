import type { CST, YAMLParseError } from 'yaml'
import { yamlParser } from './libraries.ts'
import { lastUpTo } from './position.ts'
import { firstOfEachLine, type Problem } from './problem.ts'

/**
 * Returns the syntax errors of a YAML text, at most one per line. If tabs are used for indentation,
 * only the tabs are reported, because the other errors are usually consequences.
 */
export function yamlErrors(
  errors: readonly YAMLParseError[],
  tokens: readonly CST.Token[],
  text: string,
): readonly Problem[] {
  const tabs = errors.filter(({ code }) => code === 'TAB_AS_INDENT')
  const quoted = quotedOffsets(tokens)
  const problems = (tabs.length > 0 ? tabs : errors).map((error) => problemOf(error, quoted))
  return firstOfEachLine(
    text,
    problems.toSorted((a, b) => a.offset - b.offset),
  )
}

function problemOf({ message, pos: [offset] }: YAMLParseError, quoted: readonly number[]): Problem {
  if (/^Missing closing ['"]quote/.test(message)) {
    const begin = quoted[lastUpTo(quoted, offset - 1)]
    if (begin !== undefined)
      return { code: 'RL103', message: 'This quoted string is not closed.', offset: begin }
  }
  const known = Object.entries(plainMessages).find(([begin]) => message.startsWith(begin))
  return { code: 'RL103', message: known?.[1] ?? message, offset }
}

/** Clear messages for frequent syntax errors of the yaml library. */
const plainMessages: Readonly<Record<string, string>> = {
  'Implicit map keys need to be followed by map values':
    'A key must be followed by `:` and a value.',
  'Nested mappings are not allowed in compact mappings':
    'Unexpected second `key: value` on this line; quote a string that contains `: `.',
  'Implicit keys need to be on a single line': 'A key and its `:` must be on one line.',
  'All mapping items must start at the same column':
    'The keys of an object must start in the same column.',
  'A block sequence may not be used as an implicit map key':
    'Expected a key of the object, not a list.',
  'Sequence item without - indicator':
    'This line is not part of a list item: indent it like its neighbors, or start it with `- `.',
}

function quotedOffsets(tokens: readonly CST.Token[]): readonly number[] {
  const found: number[] = []
  for (let level = tokens; level.length > 0; level = level.flatMap(innerTokens)) {
    for (const { type, offset } of level.filter(isScalarToken)) {
      if (type === 'single-quoted-scalar' || type === 'double-quoted-scalar') found.push(offset)
    }
  }
  return found.toSorted((a, b) => a - b)
}

function isScalarToken(token: CST.Token): token is CST.FlowScalar {
  return yamlParser().CST.isScalar(token) && token.type !== 'block-scalar'
}

/** Returns the direct children of a token. */
export function innerTokens(token: CST.Token): readonly CST.Token[] {
  if (token.type === 'document') return token.value === undefined ? [] : [token.value]
  if (!('items' in token)) return []
  return token.items.flatMap(({ key, value }) => [key, value].filter((part) => part != null))
}
