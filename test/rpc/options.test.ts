import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import {
  fetchHandler,
  OptionError,
  type DispatcherOptions,
  type FetchOptions,
} from '@rpcloom/rpc/server'
import { listen, requestListener, upgrades, type ListenOptions } from '@rpcloom/rpc/node'
import { dispatcher } from './server-fixture.ts'

/** Options from JavaScript, a file or the environment have no type checks. */
const untyped = <Options>(options: object): Partial<Options> => options

const ofServer: readonly (readonly [option: string, options: object])[] = [
  ['mode', { mode: 'Public' }],
  ['dialect', { dialect: 'lenient' }],
  ['tolerantParams', { tolerantParams: 'yes' }],
  ['checkResults', { checkResults: 1 }],
  ['enabled', { enabled: true }],
  ['log', { log: console }],
  ['middleware', { middleware: () => undefined }],
  ['middleware', { middleware: [{}] }],
  ['refused', { refused: 'no' }],
  ['authenticateUser', { authenticateUser: {} }],
  ['fallbackHandler', { fallbackHandler: 5 }],
  ['subscriptionId', { subscriptionId: 'a' }],
  ['resolveAt', { resolveAt: new Map() }],
  ['disabledGroups', { disabledGroups: ['Info'] }],
  ['disabledGroups', { disabledGroups: 'info' }],
  [
    'handlers.info',
    {
      handlers: {
        info: class {
          readonly name = 'info'
        },
      },
    },
  ],
  ['limits', { limits: { timeout: 5 } }],
  ['limits.timeoutMs', { limits: { timeoutMs: Infinity } }],
  ['limits.timeoutMs', { limits: { timeoutMs: -1 } }],
  ['limits.bodyBytes', { limits: { bodyBytes: '5mb' } }],
  ['limits.bodyBytes', { limits: { bodyBytes: NaN } }],
  ['limits.messages', { limits: { messages: 0 } }],
  ['limits.concurrency', { limits: { concurrency: 1.5 } }],
]

const ofPages: readonly (readonly [option: string, options: object])[] = [
  ['cors', { cors: 'https://app.example' }],
  ['cors', { cors: ['https://app.example/'] }],
  ['cors', { cors: ['https://App.example'] }],
  ['cors', { cors: ['https://app.example:443'] }],
  ['cors', { cors: ['app.example'] }],
  ['cors', { cors: ['http://localhost:*/'] }],
  ['cors', { cors: ['http://localhost:80:*'] }],
  ['allowedHosts', { allowedHosts: 'localhost' }],
  ['allowedHosts', { allowedHosts: ['node.example:8545'] }],
  ['allowedHosts', { allowedHosts: ['https://node.example'] }],
  ['headers', { headers: { 'x y': '1' } }],
  ['headers', { headers: { x: '1\r\ny: 2' } }],
  ['headers', { headers: { x: 1 } }],
  ['headers', { headers: ['x'] }],
  ['authenticate', { authenticate: 'token' }],
]

const ofListening: readonly (readonly [option: string, options: object])[] = [
  ...ofPages,
  ['host', { host: '' }],
  ['port', { port: NaN }],
  ['port', { port: '8545' }],
  ['port', { port: 65_536 }],
  ['graceMs', { graceMs: Infinity }],
  ['pingMs', { pingMs: 0 }],
  ['maxSockets', { maxSockets: -1 }],
  ['maxConnections', { maxConnections: 0 }],
  ['headersTimeoutMs', { headersTimeoutMs: -5 }],
  ['requestTimeoutMs', { requestTimeoutMs: '30s' }],
  ['idleTimeoutMs', { idleTimeoutMs: NaN }],
  ['readTimeoutMs', { readTimeoutMs: 2 ** 31 }],
  ['fallback', { fallback: {} }],
]

function faultOf(make: () => unknown): unknown {
  try {
    return make()
  } catch (error) {
    return error
  }
}

describe('an invalid option is reported at once', () => {
  it.each(ofServer)('%s of a server: %j', (option, options) => {
    const error = faultOf(() => dispatcher(untyped<DispatcherOptions>(options)))
    expect(error).toBeInstanceOf(OptionError)
    expect(error).toMatchObject({ code: 'option', option })
  })

  it.each(ofListening)('%s of listening: %j', async (option, options) => {
    const given = untyped<ListenOptions>(options)
    await expect(listen(dispatcher(), given)).rejects.toMatchObject({ code: 'option', option })
  })

  it.each(ofPages)('%s of every adapter: %j', (option, options) => {
    const want = { code: 'option', option }
    const given = untyped<ListenOptions>(options)
    expect(faultOf(() => requestListener(dispatcher(), given))).toMatchObject(want)
    expect(faultOf(() => upgrades(dispatcher(), given))).toMatchObject(want)
    const rules = untyped<FetchOptions>(options)
    expect(faultOf(() => fetchHandler(dispatcher(), rules))).toMatchObject(want)
  })
})

describe('an omitted option', () => {
  it('has its default, also if it is undefined', async () => {
    const open = { bodyBytes: undefined, batch: 5 }
    const { limits } = dispatcher(untyped<DispatcherOptions>({ limits: open }))
    expect(limits).toMatchObject({ bodyBytes: 5 * 1024 * 1024, batch: 5 })
    const { port, close } = await listen(
      dispatcher(),
      untyped<ListenOptions>({ allowedHosts: undefined }),
    )
    const socket = connect(port, '127.0.0.1')
    socket.write('POST /ext/info HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 0\r\n\r\n')
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 403 /)
    socket.destroy()
    await close()
  })

  it('accepts Infinity for a number without a limit', () => {
    const limits = { bodyBytes: Infinity, concurrency: Infinity, stallMs: Infinity }
    expect(dispatcher({ limits }).limits).toMatchObject(limits)
  })
})
