import { describe, expect, it, vi } from 'vitest'
import { withFormats } from '@rpcloom/schema/internal'
import type { DispatcherOptions } from '@rpcloom/rpc/server'
import { createDispatcher, RpcError } from '@rpcloom/rpc/server'
import { dispatcher, group, method } from './server-fixture.ts'
import { hostile } from './stream-fixture.ts'

/** Returns an object that throws when the member `name` is read. */
function thrower<Value extends object>(value: Value, name: string): Value {
  const get = (): never => {
    throw new Error('secret detail')
  }
  return Object.defineProperty(value, name, { get, enumerable: true })
}

/**
 * Returns the responses to a batch of three calls: the first throws synchronously, the second
 * asynchronously, the third does not throw.
 */
async function throwing(thrown: unknown): Promise<string | undefined> {
  const handlers = {
    info: {
      fails() {
        throw thrown
      },
      async slow() {
        throw thrown
      },
      empty: () => undefined,
    },
  }
  const names = ['fails', 'slow', 'empty']
  const batch = names.map((name, at) => ({ jsonrpc: '2.0', id: at + 1, method: `info.${name}` }))
  return dispatcher({ handlers }).handle(JSON.stringify(batch))
}

function outcome(id: number, error: object): object {
  return id === 3 ? { result: {} } : { error }
}

describe('handlers', () => {
  it('may be mixed in a batch: synchronous and asynchronous, notifications and failures', async () => {
    const note = (method: string, params?: object): object => ({ jsonrpc: '2.0', method, params })
    const batch = [
      { ...note('info.slow'), id: 'late' },
      note('info.slow'),
      { ...note('info.empty'), id: 1 },
      note('info.fails', { how: 'late' }),
      { ...note('info.fails', { how: 'thrown' }), id: 2 },
      note('info.nothing'),
      { ...note('info.fails', { how: 'late' }), id: 3 },
      7,
      { ...note('info.echo', { text: 'a' }), id: 4 },
    ]
    const failed = { code: -32603, message: 'Internal error' }
    expect(parsed(await dispatcher().handle(JSON.stringify(batch)))).toMatchObject([
      { id: 'late', result: { aborted: false } },
      { id: 1, result: {} },
      { id: 2, error: failed },
      { id: 3, error: failed },
      { id: null, error: { code: -32600 } },
      { id: 4, result: { text: 'a' } },
    ])
  })

  it('that are all asynchronous notifications leave a batch without a response', async () => {
    const note = '{"jsonrpc":"2.0","method":"info.slow"}'
    expect(await dispatcher().handle(`[${note},${note}]`)).toBeUndefined()
  })

  const odd: readonly (readonly [string, unknown])[] = [
    ['nothing', undefined],
    ['a string', 'secret detail'],
    ['a value that cannot be inspected', hostile],
    ['an error with a name that throws', thrower(new Error('secret detail'), 'name')],
    ['an error whose code throws', thrower(new RpcError(5, 'm'), 'code')],
    ['an error without a message', Object.assign(new RpcError(5, 'm'), { message: undefined })],
    [
      'an error whose message is not a string',
      Object.assign(new RpcError(5, 'm'), { message: {} }),
    ],
  ]
  it.each(odd)('may throw %s', async (_name, thrown) => {
    const answer = parsed(await throwing(thrown))
    const error = { code: -32603, message: 'Internal error' }
    expect(answer).toEqual([1, 2, 3].map((id) => ({ jsonrpc: '2.0', id, ...outcome(id, error) })))
  })

  it('may throw an error with unreadable data', async () => {
    for (const thrown of [
      thrower(new RpcError(5, 'm'), 'data'),
      new RpcError(5, 'm', { data: thrower({}, 'member') }),
    ]) {
      expect(parsed(await throwing(thrown))).toMatchObject(
        [1, 2, 3].map((id) => outcome(id, { code: 5, message: 'm' })),
      )
    }
  })

  it('may throw integers that a double cannot represent', async () => {
    const held = 12345678901234567890n
    const answers = await throwing(new RpcError(5, '"m"', { data: { held }, reason: 'tooMuch' }))
    const error =
      '{"code":5,"message":"\\"m\\"","data":{"reason":"tooMuch","held":12345678901234567890}}'
    expect(answers).toContain(`"id":1,"error":${error}}`)
    expect(answers).toContain(`"id":2,"error":${error}}`)
  })

  it('fail only for their caller if the log function fails, too', async () => {
    const lines = vi.spyOn(console, 'error').mockReturnValue()
    const log = (): never => {
      throw new Error('disk full')
    }
    for (const how of ['plain', 'late']) {
      expect(await call({ log }, 'info.fails', { how })).toMatchObject({ error: { code: -32603 } })
    }
    expect(lines).toHaveBeenCalledTimes(2)
    lines.mockRestore()
  })
})

