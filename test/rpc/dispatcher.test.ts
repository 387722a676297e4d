import { publicDialect } from '../../packages/node/src/dialect/public.ts'
import { describe, expect, it, vi } from 'vitest'
import { type DispatcherOptions, type Scope } from '@rpcloom/rpc/server'
import { dispatcher, group, info, method } from './server-fixture.ts'
import { examples, specServer } from './spec-server.ts'

const invalid = { jsonrpc: '2.0', error: { code: -32600, message: 'Invalid Request' }, id: null }

describe('the examples of the specification', () => {
  it.each(examples)('%s', async (_name, text, want) => {
    expect(parsed(await specServer.handle(text))).toEqual(want)
  })
})

describe('requests', () => {
  it.each<[string, string, string]>([
    ['text', '"a\\"b"', '"a\\"b"'],
    ['a fraction', '1.5', '1.5'],
    ['a negative', '-7', '-7'],
    ['null', 'null', 'null'],
    ['more digits than a double', '123456789012345678901', '123456789012345678901'],
    ['an empty string as request', '""', '""'],
  ])('return an ID that is %s', async (_name, id, want) => {
    const call = `{"jsonrpc":"2.0","id":${id},"method":"info.empty"}`
    const answer = `{"jsonrpc":"2.0","id":${want},"result":{}}`
    expect(await dispatcher().handle(call)).toBe(answer)
    expect(await dispatcher().handle(`[{"id":9},${call}]`)).toContain(answer)
  })

  it.each([
    ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"info.empty"}'],
    ['an id that is true', '{"jsonrpc":"2.0","id":true,"method":"info.empty"}'],
    ['another version', '{"jsonrpc":"1.0","id":null,"method":"info.empty"}'],
    ['no version', '{"id":null,"method":"info.empty"}'],
    ['params that are a string', '{"jsonrpc":"2.0","id":null,"method":"info.empty","params":"x"}'],
    ['no object', '"info.empty"'],
  ])('are invalid with %s', async (_name, text) => {
    expect(parsed(await dispatcher().handle(text))).toEqual(invalid)
  })

  it('may repeat a key: the last one counts', async () => {
    const text = '{"jsonrpc":"2.0","id":1,"id":2,"method":"x","method":"info.empty"}'
    expect(parsed(await dispatcher().handle(text))).toMatchObject({ id: 2, result: {} })
  })

  it('are limited in depth and number', async () => {
    const server = dispatcher({ limits: { depth: 20, batch: 2 } })
    const deep = `{"jsonrpc":"2.0","id":1,"method":"info.echo","params":{"text":${'['.repeat(50)}${']'.repeat(50)}}}`
    expect(parsed(await server.handle(deep))).toMatchObject({
      error: { code: -32700, data: { maxDepth: 20 } },
    })
    const text = `{"jsonrpc":"2.0","id":1,"method":"info.echo","params":{"text":"${'['.repeat(50)}"}}`
    expect(parsed(await server.handle(text))).toMatchObject({ id: 1, result: {} })
    const one = '{"jsonrpc":"2.0","id":1,"method":"info.empty"}'
    expect(parsed(await server.handle(`[${one},${one},${one}]`))).toMatchObject({
      error: { code: -32600, data: { limit: 2 } },
    })
  })
})

