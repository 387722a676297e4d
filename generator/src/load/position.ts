import type { Node } from 'jsonc-parser'
import { jsoncParser, yamlOptions, yamlParser } from './parsers.ts'
import { tokensOf } from '../json/pointer.ts'
import type { Position } from '../openrpc/loaded.ts'

/** Whether a text is YAML: by its file extension, else by its first character. */
export function isYaml(path: string, text: string): boolean {
  const [, ending] = /\.(json|ya?ml)$/i.exec(path.replace(/^(https?:[^?#]*)[?#].*$/i, '$1')) ?? []
  return ending === undefined ? !/^\s*([[{"]|$)/.test(text) : ending.toLowerCase() !== 'json'
}

/** Returns line and column, from 1, of an offset in a text. */
export function positionAt(text: string, offset: number): Position {
  let line = 1
  let start = 0
  for (;;) {
    const end = text.indexOf('\n', start)
    if (end === -1 || end >= offset) return { line, column: offset - start + 1 }
    line += 1
    start = end + 1
  }
}

/** As `positionAt` for many offsets in one text, whose lines are indexed once. */
export function positionsIn(text: string): (offset: number) => Position {
  let lines: readonly number[] | undefined
  return (offset) => {
    lines ??= lineStarts(text)
    return positionIn(lines, offset)
  }
}

/** Returns a function from pointers to positions that parses the text on first use. */
export function locator(file: string, text: string): (pointer: string) => Position {
  let offsetOf: ((tokens: readonly string[]) => number) | undefined
  const position = positionsIn(text)
  return (pointer) => {
    offsetOf ??= isYaml(file, text) ? yamlOffsets(text) : jsonOffsets(text)
    return position(offsetOf(tokensOf(pointer)))
  }
}

function lineStarts(text: string): readonly number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

function positionIn(starts: readonly number[], offset: number): Position {
  const line = lastUpTo(starts, offset)
  return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 }
}

/** Returns the index of the last of some ascending numbers that does not exceed a limit; 0 if all do. */
export function lastUpTo(numbers: readonly number[], limit: number): number {
  let low = 0
  let high = numbers.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) <= limit) low = middle
    else high = middle
  }
  return low
}

/** A pointer to a missing value gets the position of its nearest existing parent. */
function jsonOffsets(text: string): (tokens: readonly string[]) => number {
  const root = jsoncParser().parseTree(text)
  return (tokens) => {
    let node = root
    for (const token of tokens) {
      const next: Node | undefined = node && jsonChild(node, token)
      if (next === undefined) break
      node = next
    }
    return node?.offset ?? 0
  }
}

function jsonChild(node: Node, token: string): Node | undefined {
  if (node.type === 'array') return node.children?.[Number(token)]
  // `JSON.parse` keeps the last of duplicate keys.
  return node.children?.findLast((property) => property.children?.[0]?.value === token)
    ?.children?.[1]
}

function yamlOffsets(text: string): (tokens: readonly string[]) => number {
  const document = yamlParser().parseDocument(text, yamlOptions)
  return (tokens) => {
    let node: unknown = document.contents
    let offset = startOf(node) ?? 0
    for (const token of tokens) {
      node = yamlChild(node, token)
      const start = startOf(node)
      if (start === undefined) break
      offset = start
    }
    return offset
  }
}

function yamlChild(node: unknown, token: string): unknown {
  const { isMap, isPair, isScalar, isSeq } = yamlParser()
  if (isSeq(node)) return node.items[Number(token)]
  if (!isMap(node)) return undefined
  // The last of duplicate keys counts.
  const pair = node.items.findLast(({ key }) => String(isScalar(key) ? key.value : key) === token)
  return isPair(pair) ? pair.value : undefined
}

function startOf(node: unknown): number | undefined {
  return yamlParser().isNode(node) ? node.range?.[0] : undefined
}
