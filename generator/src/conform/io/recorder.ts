import { dirname } from 'node:path'
import { type Contract, redactMessage, type Traffic } from '@rpcloom/conform'
import { isObject } from '../../json/pointer.ts'
import { readJson } from '../../json/text.ts'
import { appendText, openFolder } from '../report/write.ts'
import { openedBy, type OpenedId, refersTo } from './captures.ts'
import { formatIo, type IoMessage, isJson } from './format.ts'
import { ioNames } from './folder.ts'

/** Writes exchanges to `.io` files as they pass. */
export interface IoRecorder {
  /** Writes a request and its response. `contract` says which values are secret. */
  readonly add: (traffic: Traffic, contract: Contract) => void
  /** Writes an event after the exchange that opened its subscription. */
  readonly addEvent: (text: string, contract: Contract) => void
  /** Number of exchanges and events written, and of those that are not JSON messages. */
  readonly counts: () => { readonly written: number; readonly skipped: number }
  /** The reason why a file could not be written. */
  readonly fault: () => string | undefined
}

/** A file to which later messages are appended. */
interface Conversation {
  readonly file: string
  readonly opened: OpenedId
  count: number
  bytes: number
}

const MAX_CONVERSATIONS = 1000
const MAX_MESSAGES = 10_000
const MAX_BYTES = 64 * 1024 * 1024

/**
 * Creates a recorder. An exchange is a file of its own, except that calls and events with the id that an earlier
 * response gave, such as the id of a filter or subscription, are appended to the file of that response.
 */
export function openIoRecorder(folder: string): IoRecorder {
  const nameOf = ioNames(folder)
  const conversations: Conversation[] = []
  let [written, skipped] = [0, 0]
  let fault: string | undefined
  const append = (file: string, messages: readonly IoMessage[]): number => {
    const text = formatIo(messages)
    written++
    fault ??= openFolder(dirname(file)) ?? appendText(file, text)
    return Buffer.byteLength(text)
  }
  const continued = (message: unknown, added: readonly IoMessage[]): boolean => {
    const one = conversations.findLast(({ opened }) => refersTo(message, opened))
    if (one === undefined || one.count > MAX_MESSAGES || one.bytes > MAX_BYTES) return false
    one.count += added.length
    one.bytes += append(one.file, added)
    return true
  }
  return {
    add(traffic, contract) {
      const texts = textsOf(traffic)
      if (texts === undefined) {
        skipped++
        return
      }
      const messages = texts.map((text, index): IoMessage => ({
        kind: index === 0 ? 'request' : 'response',
        text: redactMessage(contract, text, texts),
      }))
      const [request, response] = texts.map((text) => readJson(text))
      if (continued(request, messages)) return
      const file = nameOf(methodOf(request))
      const bytes = append(file, messages)
      const opened = openedBy(request, response, contract)
      if (opened === undefined) return
      conversations.push({ file, opened, count: messages.length, bytes })
      if (conversations.length > MAX_CONVERSATIONS) conversations.shift()
    },
    addEvent(text, contract) {
      const isMessage = isJson(text)
      const added = { kind: 'response', text: redactMessage(contract, text) } as const
      if (!isMessage || !continued(readJson(text), [added])) skipped++
    },
    counts: () => ({ written, skipped }),
    fault: () => fault,
  }
}

/** Returns the request and the response, if any; undefined if they are not JSON. */
function textsOf({ verb, body, exchange }: Traffic): readonly string[] | undefined {
  if (verb !== 'POST' && verb !== 'WS') return undefined
  const responses =
    exchange.kind === 'response'
      ? [exchange.body].filter((text) => text.trim() !== '')
      : exchange.kind === 'messages'
        ? exchange.texts.slice(0, 1)
        : undefined
  const texts = responses && [body, ...responses]
  return texts?.every(isJson) ? texts : undefined
}

/** Returns the method of a request; `batch` for several, and an empty text for an invalid request. */
function methodOf(request: unknown): string {
  if (Array.isArray(request)) return 'batch'
  const method = isObject(request) ? request['method'] : undefined
  return typeof method === 'string' ? method : ''
}
