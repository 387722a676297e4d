import type { FindingCode } from '@rpcloom/conform'
import { isRecord } from '@rpcloom/rpc'
import { broken, type Asked, type Fault, type Reply } from './shop-server.ts'

/** An injected fault, and where it must be found. */
export interface Planted {
  readonly name: string
  readonly fault: Fault
  readonly code: FindingCode
  /** Empty for the endpoint. */
  readonly method: string
  readonly pointer: string
}

type Members = Readonly<Record<string, unknown>>

/** Changes the responses of one method. */
function of(method: string, change: (answer: Members, call: Members) => unknown): Fault {
  return { answer: (answer, call) => (call['method'] === method ? change(answer, call) : answer) }
}

/** Changes a successful result of one method. */
function result(method: string, change: (result: Members) => unknown): Fault {
  return of(method, (answer) =>
    'result' in answer ? { ...answer, result: change(answer['result'] as Members) } : answer,
  )
}

/** Changes how responses of one method are sent. */
function reply(method: string, change: (reply: Reply, asked: Asked) => Reply | undefined): Fault {
  return { reply: (out, asked) => (asked.method === method ? change(out, asked) : out) }
}

function body(method: string, change: (text: string) => string | Buffer): Fault {
  return reply(method, (out) =>
    out.body === '' ? out : { ...out, body: change(String(out.body)) },
  )
}

const get = 'shop.getItem'
const list = 'shop.listItems'
const count = 'shop.countItems'
const login = 'shop.login'

const without = (members: Members, name: string): Members =>
  Object.fromEntries(Object.entries(members).filter(([key]) => key !== name))

