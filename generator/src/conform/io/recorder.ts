import { dirname } from 'node:path'
import { type Contract, redactMessage, type Traffic } from '@rpcloom/conform'
import { readJson } from '../../json/text.ts'
import { appendText, openFolder } from '../report/write.ts'
import { openedBy, type OpenedId, refersTo, sentIn, streamIn } from './captures.ts'
import { formatIo, type IoMessage, isJson, methodOf } from './format.ts'
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
  count: number
  bytes: number
}

/** Numbers of short and of distinct ids that are kept; the oldest are dropped. */
const MAX_SHORT_IDS = 1000
const MAX_IDS = 50_000
const MAX_MESSAGES = 10_000
const MAX_BYTES = 64 * 1024 * 1024

/** The ids of responses, by which later messages belong to a conversation. */
interface Ids {
  /** Returns the conversation to which a message with values that may be ids belongs. */
  readonly conversationOf: (
    message: unknown,
    values: readonly unknown[],
  ) => Conversation | undefined
  /** Adds the values that a request sends. They cannot be ids of later responses. */
  readonly addSent: (request: unknown) => void
  readonly addOpened: (opened: readonly OpenedId[], conversation: Conversation) => void
}

function openIds(): Ids {
  const distinct = new Map<unknown, Conversation | undefined>()
  const short: (readonly [OpenedId, Conversation])[] = []
  // The first use of a value counts: it is sent (undefined), or a response gives it.
  const add = (id: unknown, conversation: Conversation | undefined): void => {
    if (distinct.has(id)) return
    distinct.set(id, conversation)
    const [oldest] = distinct.size > MAX_IDS ? distinct.keys() : []
    if (oldest !== undefined) distinct.delete(oldest)
  }
  return {
    conversationOf: (message, values) =>
      values.map((id) => distinct.get(id)).findLast((one) => one !== undefined) ??
      short.findLast(([opened]) => refersTo(message, opened))?.[1],
    addSent: (request) => sentIn(request).forEach((id) => add(id, undefined)),
    addOpened(opened, conversation) {
      for (const one of opened) {
        if (one.isDistinct) add(one.id, conversation)
        else if (short.push([one, conversation]) > MAX_SHORT_IDS) short.shift()
      }
    },
  }
}

/**
 * Creates a recorder. An exchange is a file of its own, except that calls and events with an id that an earlier
 * response gave, such as the id of a filter, subscription or session, are appended to the file of that response.
 */
export function openIoRecorder(folder: string): IoRecorder {
  const nameOf = ioNames(folder)
  const ids = openIds()
  let [written, skipped] = [0, 0]
  let fault: string | undefined
  const append = (conversation: Conversation, messages: readonly IoMessage[]): void => {
    const text = formatIo(messages)
    written++
    fault ??= openFolder(dirname(conversation.file)) ?? appendText(conversation.file, text)
    conversation.count += messages.length
    conversation.bytes += Buffer.byteLength(text)
  }
  const continuedBy = (message: unknown, values: readonly unknown[]): Conversation | undefined => {
    const one = ids.conversationOf(message, values)
    return one && one.count <= MAX_MESSAGES && one.bytes <= MAX_BYTES ? one : undefined
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
      const conversation = continuedBy(request, sentIn(request)) ?? {
        file: nameOf(Array.isArray(request) ? 'batch' : (methodOf(request) ?? '')),
        count: 0,
        bytes: 0,
      }
      append(conversation, messages)
      ids.addSent(request)
      ids.addOpened(openedBy(request, response, contract), conversation)
    },
    addEvent(text, contract) {
      const event = isJson(text) ? readJson(text) : undefined
      const stream = streamIn(event)
      const conversation = stream === undefined ? undefined : continuedBy(event, [stream])
      if (conversation === undefined) skipped++
      else append(conversation, [{ kind: 'response', text: redactMessage(contract, text) }])
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