describe('params', () => {
  const cases: readonly [string, boolean, string, string, unknown][] = [
    ['absent', false, 'info.getHeight', '', { result: { height: '18446744073709551615' } }],
    ['an empty object', false, 'info.getHeight', '{}', { result: {} }],
    ['an empty list', false, 'info.getHeight', '[]', { result: {} }],
    ['null', false, 'info.getHeight', 'null', { error: { code: -32600 } }],
    ['null, tolerantly', true, 'info.getHeight', 'null', { result: {} }],
    [
      'decoded',
      false,
      'info.echo',
      '{"text":"a","limit":5}',
      { result: { limit: 5, types: ['string', 'bigint'] } },
    ],
    ['a list for an object', false, 'info.echo', '["a"]', { error: { code: -32602 } }],
    ['an object in a list', false, 'info.echo', '[{"text":"a"}]', { error: { code: -32602 } }],
    [
      'an object in a list, tolerantly',
      true,
      'info.echo',
      '[{"text":"a"}]',
      { result: { text: 'a' } },
    ],
    ['a name in another case', false, 'info.echo', '{"TEXT":"a"}', { error: { code: -32602 } }],
    [
      'a name in another case, tolerantly',
      true,
      'info.echo',
      '{"TEXT":"a","other":1}',
      { result: { text: 'a', types: ['string'] } },
    ],
    [
      'both cases: the exact one counts',
      true,
      'info.echo',
      '{"TEXT":"a","text":"b"}',
      { result: { text: 'b' } },
    ],
    [
      'null for an optional one, tolerantly',
      true,
      'info.echo',
      '{"text":"a","limit":null}',
      { result: { types: ['string'] } },
    ],
    ['a value in a list', false, 'info.echo', '{"text":["a"]}', { error: { code: -32602 } }],
    [
      'a value in a list, tolerantly',
      true,
      'info.echo',
      '{"text":["a"]}',
      { result: { text: 'a' } },
    ],
    ['two values in a list', true, 'info.echo', '{"text":["a","b"]}', { error: { code: -32602 } }],
    ['null for a required one', true, 'info.echo', '{"text":null}', { error: { code: -32602 } }],
    ['positions', false, 'eth_add', '[1,2]', { result: 3 }],
    ['null in a position', false, 'eth_add', '[1,2,null]', { result: 3 }],
    ['too many positions', false, 'eth_add', '[1,2,3,4]', { error: { code: -32602 } }],
    [
      'too few positions',
      false,
      'eth_add',
      '[1]',
      { error: { code: -32602, data: { issues: [{ pointer: '/b' }] } } },
    ],
    ['an object for positions', false, 'eth_add', '{"a":1,"b":2}', { error: { code: -32602 } }],
    ['an object, tolerantly', true, 'eth_add', '{"A":1,"b":2}', { error: { code: -32602 } }],
    [
      'a method named like an inherited one',
      false,
      'eth_toString',
      '[]',
      { error: { code: -32601 } },
    ],
    [
      'beyond 2^53',
      false,
      'info.exact',
      '{"n":18446744073709551614}',
      { result: { n: '18446744073709551615' } },
    ],
    [
      'beyond 2^53 with a fraction of zero',
      false,
      'info.exact',
      '{"n":18446744073709551616.0}',
      { result: { n: '18446744073709551617' } },
    ],
    [
      'beyond 2^53 in a string',
      false,
      'info.exact',
      '{"n":"18446744073709551614"}',
      { result: { n: '18446744073709551615' } },
    ],
  ]
  it.each(cases)('%s', async (...[, tolerantParams, name, params, want]) => {
    const text = `{"jsonrpc":"2.0","id":1,"method":"${name}"${params && `,"params":${params}`}}`
    expect(parsed(await dispatcher({ tolerantParams }).handle(text))).toMatchObject(want as object)
  })

  it('that are invalid are explained by pointer and never repeated', async () => {
    const answer = await call({}, 'info.echo', {
      text: 1,
      limit: '18446744073709551616',
      password: 'hunter2',
    })
    expect(answer).toMatchObject({
      error: {
        code: -32602,
        message: 'Invalid params: /text must be string',
        data: {
          issues: [
            { pointer: '/text', expected: 'string' },
            { pointer: '/limit', expected: 'uint64' },
            { pointer: '/password' },
          ],
        },
      },
    })
    expect(JSON.stringify(answer)).not.toContain('hunter2')
  })

  it('that are invalid are explained as JSON for any member names', async () => {
    const tags = method({ name: 'info.tag', order: ['tags'] })
    const schema = { type: 'object', additionalProperties: { type: 'string' } }
    const groups = [group({ key: 'info', methods: [tags] }, { tags: schema })]
    const handlers = { info: { tag: () => 0 } }
    const answer = await call({ groups, handlers }, 'info.tag', { tags: { '"\n\u{1F600}': 1 } })
    expect(answer).toMatchObject({
      error: { data: { issues: [{ pointer: '/tags/"\n\u{1F600}', expected: 'string' }] } },
    })
  })

  it('reach the handler without an injected prototype', async () => {
    const text =
      '{"jsonrpc":"2.0","id":1,"method":"info.echo","params":{"TEXT":"a","__proto__":{"polluted":1}}}'
    const answer = parsed(await dispatcher({ tolerantParams: true }).handle(text))
    expect(answer).toEqual({ jsonrpc: '2.0', id: 1, result: { text: 'a', types: ['string'] } })
  })
})