describe('results', () => {
  const long = Array.from({ length: 20 }, (_, at) => `"\u00e9${at}\ud800`)
  const values: readonly [string, unknown, string][] = [
    ['nothing', undefined, 'null'],
    ['a number', 5, '5'],
    ['no number', { a: NaN, b: -0, c: 1e21 }, '{"a":null,"b":0,"c":1e+21}'],
    [
      'a string to escape',
      { a: '"\\\u0001\u2028\ud800é' },
      JSON.stringify({ a: '"\\\u0001\u2028\ud800é' }),
    ],
    ['a name to escape', { 'a"b': 1, é: 2 }, '{"a\\"b":1,"é":2}'],
    [
      'members without value',
      { a: undefined, b: null, c: true, d: () => 1 },
      '{"b":null,"c":true}',
    ],
    ['numbers for names', { b: 1, 2: 2, 1: 1 }, '{"1":1,"2":2,"b":1}'],
    ['an own toJSON', { a: 1, toJSON: () => 'x' }, '"x"'],
    ['a date', { at: new Date(0) }, '{"at":"1970-01-01T00:00:00.000Z"}'],
    ['a toJSON that gives nothing', { a: [], toJSON: () => undefined }, 'null'],
    [
      'an instance',
      new (class {
        a = 1
        get b() {
          return 2
        }
      })(),
      '{"a":1}',
    ],
    ['a bigint', { a: 2n ** 64n }, '{"a":18446744073709551616}'],
    ['a bigint below', { a: [{ b: 2n ** 64n }] }, '{"a":[{"b":18446744073709551616}]}'],
    ['a long list', long, JSON.stringify(long)],
    [
      'many members',
      Object.fromEntries(long.entries()),
      JSON.stringify(Object.fromEntries(long.entries())),
    ],
    ['an encoded member', { height: 5, other: [] }, '{"height":"5","other":[]}'],
    [
      'encoded and small',
      { other: 'x', height: 2n ** 64n },
      '{"other":"x","height":"18446744073709551616"}',
    ],
  ]
  it.each(values)('%s', async (_name, value, want) => {
    const handlers = { info: { getHeight: () => value } }
    for (const id of ['1', '"a\\n"', 'null', '123456789012345678901', '1.5']) {
      const text = `{"jsonrpc":"2.0","id":${id},"method":"info.getHeight"}`
      const answer = `{"jsonrpc":"2.0","id":${id},"result":${want}}`
      expect(dispatcher({ handlers }).handle(text)).toBe(answer)
      expect(await dispatcher({ handlers }).handle(`[${text},${text}]`)).toBe(
        `[${answer},${answer}]`,
      )
    }
  })

  it('that cannot be encoded are errors, whose path is logged', async () => {
    const logged: unknown[] = []
    const answer = await call(
      {
        handlers: { info: { getHeight: () => ({ height: -1 }) } },
        log: (...line) => logged.push(line[2]?.['error']),
      },
      'info.getHeight',
    )
    expect(answer).toMatchObject({ error: { code: -32603, message: 'Internal error' } })
    expect(String(logged[0])).toContain('/height')
  })

  it('may have members named like inherited ones', async () => {
    const handlers = { info: { getHeight: () => ({ height: 1, toString: 'x', constructor: 'y' }) } }
    expect(await call({ handlers }, 'info.getHeight')).toMatchObject({
      result: { height: '1', toString: 'x', constructor: 'y' },
    })
  })
})

describe('params', () => {
  it.each<[params: string, count: number]>([
    ['{"tags":"a"}', 1],
    ['["a"]', 1],
    // Once without and once with the reasons.
    ['{"tags":"b"}', 2],
    ['["b"]', 2],
  ])('are read only as often as needed: %s', async (params, count) => {
    let reads = 0
    const counted = { validate: (text: string) => ++reads > 0 && text === 'a', sample: () => 'a' }
    const tags = method({ name: 'info.tag', order: ['tags'], structure: 'either' })
    const made = group({ key: 'info', methods: [tags] }, { tags: { format: 'counted' } })
    const document = withFormats(await made.document(), { counted })
    const server = createDispatcher({
      groups: [{ ...made, document: () => document }],
      handlers: { info: { tag: () => 0 } },
    })
    await server.handle(`{"jsonrpc":"2.0","id":1,"method":"info.tag","params":${params}}`)
    expect(reads).toBe(count)
  })
})

async function call(
  options: Partial<DispatcherOptions>,
  name: string,
  params?: unknown,
): Promise<unknown> {
  const text = JSON.stringify({ jsonrpc: '2.0', id: 1, method: name, params })
  return parsed(await dispatcher(options).handle(text))
}

function parsed(text: string | undefined): unknown {
  return text === undefined ? undefined : (JSON.parse(text) as unknown)
}
