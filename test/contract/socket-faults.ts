import type { FindingCode } from '@rpcloom/conform'
import { isRecord } from '@rpcloom/rpc'
import { tea } from './shop-document.ts'
import { eventOf, type Out, type SocketFault } from './shop-socket.ts'

/** An injected fault on a connection, and where it must be found. */
export interface PlantedSocket {
  readonly name: string
  readonly fault: SocketFault
  readonly code: FindingCode
  /** Empty for the endpoint. */
  readonly method: string
  readonly pointer: string
}

type Members = Readonly<Record<string, unknown>>

const open = 'shop.subscribe'
const end = 'shop.unsubscribe'
const count = 'shop.countItems'

/** Replaces the successful responses of one method. */
function out(method: string, change: (one: Out) => readonly (string | Buffer)[]): SocketFault {
  return {
    out: (one) =>
      one.method === method && one.text.includes('"result"') ? change(one) : [one.text],
  }
}

function answer(method: string, change: (answer: Members) => unknown): SocketFault {
  return {
    fault: {
      answer: (plain, call) =>
        call['method'] === method && 'result' in plain ? change(plain) : plain,
    },
  }
}

/** Changes the params of sale events. */
function params(change: (params: Members) => unknown): SocketFault {
  return {
    event: (event) =>
      isSale(event) ? { ...event, params: change(event['params'] as Members) } : event,
  }
}

function payload(change: Members): SocketFault {
  return params((all) => ({ ...all, result: { ...tea, ...change } }))
}

function isSale({ params }: Members): boolean {
  return isRecord(params) && isRecord(params['result'])
}

const hang = ({ socket }: Out): readonly string[] => {
  socket.close(1011, 'no more')
  return []
}

const rows: readonly (readonly [
  name: string,
  fault: SocketFault,
  code: FindingCode,
  method: string,
  pointer: string,
])[] = [
  // Events
  [
    'an event with a wrong payload',
    payload({ price: 3.5 }),
    'payload',
    open,
    '/params/result/price',
  ],
  ['an event of nothing', payload({ name: null }), 'payload', open, '/params/result/name'],
  [
    'an event with an unknown member',
    payload({ colour: 'x' }),
    'unknown-field',
    open,
    '/params/result/colour',
  ],
  [
    'an event under another name',
    { event: (event) => ({ ...event, method: 'shop.news' }) },
    'event',
    open,
    '/method',
  ],
  ['an event with an id', { event: (event) => ({ ...event, id: 1 }) }, 'event', open, '/id'],
  [
    'an event of another version',
    { event: (event) => ({ ...event, jsonrpc: '1.0' }) },
    'jsonrpc',
    open,
    '/jsonrpc',
  ],
  [
    'an event without its subscription',
    params(({ result }) => ({ result })),
    'event',
    open,
    '/params/subscription',
  ],
  [
    'an event of another subscription',
    params((all) => ({ ...all, subscription: 'other' })),
    'event',
    open,
    '/params/subscription',
  ],
  [
    'an event without a result',
    params(({ subscription }) => ({ subscription })),
    'event',
    open,
    '/params/result',
  ],
  ['an event with more', params((all) => ({ ...all, at: 1 })), 'event', open, '/params/at'],
  [
    'an event without params',
    { event: () => ({ jsonrpc: '2.0', method: 'shop.event' }) },
    'event',
    open,
    '/params',
  ],
  ['an event in a list', { event: (event) => [event] }, 'event', open, ''],
  [
    'an event that is a response',
    { event: () => ({ jsonrpc: '2.0', id: 5, result: 1 }) },
    'stray',
    open,
    '',
  ],
  // Subscriptions from start to end
  [
    'an id that is a number',
    answer(open, (plain) => ({ ...plain, result: 5 })),
    'result',
    open,
    '/result',
  ],
  [
    'an event behind the end',
    out(end, ({ text, open: { ended } }) => [text, JSON.stringify(eventOf(ended))]),
    'event-after-end',
    open,
    '',
  ],
  [
    'an event long behind the end',
    out(open, ({ text, open: { ended } }) =>
      ended === undefined ? [text] : [JSON.stringify(eventOf(ended)), text],
    ),
    'event-after-end',
    open,
    '',
  ],
  [
    'an end that returns false',
    answer(end, (plain) => ({ ...plain, result: false })),
    'result',
    end,
    '/result',
  ],
  ['an end that closes', out(end, hang), 'connection', end, ''],
  [
    'a connection that ends while events are waited for',
    {
      ...out(open, ({ text, socket }) => {
        setImmediate(() => socket.close(1001))
        return [text]
      }),
      event: () => undefined,
    },
    'connection',
    open,
    '',
  ],
  // Responses
  [
    'a response to a notification',
    { fault: { isTalkative: true } },
    'unexpected-response',
    count,
    '',
  ],
  [
    'the id of the previous call',
    out(count, ({ text, open: { last } }) => [
      JSON.stringify({ ...(JSON.parse(text) as Members), id: last }),
    ]),
    'id',
    count,
    '/id',
  ],
  [
    'an id that no call has',
    out(count, ({ text }) => [JSON.stringify({ ...(JSON.parse(text) as Members), id: 'mine' })]),
    'id',
    count,
    '/id',
  ],
  ['a call that closes the connection', out(count, hang), 'connection', count, ''],
  [
    'a response in two messages',
    out(count, ({ text }) => [text.slice(0, 9), text.slice(9)]),
    'split',
    count,
    '',
  ],
  ['half a response', out(count, ({ text }) => [text.slice(0, 9)]), 'truncated', count, ''],
  ['a response in bytes', out(count, ({ text }) => [Buffer.from(text)]), 'binary', count, ''],
  [
    'text that is not UTF-8',
    out(count, () => [Buffer.from([0x22, 0xff, 0xfe, 0x22])]),
    'not-text',
    count,
    '',
  ],
  ['a response sent twice', out(count, ({ text }) => [text, text]), 'stray', count, ''],
  [
    'a response with additional data',
    out(count, ({ text }) => ['{"jsonrpc":"2.0","id":null,"result":1}', text]),
    'stray',
    count,
    '',
  ],
  // The endpoint
  [
    'a batch whose responses are sent one by one',
    {
      out: ({ text }) =>
        text.startsWith('[')
          ? (JSON.parse(text) as readonly unknown[]).map((one) => JSON.stringify(one))
          : [text],
    },
    'not-a-batch',
    '',
    '',
  ],
  [
    'a batch with a hole',
    { fault: { batch: (answers) => answers.slice(1) } },
    'batch-missing',
    '',
    '',
  ],
  [
    'a connection that ends for invalid JSON',
    { out: (one) => (one.text.includes('-32700') ? hang(one) : [one.text]) },
    'connection',
    '',
    '',
  ],
]

export const socketFaults: readonly PlantedSocket[] = rows.map(
  ([name, fault, code, method, pointer]) => ({ name, fault, code, method, pointer }),
)