describe('handlers', () => {
  it.each<[string, unknown, unknown]>([
    [
      'rpc',
      { code: -32010, message: 'No such alias', data: { reason: 'unknownAlias', alias: 'x' } },
      [],
    ],
    ['plain', { code: -32603, message: 'Internal error' }, ['error']],
    ['late', { code: -32603, message: 'Internal error' }, ['error']],
    ['circle', { code: -32603, message: 'Internal error' }, ['error']],
    ['codeless', { code: -32603, message: 'Internal error' }, ['error']],
  ])('that fail (%s) respond without internals', async (how, error, want) => {
    const logged: string[] = []
    const answer = await call({ log: (level) => logged.push(level) }, 'info.fails', { how })
    expect(answer).toEqual({ jsonrpc: '2.0', id: 1, error })
    expect(logged).toEqual(want)
  })

  it('may be omitted', async () => {
    expect(dispatcher().unimplemented).toEqual(['info.unhandled'])
    expect(await call({}, 'info.unhandled')).toMatchObject({ error: { code: -32601 } })
    const fallbackHandler: DispatcherOptions['fallbackHandler'] = ({ method, params }) =>
      Promise.resolve({ from: method.name, params })
    expect(await call({ fallbackHandler }, 'info.unhandled', { a: 1 })).toMatchObject({
      result: { from: 'info.unhandled', params: { a: 1 } },
    })
  })

  it('respond in the order of the calls, in whatever order they finish', async () => {
    const names = ['info.slow', 'info.empty', 'info.fails', 'info.slow']
    const calls = names.map((method, id) => ({ jsonrpc: '2.0', id, method }))
    const answers = parsed(await dispatcher().handle(JSON.stringify(calls))) as { id: number }[]
    expect(answers.map(({ id }) => id)).toEqual([0, 1, 2, 3])
  })

  it('respond synchronously if they return no promise', () => {
    const call = '{"jsonrpc":"2.0","id":1,"method":"info.empty"}'
    expect(typeof dispatcher().handle(call)).toBe('string')
    expect(typeof dispatcher().handle(`[${call},${call}]`)).toBe('string')
  })

  it('are limited in time and number', async () => {
    expect(await call({ limits: { timeoutMs: 5 } }, 'info.slow')).toMatchObject({
      error: { code: -32002 },
    })
    const server = dispatcher({ limits: { concurrency: 1 } })
    const text = '{"jsonrpc":"2.0","id":1,"method":"info.slow"}'
    const answers = parsed(await server.handle(`[${text},${text}]`))
    expect(answers).toMatchObject([{ result: {} }, { error: { code: -32005 } }])
    expect(parsed(await server.handle(text))).toMatchObject({ result: {} })
  })

  it('count as running after their time limit until they settle', async () => {
    let settle: (value: string) => void = () => undefined
    const fallbackHandler = () => new Promise((resolve) => (settle = resolve))
    const server = dispatcher({ fallbackHandler, limits: { concurrency: 1, timeoutMs: 5 } })
    const text = '{"jsonrpc":"2.0","id":1,"method":"info.unhandled"}'
    const codes = async () =>
      (parsed(await server.handle(text)) as { error: { code: number } }).error.code
    expect([await codes(), await codes()]).toEqual([-32002, -32005])
    settle('late')
    await Promise.resolve()
    expect(await codes()).toBe(-32002)
  })

  it('receive the signal of their caller', async () => {
    const abort = new AbortController()
    const answer = call({}, 'info.slow', {}, { signal: () => abort.signal })
    abort.abort()
    expect(await answer).toMatchObject({ result: { aborted: true } })
  })

  it('can release resources once their result is serialized', async () => {
    const events: string[] = []
    const result = { toJSON: () => events.push('serialized') }
    const holding: DispatcherOptions['fallbackHandler'] = ({ ctx: { signal } }) => {
      signal.addEventListener('abort', () => events.push('ended'))
      return result
    }
    await call({ fallbackHandler: holding }, 'info.unhandled')
    await call({ fallbackHandler: async (missing) => holding(missing) }, 'info.unhandled')
    expect(events).toEqual(['serialized', 'ended', 'serialized', 'ended'])
  })
})

