// The two ends of the peer tests, in plain JavaScript, so that a child process or a worker can be one of them.
import { createDispatcher } from '@rpcloom/rpc/server'
import { buildClient, functionsOf, notification } from '@rpcloom/rpc/codegen/client'
import { buildPeer } from '@rpcloom/rpc/codegen/peer'

const both = { http: 'public', ws: 'public' }

/** A group whose methods exist on no WebSocket URL. */
function groupOf(key, methods) {
  return {
    key,
    slug: key,
    path: `/${key}`,
    transports: ['http'],
    batch: { allowed: true },
    availability: both,
    methods: methods.map((method) => ({
      member: method.name,
      order: [],
      availability: both,
      ...method,
    })),
    document: async () => ({
      openrpc: '1.3.2',
      info: { title: key, version: '1' },
      methods: methods.map(({ name, order = [] }) => ({
        name,
        params: order.map((param) => ({ name: param, schema: {} })),
      })),
    }),
  }
}

export const serverGroup = groupOf('editor', [
  { name: 'echo', order: ['value'] },
  { name: 'back', order: ['value', 'ms'] },
  { name: 'hang', order: [] },
  { name: 'fail', order: [] },
  { name: 'steps', order: ['count'] },
  { name: 'started', order: [] },
  { name: 'note', order: ['n'], returns: 'notification' },
  { name: 'noted', order: [] },
  { name: 'end', order: [], returns: 'notification' },
])

export const clientGroup = groupOf('program', [
  { name: 'twice', order: ['value'] },
  { name: 'callBack', order: ['value'] },
  { name: 'wait', order: [] },
  { name: 'log', order: ['message'], returns: 'notification' },
])

export const cancel = { method: '$/cancelRequest', id: 'id' }
export const progress = {
  method: '$/progress',
  token: 'token',
  value: 'value',
  param: 'workDoneToken',
}

/** The functions of a group's methods. */
export function tableOf(group) {
  const methods = group.methods.map((method) => [method.member, { ...method, group }])
  return functionsOf(Object.fromEntries(methods), { notification })
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** Handlers of the server, with a record of what they did. */
export function handlersOf(quit = () => {}) {
  const started = []
  const noted = []
  return {
    started,
    echo({ value }) {
      started.push(value)
      return value ?? null
    },
    async back({ value, ms }, ctx) {
      started.push(value)
      if (ms !== undefined) await pause(ms)
      return (await ctx.client.twice({ value })) + 1
    },
    hang(_params, { signal }) {
      started.push('hang')
      return new Promise((_resolve, reject) => {
        if (signal.aborted) return reject(signal.reason)
        signal.addEventListener('abort', () => {
          started.push('aborted')
          reject(signal.reason)
        })
      })
    },
    fail() {
      throw new Error('secret')
    },
    async steps({ count }, ctx) {
      for (let n = 1; n <= count; n++) {
        ctx.progress({ n })
        await pause(1)
      }
      return count
    },
    note({ n }, ctx) {
      noted.push(n)
      void ctx.client.log({ message: `noted ${n}` })
    },
    noted: () => noted,
    end: () => quit(),
  }
}

/** Returns a server whose handlers can call a client. */
export function serverOf({ handlers = handlersOf(), ...options } = {}) {
  const { started, ...own } = handlers
  return createDispatcher({
    groups: [serverGroup],
    handlers: { editor: { ...own, started: () => started } },
    client: tableOf(clientGroup),
    cancel,
    progress,
    log: () => undefined,
    ...options,
  })
}

/** Returns a client whose handlers a server can call. */
export function clientOf(channel, { handlers, ...options } = {}) {
  return buildPeer({
    channel,
    client: (transport) => buildClient(tableOf(serverGroup), transport),
    groups: [clientGroup],
    handlers: {
      program: {
        twice: ({ value }) => value * 2,
        callBack: ({ value }, ctx) => ctx.client.back({ value }),
        wait: () => new Promise(() => {}),
        log: () => {},
        ...handlers,
      },
    },
    cancel,
    progress,
    log: () => undefined,
    ...options,
  })
}
