import { visibleJson } from '@rpcloom/rpc/internal'
import { isArray, isNumber, isObject } from '../../json/members.ts'
import { jsonText, readJson } from '../../json/text.ts'
import type { Json } from '../../json/types.ts'

/**
 * Formats JSON like prettier, which puts short arrays on one line. Returns undefined for text that
 * `JSON.stringify` did not indent. Such text may have comments, empty lines or unusual number literals, which
 * prettier must format.
 */
export function layOutJson(text: string, width: number): string | undefined {
  // The display width of characters outside this range is unknown.
  if (/[^\n\x20-\u02ff]/.test(text)) return undefined
  try {
    const json = readJson(text)
    if (`${visibleJson(jsonText(json, undefined, 2))}\n` !== text) return undefined
    return `${print(json, { indent: '', before: 0, after: 0, width })}\n`
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

interface Position {
  readonly indent: string
  /** Number of characters before the value on its line. */
  readonly before: number
  /** Number of characters after the value: 1 for a comma, otherwise 0. */
  readonly after: number
  readonly width: number
}

function print(json: Json, at: Position): string {
  if (isArray(json)) return printArray(json, at)
  const entries = isObject(json) ? Object.entries(json) : []
  if (entries.length === 0) return flat(json)
  const indent = `${at.indent}  `
  const lines = entries.map(([name, value], index) => {
    const key = `${indent}${flat(name)}: `
    const after = index < entries.length - 1 ? 1 : 0
    return key + print(value, { ...at, indent, before: key.length, after })
  })
  return `{\n${lines.join(',\n')}\n${at.indent}}`
}

function printArray(items: readonly Json[], at: Position): string {
  const line = flat(items)
  if (!breaks(items) && at.before + line.length + at.after <= at.width) return line
  const indent = `${at.indent}  `
  const texts = items.map((item, index) => {
    const comma = index < items.length - 1 ? ',' : ''
    return print(item, { ...at, indent, before: indent.length, after: comma.length }) + comma
  })
  const lines = items.every(isNumber) ? filled(texts, at.width - indent.length) : texts
  return `[\n${lines.map((text) => indent + text).join('\n')}\n${at.indent}]`
}

/** Joins texts with spaces to lines, with as many texts per line as fit. */
function filled(texts: readonly string[], width: number): readonly string[] {
  const lines: string[] = []
  for (const text of texts) {
    const last = lines.at(-1)
    if (last === undefined || last.length + 1 + text.length > width) lines.push(text)
    else lines[lines.length - 1] = `${last} ${text}`
  }
  return lines
}

/** Whether a value never fits on one line, because it contains an object with members or a table of lists. */
function breaks(json: Json): boolean {
  if (!isArray(json)) return isObject(json) && Object.keys(json).length > 0
  const isTable = json.length > 1 && json.every((item) => isArray(item) && item.length > 1)
  return isTable || json.some(breaks)
}

function flat(json: Json): string {
  if (isArray(json)) return `[${json.map(flat).join(', ')}]`
  const text = jsonText(json)
  // Prettier writes 1e21, not 1e+21.
  return isNumber(json) ? text.replace('e+', 'e') : visibleJson(text)
}