describe('availability', () => {
  it('hides disabled and node-local methods like unknown ones', async () => {
    const hidden = await call({}, 'info.debug')
    expect(hidden).toEqual(await call({}, 'info.nothing'))
    expect(await call({ enabled: (setting) => setting === 'debug' }, 'info.debug')).toMatchObject({
      result: 'on',
    })
    expect(await call({}, 'info.local')).toMatchObject({ result: 'here' })
    expect(await call({ mode: 'public' }, 'info.local')).toEqual(hidden)
    expect(dispatcher().isRest('/ext/info/health')).toBe(true)
    expect(dispatcher({ mode: 'public' }).isRest('/ext/info/health')).toBe(false)
  })

  it('is reported by rpc.discover', async () => {
    const names = async (options: Partial<DispatcherOptions>): Promise<unknown> => {
      const answer = await call(options, 'rpc.discover', undefined, { path: '/ext/info' })
      const { result } = answer as { result: { methods: { name: string }[] } }
      return result.methods.map(({ name }) => name)
    }
    expect(await names({})).toContain('info.local')
    expect(await names({})).not.toContain('info.debug')
    expect(await names({ mode: 'public' })).not.toContain('info.local')
  })

  it('hides a group without available methods', () => {
    const local = { http: 'node-local', ws: 'node-local' } as const
    const only = info.methods.map((one) => ({ ...one, availability: local }))
    const options = { groups: [{ ...info, methods: only }], mode: 'public' } as const
    expect(dispatcher(options).route('/ext/info')).toBeUndefined()
  })

  it.each<[string, string, string | undefined, string | undefined]>([
    ['the default path', '/ext/bc/C/rpc', 'cChain', undefined],
    ['an alias', '/ext/bc/evm/rpc', 'cChain', 'C'],
    ['an ID', '/ext/bc/2q9e/rpc', 'cChain', 'C'],
    ['an escaped alias', '/ext/bc/%65vm/rpc', 'cChain', 'C'],
    ['an alias of the path', '/ext/evm', 'cChain', undefined],
    ['a chain of another type', '/ext/bc/X/rpc', undefined, undefined],
    ['an empty chain', '/ext/bc//rpc', undefined, undefined],
    ['more than one segment', '/ext/bc/C/x/rpc', undefined, undefined],
    ['a broken escape', '/ext/bc/%/rpc', undefined, undefined],
    ['a trailing slash', '/ext/bc/C/rpc/', undefined, undefined],
  ])('is routed by %s', (_name, path, key, chain) => {
    const aliases: Record<string, string> = { evm: 'C', '2q9e': 'C', C: 'C', X: 'X' }
    const server = dispatcher({
      resolveAt: ({ chain = '' }, usual) => (aliases[chain] === 'C' ? usual : undefined),
      aliases: { paths: { '/ext/evm': '/ext/bc/C/rpc' } },
    })
    const route = server.route(path)
    expect([route?.group.key, route?.at?.['chain']]).toEqual([key, chain])
  })

  it('includes aliases', async () => {
    const aliases = { namespaces: { node: 'info' }, methods: { 'info.altitude': 'info.getHeight' } }
    expect(await call({ aliases }, 'node.empty')).toMatchObject({ result: {} })
    expect(await call({ aliases }, 'info.altitude')).toMatchObject({
      result: { height: '18446744073709551615' },
    })
    expect(await call({ aliases }, 'node.nothing')).toMatchObject({ error: { code: -32601 } })
  })

  it('does not depend on the path or method of the previous request', async () => {
    const server = dispatcher({
      resolveAt: ({ chain }, usual) => (chain === 'evm' ? usual : undefined),
    })
    const ask = async (path: string, methodName: string): Promise<unknown> => {
      const text = `{"jsonrpc":"2.0","id":1,"method":"${methodName}"}`
      return parsed(await server.handle(text, { path, transport: 'http' }))
    }
    const unknown = { error: { code: -32601 } }
    for (let turn = 0; turn < 2; turn++) {
      expect(await ask('/ext/info', 'info.empty')).toMatchObject({ result: {} })
      expect(await ask('/ext/info', 'info.getHeight')).toMatchObject({
        result: { height: '18446744073709551615' },
      })
      expect(await ask('/ext/bc/C/rpc', 'info.getHeight')).toMatchObject(unknown)
      expect(await ask('/ext/bc/evm/rpc', 'eth_add')).toMatchObject({ error: { code: -32602 } })
      expect(await ask('/ext/bc/other/rpc', 'eth_add')).toMatchObject(unknown)
      expect(await ask('/ext/info', 'eth_add')).toMatchObject(unknown)
    }
  })

  it('is limited to its path', async () => {
    expect(await call({}, 'eth_add', [1, 2], { path: '/ext/info' })).toMatchObject({
      error: { code: -32601 },
    })
    expect(await call({}, 'eth_add', [1, 2], { path: '/nowhere' })).toMatchObject({
      error: { code: -32601 },
    })
  })
})