const rows: readonly (readonly [
  name: string,
  fault: Fault,
  code: FindingCode,
  method: string,
  pointer: string,
])[] = [
  // Results
  ['a field is missing', result(get, (r) => without(r, 'price')), 'result', get, '/result/price'],
  [
    'a field of a wrong type',
    result(get, (r) => ({ ...r, open: 'yes' })),
    'result',
    get,
    '/result/open',
  ],
  [
    'a number for a string',
    result(get, (r) => ({ ...r, price: 3.5 })),
    'result',
    get,
    '/result/price',
  ],
  ['a string for a number', result(get, (r) => ({ ...r, id: '7' })), 'result', get, '/result/id'],
  ['null for a string', result(get, (r) => ({ ...r, name: null })), 'result', get, '/result/name'],
  [
    'null for an optional field',
    result(get, (r) => ({ ...r, note: null })),
    'result',
    get,
    '/result/note',
  ],
  [
    'an unknown member of an enumeration',
    result(get, (r) => ({ ...r, state: 'rotten' })),
    'result',
    get,
    '/result/state',
  ],
  [
    'a string that does not match its pattern',
    result(get, (r) => ({ ...r, price: '3.5' })),
    'result',
    get,
    '/result/price',
  ],
  [
    'a number out of its range',
    result(get, (r) => ({ ...r, id: 1001 })),
    'result',
    get,
    '/result/id',
  ],
  ['an empty string', result(get, (r) => ({ ...r, name: '' })), 'result', get, '/result/name'],
  [
    'an invalid time',
    result(get, (r) => ({ ...r, added: '2026-02-30T00:00:00Z' })),
    'result',
    get,
    '/result/added',
  ],
  [
    'too many items',
    result(get, (r) => ({ ...r, tags: ['a', 'b', 'c', 'd', 'e', 'f'] })),
    'result',
    get,
    '/result/tags',
  ],
  [
    'an item of a wrong type',
    result(get, (r) => ({ ...r, tags: ['a', 5] })),
    'result',
    get,
    '/result/tags/1',
  ],
  [
    'a nested field of a wrong type',
    result(get, (r) => ({ ...r, size: { width: '2.5' } })),
    'result',
    get,
    '/result/size/width',
  ],
  [
    'a wrong field deep in a list',
    result(list, (r) => ({ ...r, items: [{ ...(r['items'] as Members[])[0], open: 1 }] })),
    'result',
    list,
    '/result/items/0/open',
  ],
  ['a list for an object', result(get, (r) => [r]), 'result', get, '/result'],
  ['null for a result', result(get, () => null), 'result', get, '/result'],
  [
    'an unknown field',
    result(get, (r) => ({ ...r, weight: 5 })),
    'unknown-field',
    get,
    '/result/weight',
  ],
  [
    'an unknown field, nested',
    result(get, (r) => ({ ...r, size: { width: 1, depth: 2 } })),
    'unknown-field',
    get,
    '/result/size/depth',
  ],
  [
    'an additional field of a closed object',
    result(list, (r) => ({ ...r, total: 2 })),
    'result',
    list,
    '/result/total',
  ],
  [
    'digits lost above 2^53',
    result(get, (r) => ({ ...r, stock: Number(r['stock']) })),
    'precision',
    get,
    '/result/stock',
  ],
  [
    'more than 64 bits',
    result(get, (r) => ({ ...r, stock: '18446744073709551616' })),
    'result',
    get,
    '/result/stock',
  ],
  ['a fraction for an integer', result(count, () => 2.5), 'result', count, '/result'],
  // The envelope
  [
    'jsonrpc is missing',
    of(get, (answer) => without(answer, 'jsonrpc')),
    'jsonrpc',
    get,
    '/jsonrpc',
  ],
  ['another version', of(get, (a) => ({ ...a, jsonrpc: '1.0' })), 'jsonrpc', get, '/jsonrpc'],
  ['the version as a number', of(get, (a) => ({ ...a, jsonrpc: 2 })), 'jsonrpc', get, '/jsonrpc'],
  ['a wrong id', of(get, (a) => ({ ...a, id: `${String(a['id'])}0` })), 'id', get, '/id'],
  ['an id of another type', of(count, (a) => ({ ...a, id: 1 })), 'id-type', count, '/id'],
  ['a null id', of(get, (a) => ({ ...a, id: null })), 'id-type', get, '/id'],
  ['no id', of(get, (answer) => without(answer, 'id')), 'id-type', get, '/id'],
  [
    'result and error both',
    of(get, (a) => ('result' in a ? { ...a, error: { code: -32001, message: 'x' } } : a)),
    'error-and-result',
    get,
    '/error',
  ],
  [
    'a null error next to the result',
    of(get, (a) => ('result' in a ? { ...a, error: null } : a)),
    'error-and-result',
    get,
    '/error',
  ],
  ['neither of them', of(get, (answer) => without(answer, 'result')), 'neither', get, ''],
  [
    'an unknown member of the response',
    of(get, (a) => ({ ...a, time: 5 })),
    'unknown-member',
    get,
    '/time',
  ],
  ['the bare result', of(count, (a) => a['result']), 'not-a-response', count, ''],
  ['a response in a list', of(get, (answer) => [answer]), 'not-a-response', get, ''],
  // Errors
  [
    'a code that is not listed',
    of(get, ({ id, jsonrpc }) => ({ jsonrpc, id, error: { code: -32050, message: 'x' } })),
    'error-unlisted',
    get,
    '/error/code',
  ],
  [
    'an internal error',
    of(get, ({ id, jsonrpc }) => ({ jsonrpc, id, error: { code: -32603, message: 'x' } })),
    'internal-error',
    get,
    '/error/code',
  ],
  [
    'a wrong code for wrong params',
    of(list, (a) => ('error' in a ? { ...a, error: { code: -32001, message: 'x' } } : a)),
    'error-code',
    list,
    '/error/code',
  ],
  [
    'a code that is a string',
    of(list, (a) => ('error' in a ? { ...a, error: { code: '-32602', message: 'x' } } : a)),
    'error-shape',
    list,
    '/error/code',
  ],
  [
    'an error without a message',
    of(list, (a) => ('error' in a ? { ...a, error: { code: -32602 } } : a)),
    'error-shape',
    list,
    '/error/message',
  ],
  [
    'an error that is a string',
    of(list, (a) => ('error' in a ? { ...a, error: 'wrong' } : a)),
    'error-shape',
    list,
    '/error',
  ],
  [
    'an additional member of an error',
    of(list, (a) =>
      'error' in a ? { ...a, error: { code: -32602, message: 'x', stack: 'at x' } } : a,
    ),
    'unknown-member',
    list,
    '/error/stack',
  ],
  [
    'a secret in an error',
    of(login, (a, { params }) =>
      'error' in a
        ? { ...a, error: { code: -32602, message: `not ${JSON.stringify(params)}` } }
        : a,
    ),
    'secret',
    login,
    '/error',
  ],
  ['params are not validated', { isCareless: true }, 'accepted', list, '/result'],
  [
    'one method is missing',
    of(count, ({ id, jsonrpc }) => ({ jsonrpc, id, error: { code: -32601, message: 'x' } })),
    'not-implemented',
    count,
    '/error/code',
  ],
  [
    'another code for an unknown method',
    {
      answer: (a) =>
        isRecord(a['error']) && a['error']['code'] === -32601
          ? { ...a, error: { code: -32000, message: 'no such method' } }
          : a,
    },
    'error-code',
    '',
    '/error/code',
  ],
  // Notifications and batches
  ['a response to a notification', { isTalkative: true }, 'unexpected-response', get, ''],
  [
    'responses of a batch swapped',
    {
      batch: (answers) =>
        answers.map((one, at) => ({
          ...(one as Members),
          id: (answers[answers.length - 1 - at] as Members)['id'],
        })),
    },
    'accepted',
    '',
    '/0/result',
  ],
  [
    'a response of a batch is missing',
    { batch: (answers) => answers.slice(1) },
    'batch-missing',
    '',
    '',
  ],
  [
    'a duplicate response in a batch',
    { batch: (answers) => [...answers, answers[0]] },
    'batch-duplicate',
    '',
    '/4/id',
  ],
  [
    'a batch has a response without a request',
    { batch: (answers) => [...answers, { jsonrpc: '2.0', id: 'who', result: 1 }] },
    'batch-unknown-id',
    '',
    '/4/id',
  ],
  ['one object as response to a batch', { batch: ([first]) => first }, 'not-a-batch', '', ''],
  [
    'null for the notification in a batch',
    { batch: (answers) => [null, ...answers] },
    'unexpected-response',
    '',
    '/0',
  ],
  // Bodies that are not JSON text
  [
    'a response as HTML',
    reply(get, (out) => ({ ...out, body: '<html>Bad gateway</html>' })),
    'json',
    get,
    '',
  ],
  ['truncated JSON', body(get, (text) => text.slice(0, -5)), 'truncated', get, ''],
  ['trailing bytes', body(get, (text) => `${text}\n0`), 'trailing', get, ''],
  ['two responses', body(get, (text) => text + text), 'trailing', get, ''],
  ['an empty body', body(get, () => ''), 'json', get, ''],
  ['a byte order mark', body(get, (text) => `\ufeff${text}`), 'json', get, ''],
  ['a trailing comma', body(get, (text) => text.replace(/\}$/, ',}')), 'json', get, ''],
  ['NaN', body(count, (text) => text.replace(':2}', ':NaN}')), 'json', count, ''],
  [
    'a duplicate member',
    body(get, (text) => text.replace('"id":7', '"id":8,"id":7')),
    'duplicate-member',
    get,
    '/result/id',
  ],
  [
    'bytes that are not UTF-8',
    body(get, (text) => Buffer.from(text.replace('tea', 't\u00e9'), 'latin1')),
    'not-text',
    get,
    '',
  ],
  // HTTP
  ['500 with a right body', reply(get, (out) => ({ ...out, status: 500 })), 'http-status', get, ''],
  ['201 with a right body', reply(get, (out) => ({ ...out, status: 201 })), 'http-status', get, ''],
  [
    'a wrong content type',
    reply(get, (out) => ({ ...out, headers: { 'content-type': 'text/html' } })),
    'content-type',
    get,
    '',
  ],
  ['no content type', reply(get, (out) => ({ ...out, headers: {} })), 'content-type', get, ''],
  [
    'a redirect',
    reply(get, (out) => ({ ...out, status: 302, headers: { ...out.headers, location: '/' } })),
    'http-status',
    get,
    '',
  ],
  [
    'a length that truncates the response',
    reply(get, (out) => ({ ...out, headers: { ...out.headers, 'content-length': '5' } })),
    'truncated',
    get,
    '',
  ],
  [
    'a connection that breaks',
    reply(get, (out) => ({ ...out, status: broken })),
    'connection',
    get,
    '',
  ],
  [
    'a route with status 200 for an unhealthy report',
    { reply: (out, { verb }) => (verb === 'GET' ? { ...out, status: 200 } : out) },
    'report-status',
    'shop.getState',
    '/well',
  ],
  [
    'a route with a wrong report',
    { reply: (out, { verb }) => (verb === 'GET' ? { ...out, body: '{"well":1}' } : out) },
    'result',
    'shop.getState',
    '/well',
  ],
]

export const faults: readonly Planted[] = rows.map(([name, fault, code, method, pointer]) => ({
  name,
  fault,
  code,
  method,
  pointer,
}))
