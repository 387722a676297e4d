import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { isRecord } from '@rpcloom/rpc'
import { shopDocument, tea } from './shop-document.ts'

/** A response before it is sent. A fault can change it. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
}

/** An injected fault. Omitted members work as documented. */
export interface Fault {
  /** Changes the response to one call, before serialization. `params` are by name if they were sent that way. */
  readonly answer?: (answer: Members, call: Members) => unknown
  /** Changes the responses to a batch. */
  readonly batch?: (answers: readonly unknown[], calls: readonly unknown[]) => unknown
  /** Changes the body and the HTTP head; undefined for no response. */
  readonly reply?: (reply: Reply, asked: Asked) => Reply | undefined | Promise<Reply | undefined>
  /** Params are not validated. */
  readonly isCareless?: boolean
  /** Notifications get responses, too. */
  readonly isTalkative?: boolean
}

export interface Asked {
  readonly verb: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** The method of a single call; empty for a batch, an invalid request and a GET. */
  readonly method: string
}

/** A status which means that the connection is dropped. */
export const broken = 0

type Members = Readonly<Record<string, unknown>>

export interface Shop {
  readonly url: string
  /** Replaces the injected fault. */
  readonly plant: (fault: Fault) => void
  readonly close: () => void
}

/** A server that conforms to its document, until a fault is injected. */
export async function openShop(): Promise<Shop> {
  let fault: Fault = {}
  const server = createServer((request, response) => {
    void serve(request, response, fault)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    plant: (next) => {
      fault = next
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  fault: Fault,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString('utf8')
  const { method: verb = 'GET', url = '/' } = request
  const { reply, method } = verb === 'GET' ? report(url) : spoken(text, fault)
  const sent = fault.reply
    ? await fault.reply(reply, { verb, text, method, headers: request.headers })
    : reply
  if (sent === undefined) return
  if (sent.status === broken) {
    response.destroy()
    return
  }
  response.writeHead(sent.status, sent.headers)
  response.end(sent.body)
}

interface Spoken {
  readonly reply: Reply
  readonly method: string
}

const json = { 'content-type': 'application/json' }

function report(url: string): Spoken {
  const tags = new URL(url, 'http://shop').searchParams.getAll('tag')
  const well = !tags.includes('b')
  const body = JSON.stringify({ well, tags })
  return { reply: { status: well ? 200 : 503, headers: json, body }, method: '' }
}

/** Returns the response to the text of a request, and the method of the call. */
export function spoken(text: string, fault: Fault): Spoken {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { reply: replyOf(failure(null, -32700)), method: '' }
  }
  if (!Array.isArray(value)) {
    const method = isRecord(value) ? String(value['method']) : ''
    return { reply: replyOf(answerTo(value, fault)), method }
  }
  if (value.length === 0) return { reply: replyOf(failure(null, -32600)), method: '' }
  const answers = value.map((one) => answerTo(one, fault)).filter((one) => one !== undefined)
  if (answers.length === 0) return { reply: replyOf(undefined), method: '' }
  return { reply: replyOf(fault.batch ? fault.batch(answers, value) : answers), method: '' }
}

function replyOf(answer: unknown): Reply {
  if (answer === undefined) return { status: 204, headers: {}, body: '' }
  return { status: 200, headers: json, body: JSON.stringify(answer) }
}

function answerTo(call: unknown, fault: Fault): unknown {
  if (!isRecord(call) || Object.keys(call).length === 0) return failure(null, -32600)
  const id = call['id'] ?? null
  if (call['jsonrpc'] !== '2.0' || typeof call['method'] !== 'string') return failure(id, -32600)
  if (!('id' in call) && !fault.isTalkative) return undefined
  const answer = answerOf(call, id, fault.isCareless === true)
  return fault.answer ? fault.answer(answer, call) : answer
}

function failure(id: unknown, code: number): Members {
  return { jsonrpc: '2.0', id, error: { code, message: `error ${code}` } }
}

function answerOf({ method, params }: Members, id: unknown, isCareless: boolean): Members {
  const known = methods.get(String(method))
  if (known === undefined) return failure(id, -32601)
  const given = Array.isArray(params)
    ? Object.fromEntries(params.map((value: unknown, at) => [known.names[at] ?? at, value]))
    : isRecord(params)
      ? params
      : {}
  if (!isCareless && !known.accepts(given)) return failure(id, -32602)
  const result = known.answer(given)
  return result === undefined ? failure(id, -32001) : { jsonrpc: '2.0', id, result }
}

interface Method {
  readonly names: readonly string[]
  /** Written by hand, so that it does not have the same mistakes as the tested code. */
  readonly accepts: (params: Members) => boolean
  readonly answer: (params: Members) => unknown
}

const isText = (value: unknown): boolean => typeof value === 'string'
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText)
const within = (value: unknown, min: number, max: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
const optional = (value: unknown, test: (value: unknown) => boolean): boolean =>
  value === undefined || test(value)

const answers: Readonly<Record<string, Omit<Method, 'names'>>> = {
  'shop.getItem': {
    accepts: ({ id, fields }) =>
      within(id, 1, 1000) && optional(fields, (list) => isTexts(list) && (list as []).length <= 3),
    answer: ({ id }) => (id === 7 ? tea : undefined),
  },
  'shop.listItems': {
    accepts: ({ limit, after }) => within(limit, 1, 100) && optional(after, isText),
    answer: () => ({ items: [tea, { ...tea, id: 8, note: 'second' }], next: null }),
  },
  'shop.countItems': { accepts: () => true, answer: () => 2 },
  'shop.login': {
    accepts: ({ user, word }) => isText(user) && String(user).length >= 3 && isText(word),
    answer: () => true,
  },
  'shop.addItem': { accepts: ({ name }) => isText(name), answer: () => 9 },
  'shop.getState': {
    accepts: ({ tags }) => optional(tags, isTexts),
    answer: ({ tags }) => ({ well: true, ...(tags !== undefined && { tags }) }),
  },
}

const methods: ReadonlyMap<string, Method> = new Map(
  shopDocument.methods.flatMap(({ name, params }) => {
    const known = answers[name]
    return known ? [[name, { ...known, names: params.map((param) => param.name) }] as const] : []
  }),
)