describe('the dialect of a public node', () => {
  const path = '/ext/info'
  it.each<[string, string, string | undefined]>([
    [
      'a result',
      '{"jsonrpc":"2.0","id":1,"method":"info.empty"}',
      '{"jsonrpc":"2.0","result":{},"id":1}\n',
    ],
    ['no id', '{"jsonrpc":"2.0","method":"info.empty"}', undefined],
    ['an id of null', '{"jsonrpc":"2.0","id":null,"method":"info.empty"}', undefined],
    [
      'an id that is an object',
      '{"jsonrpc":"2.0","id":{"a":[1]},"method":"info.empty"}',
      '{"jsonrpc":"2.0","result":{},"id":{"a":[1]}}\n',
    ],
    [
      'text after the request',
      '{"jsonrpc":"2.0","id":1,"method":"info.empty"} trailing',
      '{"jsonrpc":"2.0","result":{},"id":1}\n',
    ],
    [
      'HTML in a result',
      '{"jsonrpc":"2.0","id":"<","method":"info.echo","params":{"text":"<b>&"}}',
      '{"jsonrpc":"2.0","result":{"text":"\\u003cb\\u003e\\u0026","types":["string"]},"id":"\\u003c"}\n',
    ],
    [
      'an unknown method',
      '{"jsonrpc":"2.0","id":1,"method":"info.nothing"}',
      '{"jsonrpc":"2.0","error":{"code":-32000,"message":"rpc: can\'t find method \\"info.Nothing\\"","data":null},"id":1}\n',
    ],
    [
      'a method without a dot',
      '{"jsonrpc":"2.0","id":1,"method":"x"}',
      '{"jsonrpc":"2.0","error":{"code":-32000,"message":"rpc: service/method request ill-formed: \\"x\\"","data":null},"id":1}\n',
    ],
    [
      'an upper-case method',
      '{"jsonrpc":"2.0","id":1,"method":"info.Empty"}',
      '{"jsonrpc":"2.0","error":{"code":-32000,"message":"method must start with a non-uppercase letter","data":null},"id":1}\n',
    ],
  ])('%s', async (_name, text, want) => {
    expect(await dispatcher({ dialect: publicDialect }).handle(text, { path })).toBe(want)
  })

  it.each<[string, string, number]>([
    ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"info.empty"}]', -32700],
    ['broken JSON', '{"jsonrpc":', -32700],
    [
      'another version',
      '{"jsonrpc":"1.0","id":1,"method":"info.empty","params":{"password":"hunter2"}}',
      -32600,
    ],
    ['wrong params', '{"jsonrpc":"2.0","id":1,"method":"info.echo","params":{"text":1}}', -32000],
    [
      'a failing handler',
      '{"jsonrpc":"2.0","id":1,"method":"info.fails","params":{"how":"rpc"}}',
      -32000,
    ],
    ['rpc.discover', '{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}', -32000],
  ])('%s is an error %#', async (_name, text, code) => {
    const answer = await dispatcher({ dialect: publicDialect }).handle(text, { path })
    expect(parsed(answer)).toMatchObject({ error: { code } })
    expect(answer).not.toContain('hunter2')
  })

  it('is JSON-RPC 2.0 on an EVM endpoint, with its own messages', async () => {
    const options = { dialect: publicDialect, mode: 'public' } as const
    const at = { path: '/ext/bc/C/rpc' }
    expect(await call(options, 'eth_nothing', [], at)).toMatchObject({
      error: { code: -32601, message: 'the method eth_nothing does not exist/is not available' },
    })
    const one = { jsonrpc: '2.0', id: 1, method: 'net_version' }
    const batch = async (count: number): Promise<unknown> =>
      parsed(
        await dispatcher(options).handle(
          JSON.stringify(Array.from({ length: count }, () => one)),
          at,
        ),
      )
    expect(await batch(3)).toHaveLength(3)
    expect(await batch(4)).toMatchObject({ error: { code: -32600 } })
    expect(await batch(0)).toMatchObject({ error: { code: -32600, message: 'empty batch' } })
  })
})

