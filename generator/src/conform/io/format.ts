import { endOfString } from '@rpcloom/rpc/internal'
import { isObject } from '../../json/pointer.ts'

/** A message of an `.io` file. */
export interface IoMessage {
  readonly kind: 'request' | 'response'
  readonly text: string
}

/** The content of an `.io` file: one exchange, or several that belong together. */
export interface IoFile {
  /** Whether only the types of responses are compared (`// speconly:`). */
  readonly isShapeOnly: boolean
  readonly messages: readonly IoMessage[]
}

export type ReadIo =
  | { readonly kind: 'io'; readonly file: IoFile }
  | { readonly kind: 'faulty'; readonly line: number; readonly reason: string }

/**
 * Parses the format of the tests in ethereum/execution-apis: comments after `//`, requests after `>>` and
 * responses after `<<`, each on one line. Comments after the first message have no meaning.
 */
export function parseIo(text: string): ReadIo {
  const messages: IoMessage[] = []
  let isShapeOnly = false
  for (const [index, whole] of text.split(/\r\n|\r|\n/).entries()) {
    const line = whole.trim()
    const faulty = (reason: string): ReadIo => ({ kind: 'faulty', line: index + 1, reason })
    if (line === '') continue
    if (line.startsWith('//')) {
      if (messages.length === 0 && /^\/\/\s*speconly:/.test(line)) isShapeOnly = true
      continue
    }
    const kind = line.startsWith('>>') ? 'request' : 'response'
    if (kind === 'response' && !line.startsWith('<<'))
      return faulty('a line must start with //, >> or <<')
    if (kind === 'response' && messages.length === 0) return faulty('a response before a request')
    const message = line.slice(2).trim()
    if (!isJson(message))
      return faulty(`the message is not valid JSON of at most ${MAX_LEVELS} levels`)
    messages.push({ kind, text: message })
  }
  if (messages.length === 0) return { kind: 'faulty', line: 1, reason: 'the file has no request' }
  return { kind: 'io', file: { isShapeOnly, messages } }
}

/** A request of an `.io` file, and what the server sent after it. */
export interface IoExchange {
  readonly request: string
  /** The response; empty if there is none. */
  readonly response: string
  /** Events of subscriptions, which are requests of the server. */
  readonly events: readonly string[]
}

/** Returns the exchanges of a file in their order. */
export function exchangesOf({ messages }: Pick<IoFile, 'messages'>): readonly IoExchange[] {
  const starts = [...messages.keys()].filter((index) => messages[index]?.kind === 'request')
  return starts.map((start, index) => {
    const received = messages.slice(start + 1, starts[index + 1]).map(({ text }) => text)
    const response = received.find((text) => !isEvent(text)) ?? ''
    return { request: messages[start]?.text ?? '', response, events: received.filter(isEvent) }
  })
}

function isEvent(text: string): boolean {
  const message: unknown = JSON.parse(text)
  return isObject(message) && typeof message['method'] === 'string'
}

/** Formats messages. Line breaks inside of a message, which JSON allows between tokens, are removed. */
export function formatIo(messages: readonly IoMessage[]): string {
  const signs = { request: '>>', response: '<<' } as const
  return messages.map(({ kind, text }) => `${signs[kind]} ${onOneLine(text)}\n`).join('')
}

/** Returns the text of a JSON message without line breaks and the space around them. */
export function onOneLine(text: string): string {
  return text
    .split(/[\r\n]/)
    .map((line) => line.trim())
    .join('')
}

/** Most levels of objects and arrays in a message. Functions that read deeper ones would overflow the stack. */
const MAX_LEVELS = 1000

/** Whether a text is JSON of at most 1,000 levels. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return levelsOf(text) <= MAX_LEVELS
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}

/** Returns the number of levels of objects and arrays in JSON text. */
function levelsOf(text: string): number {
  let [levels, depth] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '"') at = endOfString(text, at)
    else if (character === '{' || character === '[') levels = Math.max(levels, ++depth)
    else if (character === '}' || character === ']') depth--
  }
  return levels
}

/** Returns the method of a message; undefined for a message that is no request. */
export function methodOf(message: unknown): string | undefined {
  const method = isObject(message) ? message['method'] : undefined
  return typeof method === 'string' ? method : undefined
}
