import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { listen, type Listening } from '@rpcloom/rpc/node'
import { examples, specServer, type Case } from './spec-server.ts'

const call = (members: string): string => `{"jsonrpc":"2.0","method":"get_data",${members}}`
const data = ['hello', 5]
const answered = (id: unknown): object => ({ jsonrpc: '2.0', id, result: data })
const refused = (code: number, id: unknown): object => ({ jsonrpc: '2.0', id, error: { code } })

/** Cases from the tests of mature servers, with codes and IDs exactly as in the specification. */
const cases: readonly Case[] = [
  ['an id that is a number', call('"id":7'), answered(7)],
  ['an id of zero', call('"id":0'), answered(0)],
  ['a negative id', call('"id":-1'), answered(-1)],
  ['an id of zero below zero', call('"id":-0'), answered(-0)],
  ['an id with a fraction', call('"id":1.5'), answered(1.5)],
  ['an id that is a string', call('"id":"a"'), answered('a')],
  ['an id that is an empty string', call('"id":""'), answered('')],
  ['an id with escapes', call('"id":"\\u0000\\"\\u20ac"'), answered('\0"€')],
  ['an id that is half a pair', call('"id":"\\ud800"'), answered('\ud800')],
  ['an id of null', call('"id":null'), answered(null)],
  ['an id of true', call('"id":true'), refused(-32600, null)],
  ['an id of false', call('"id":false'), refused(-32600, null)],
  ['an id that is a list', call('"id":[1]'), refused(-32600, null)],
  ['an id that is an object', call('"id":{"a":1}'), refused(-32600, null)],
  ['an id beyond a double', call('"id":1e400'), answered(Infinity)],
  ['an id below zero beyond a double', call('"id":-1e400'), answered(-Infinity)],
  ['no id', call('"params":[]'), undefined],
  ['a repeated id: the last one', call('"id":1,"id":2'), answered(2)],
  ['an id of a hundred digits', call(`"id":${'9'.repeat(100)}`), answered(Number('9'.repeat(100)))],
  ['an id outside the first plane', call('"id":"\u{1f600}"'), answered('\u{1f600}')],
  [
    'an id of 10,000 characters',
    call(`"id":"${'x'.repeat(10_000)}"`),
    answered('x'.repeat(10_000)),
  ],
  ['an id in another case', call('"ID":1'), undefined],
  ['version 1.0', '{"jsonrpc":"1.0","method":"get_data","id":1}', refused(-32600, 1)],
  ['a version that is a number', '{"jsonrpc":2.0,"method":"get_data","id":1}', refused(-32600, 1)],
  ['a version with a space', '{"jsonrpc":"2.0 ","method":"get_data","id":1}', refused(-32600, 1)],
  ['no version', '{"method":"get_data","id":"x"}', refused(-32600, 'x')],
  ['no version and no id', '{"method":"get_data"}', refused(-32600, null)],
  ['version 1.0 and no id', '{"jsonrpc":"1.0","method":"get_data"}', refused(-32600, null)],
  ['a version of null', '{"jsonrpc":null,"method":"get_data","id":1}', refused(-32600, 1)],
  [
    'a version that is not a string',
    '{"jsonrpc":["2.0"],"method":"get_data","id":1}',
    refused(-32600, 1),
  ],
  ['a version in another case', '{"JSONRPC":"2.0","method":"get_data","id":1}', refused(-32600, 1)],
  [
    'a repeated version',
    '{"jsonrpc":"1.0","jsonrpc":"2.0","method":"get_data","id":1}',
    answered(1),
  ],
  [
    'nothing right but the id',
    '{"jsonrpc":1,"method":1,"params":1,"id":"x"}',
    refused(-32600, 'x'),
  ],
  ['nothing right', '{"jsonrpc":1,"method":1,"params":1,"id":{}}', refused(-32600, null)],
  ['no method', '{"jsonrpc":"2.0","id":1}', refused(-32600, 1)],
  ['a method that is a number', '{"jsonrpc":"2.0","id":1,"method":1}', refused(-32600, 1)],
  ['a method of null', '{"jsonrpc":"2.0","id":1,"method":null}', refused(-32600, 1)],
  ['a method of true', '{"jsonrpc":"2.0","id":1,"method":true}', refused(-32600, 1)],
  ['a method that is an object', '{"jsonrpc":"2.0","id":1,"method":{}}', refused(-32600, 1)],
  ['a method of null and no id', '{"jsonrpc":"2.0","method":null}', refused(-32600, null)],
  ['half a pair for a method', '{"jsonrpc":"2.0","id":1,"method":"\\udc00"}', refused(-32601, 1)],
  ['a method with a space', '{"jsonrpc":"2.0","id":1,"method":"get_data "}', refused(-32601, 1)],
  ['a method that is a list', '{"jsonrpc":"2.0","id":1,"method":["get_data"]}', refused(-32600, 1)],
  ['an empty method', '{"jsonrpc":"2.0","id":1,"method":""}', refused(-32601, 1)],
  ['a method in another case', '{"jsonrpc":"2.0","id":1,"method":"GET_DATA"}', refused(-32601, 1)],
  [
    'a method of the language',
    '{"jsonrpc":"2.0","id":1,"method":"constructor"}',
    refused(-32601, 1),
  ],
  ['a method __proto__', '{"jsonrpc":"2.0","id":1,"method":"__proto__"}', refused(-32601, 1)],
  ['a reserved method', '{"jsonrpc":"2.0","id":1,"method":"rpc.none"}', refused(-32601, 1)],
  [
    'a repeated method: the last one',
    '{"jsonrpc":"2.0","id":1,"method":"x","method":"get_data"}',
    answered(1),
  ],
  ['unknown members', call('"id":1,"more":{"a":[1]}'), answered(1)],
  ['a response', '{"jsonrpc":"2.0","id":1,"result":1}', refused(-32600, 1)],
  [
    'the response of an error',
    '{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":""}}',
    refused(-32600, 1),
  ],
  ['a call that is a response too', call('"id":1,"result":1'), answered(1)],
  ['a batch of responses', '[{"jsonrpc":"2.0","id":1,"result":1}]', [refused(-32600, 1)]],
  ['params of null', call('"id":1,"params":null'), refused(-32600, 1)],
  ['params that are a string', call('"id":1,"params":"x"'), refused(-32600, 1)],
  ['params that are a number', call('"id":1,"params":0'), refused(-32600, 1)],
  ['params of true', call('"id":1,"params":true'), refused(-32600, 1)],
  ['params of false', call('"id":1,"params":false'), refused(-32600, 1)],
  ['no id, and params of null', call('"params":null'), refused(-32600, null)],
  ['no id, and params that are a string', call('"params":"x"'), refused(-32600, null)],
  ['no id, and params that do not fit', call('"params":[1]'), undefined],
  [
    'no id, and names for positions',
    '{"jsonrpc":"2.0","method":"sum","params":{"a":1}}',
    undefined,
  ],
  ['no id, and a reserved method', '{"jsonrpc":"2.0","method":"rpc.none"}', undefined],
  ['repeated params: the last ones', call('"id":1,"params":[1],"params":[]'), answered(1)],
  [
    'params of null for an unknown method',
    '{"jsonrpc":"2.0","id":1,"method":"x","params":null}',
    refused(-32600, 1),
  ],
  [
    'a number beyond a double',
    '{"jsonrpc":"2.0","id":1,"method":"get_data","params":{},"x":1e999}',
    answered(1),
  ],
  ['an empty list for no params', call('"id":1,"params":[]'), answered(1)],
  ['an empty object for no params', call('"id":1,"params":{}'), answered(1)],
  [
    'names for positions',
    '{"jsonrpc":"2.0","id":1,"method":"sum","params":{"a":1}}',
    refused(-32602, 1),
  ],
  ['positions for names', call('"id":1,"params":[1]'), refused(-32602, 1)],
  [
    'too many positions',
    '{"jsonrpc":"2.0","id":1,"method":"subtract","params":[1,2,3]}',
    refused(-32602, 1),
  ],
  ['text', '"x"', refused(-32600, null)],
  ['an empty string as request', '""', refused(-32600, null)],
  ['zero', '0', refused(-32600, null)],
  ['a number', '1', refused(-32600, null)],
  ['true', 'true', refused(-32600, null)],
  ['null', 'null', refused(-32600, null)],
  ['an empty object', '{}', refused(-32600, null)],
  ['nothing', '', refused(-32700, null)],
  ['white space', ' \t\r\n', refused(-32700, null)],
  ['white space around a call', `\r\n\t ${call('"id":1')} \n`, answered(1)],
  ['two values', `${call('"id":1')}${call('"id":2')}`, refused(-32700, null)],
  ['bytes behind a call', `${call('"id":1')}x`, refused(-32700, null)],
  ['a byte order mark', `\ufeff${call('"id":1')}`, refused(-32700, null)],
  ['a call cut short', call('"id":1').slice(0, -1), refused(-32700, null)],
  ['truncated text', '{"jsonrpc":"2', refused(-32700, null)],
  ['single quotes', "{'jsonrpc':'2.0'}", refused(-32700, null)],
  ['a comma too many', call('"id":1,').replace(',}', ',}'), refused(-32700, null)],
  ['a comment', `/**/${call('"id":1')}`, refused(-32700, null)],
  ['NaN', call('"id":NaN'), refused(-32700, null)],
  ['a number with a leading zero', call('"id":01'), refused(-32700, null)],
  ['a number in hex', call('"id":0x1'), refused(-32700, null)],
  ['a control character in a string', call('"id":"\n"'), refused(-32700, null)],
  ['an invalid escape', call('"id":"\\x"'), refused(-32700, null)],
  ['a batch of a batch', `[[${call('"id":1')}]]`, [refused(-32600, null)]],
  ['a batch of null', '[null]', [refused(-32600, null)]],
  ['a batch of an empty batch', '[[]]', [refused(-32600, null)]],
  ['a batch of an empty object', '[{}]', [refused(-32600, null)]],
  [
    'a batch with white space',
    ` [ ${call('"id":1')} ,\n${call('"id":2')}\t] `,
    [answered(1), answered(2)],
  ],
  ['a batch cut short', `[${call('"id":1')}`, refused(-32700, null)],
  ['two batches', `[${call('"id":1')}][${call('"id":2')}]`, refused(-32700, null)],
  [
    'a batch in which one call responds later',
    `[{"jsonrpc":"2.0","id":1,"method":"sum","params":[1]},${call('"id":2')},{"jsonrpc":"2.0","method":"sum"},{"jsonrpc":"2.0","id":3,"method":"x"}]`,
    [{ jsonrpc: '2.0', id: 1, result: 1 }, answered(2), refused(-32601, 3)],
  ],
  [
    'a batch of notifications that fail',
    '[{"jsonrpc":"2.0","method":"x"},{"jsonrpc":"2.0","method":"sum","params":{"a":1}}]',
    undefined,
  ],
  ['a batch with a hole', `[${call('"id":1')},]`, refused(-32700, null)],
  ['a batch of one', `[${call('"id":1')}]`, [answered(1)]],
  ['a batch of one notification', `[${call('"params":[]')}]`, undefined],
  ['one id twice in a batch', `[${call('"id":1')},${call('"id":1')}]`, [answered(1), answered(1)]],
  [
    'a batch with something wrong',
    `[${call('"id":1')},1,${call('"id":2')}]`,
    [answered(1), refused(-32600, null), answered(2)],
  ],
  [
    'a batch beyond the limit',
    `[${Array<string>(1001).fill(call('"id":1')).join()}]`,
    refused(-32600, null),
  ],
  [
    'a batch at the limit',
    `[${Array<string>(1000).fill(call('"id":1')).join()}]`,
    Array<object>(1000).fill(answered(1)),
  ],
  [
    'params nested a hundred deep',
    call(`"id":1,"params":{"x":${'['.repeat(100)}${']'.repeat(100)}}`),
    answered(1),
  ],
  ['a hundred thousand brackets', '['.repeat(100_000), refused(-32700, null)],
  [
    'nesting beyond the limit',
    `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    refused(-32700, null),
  ],
]

/** A transport from request text to response text; undefined means no response. */
interface Carrier {
  readonly ask: (text: string, isAnswered: boolean) => Promise<string | undefined>
}

let listening: Listening
let socket: WebSocket
beforeAll(async () => {
  listening = await listen(specServer)
  socket = new WebSocket(`${listening.url.replace('http', 'ws')}/spec`)
  await once(socket, 'open')
})
afterAll(async () => {
  socket.terminate()
  await listening.close()
})

const carriers: Readonly<Record<string, Carrier>> = {
  memory: { ask: async (text) => specServer.handle(text) },
  http: {
    async ask(text) {
      const response = await fetch(`${listening.url}/spec`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: text,
      })
      const body = await response.text()
      expect([response.status, body === '']).toEqual(
        response.status === 204 ? [204, true] : [200, false],
      )
      return body === '' ? undefined : body
    },
  },
  webSocket: {
    async ask(text, isAnswered) {
      const mark = 'the answer after'
      const answers: string[] = []
      const take = (data: Buffer): unknown => answers.push(data.toString())
      socket.on('message', take)
      socket.send(text)
      // If the first request has no response, only the response to the second one arrives.
      socket.send(`{"jsonrpc":"2.0","method":"sum","params":[0],"id":"${mark}"}`)
      const isDone = (): boolean =>
        answers.some((answer) => answer.includes(mark)) && (!isAnswered || answers.length > 1)
      while (!isDone()) await once(socket, 'message')
      await new Promise((resolve) => setImmediate(resolve))
      socket.off('message', take)
      return answers.find((answer) => !answer.includes(mark))
    },
  },
}

for (const [name, { ask }] of Object.entries(carriers)) {
  describe(`over ${name}`, () => {
    test.each(examples)('the example of the specification: %s', async (_, text, want) => {
      expect(parsed(await ask(text, want !== undefined))).toEqual(want)
    })

    test.each(cases)('%s', async (_, text, want) => {
      const answer = parsed(await ask(text, want !== undefined))
      if (typeof want !== 'object' || want === null) expect(answer).toBe(want)
      else expect(answer).toMatchObject(want)
    })
  })
}

function parsed(text: string | undefined): unknown {
  return text === undefined ? undefined : (JSON.parse(text) as unknown)
}