describe('middleware that throws', () => {
  it('fails its own request, without internals', async () => {
    const log = vi.fn()
    const server = dispatcher({
      log,
      resolveAt: () => {
        throw new Error('secret')
      },
    })
    const answer = await server.handle('{"jsonrpc":"2.0","id":1,"method":"x"}', {
      path: '/ext/bc/Z/rpc',
    })
    expect(parsed(answer)).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32603, message: 'Internal error' },
    })
    expect(log).toHaveBeenCalledOnce()
  })
})

async function call(
  options: Partial<DispatcherOptions>,
  name: string,
  params?: unknown,
  scope?: Scope,
): Promise<unknown> {
  const text = JSON.stringify({ jsonrpc: '2.0', id: 1, method: name, params })
  return parsed(await dispatcher(options).handle(text, scope))
}

function parsed(text: string | undefined): unknown {
  return text === undefined ? undefined : (JSON.parse(text) as unknown)
}

describe('IDs that are numbers', () => {
  const ids = ['1e400', '-1E+400', '12345678901234567890', '-9007199254740993', '1.50']
  it.each(ids.flatMap((id) => [['spec', id] as const, ['public', id] as const]))(
    '%s: %s is returned as it was written',
    async (dialect, id) => {
      const server = dispatcher(dialect === 'public' ? { dialect: publicDialect } : {})
      const text = `{"\\"id":1,"x":"\\\\","id":${id},"jsonrpc":"2.0","method":"info.empty"}`
      const body = dialect === 'public' ? `${text} behind` : text
      const answer = String(await server.handle(body, { path: '/ext/info' }))
      expect(/"id":([^,}]*)/.exec(answer)?.[1]).toBe(id)
      expect(parsed(answer)).not.toHaveProperty('error')
    },
  )

  it('are found after any number of escapes', async () => {
    const server = dispatcher({})
    const text = `{"x":"${'\\n'.repeat(6_000_000)}","id":9007199254740993,"jsonrpc":"2.0","method":"none"}`
    expect(await server.handle(text)).toContain('"id":9007199254740993')
  })

  it('are found in a batch in linear time', async () => {
    const entry = (id: number): string =>
      `{"jsonrpc":"2.0","id":${id}${'0'.repeat(30)},"method":"get_data","x":"${'x'.repeat(4000)}"}`
    const text = `[${Array.from({ length: 1000 }, (_, id) => entry(id + 1)).join()}]`
    const parse = vi.spyOn(JSON, 'parse')
    try {
      const answer = await specServer.handle(text)
      expect(answer).toContain(`"id":1000${'0'.repeat(30)},`)
      const read = parse.mock.calls.reduce((sum, [part]) => sum + part.length, 0)
      expect(read).toBeLessThan(text.length * 3)
    } finally {
      parse.mockRestore()
    }
  })
})
