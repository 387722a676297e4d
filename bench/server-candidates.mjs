// Runs one server in its own process: `node bench/server-candidates.mjs NAME [MODULE]`. Sends its
// port to the parent process and, on request, its resource usage. Loads only the modules that the
// server needs.
import { isUtf8 } from 'node:buffer'
import { once } from 'node:events'
import { respondByHand, pageResult, pageWire, paramsSchema } from './server-workloads.mjs'
import { tinyResult, tinyWire } from './server-workloads.mjs'

/** Creates a node:http server from a function that maps a request body to a response body or a promise of it. */
async function overHttp(core) {
  const { createServer } = await import('node:http')
  return createServer((request, response) => {
    const chunks = []
    request.on('data', (chunk) => chunks.push(chunk))
    const send = (text) => {
      const length = Buffer.byteLength(text)
      response.writeHead(200, ['content-type', 'application/json', 'content-length', length])
      response.end(text)
    }
    request.on('end', () => {
      const body = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)
      const result = core(body.toString())
      if (typeof result === 'string') send(result)
      else result.then(send)
    })
  })
}

const hosts = /^(localhost|127\.0\.0\.1)(:\d+)?$/
const paths = ['/ext/info', '/ext/bc/P']

/** Returns the HTTP status for a request with an invalid head; undefined for a valid head. */
function refusedHead({ method, url, headers }) {
  if (!hosts.test(headers.host ?? '')) return 403
  if (!paths.includes(url.split('?')[0])) return 404
  if (method !== 'POST') return 405
  if (!/^application\/json *(;|$)/i.test(headers['content-type'] ?? '')) return 415
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') return 415
  return Number(headers['content-length'] ?? 0) > MAX_BODY ? 413 : undefined
}

const MAX_BODY = 5 * 1024 * 1024
const MAX_BATCH = 1000

/**
 * A hand-written server for asynchronous handlers that makes the same checks as the generated
 * server.
 */
async function dutiful() {
  const { createServer } = await import('node:http')
  const handle = async (request) => respondByHand(request)
  const one = async (request) => {
    const { jsonrpc, method, id, params } = request ?? {}
    const isId = id === undefined || id === null || ['string', 'number'].includes(typeof id)
    const isCall = jsonrpc === '2.0' && typeof method === 'string'
    const isRequest =
      isCall && isId && (params === undefined || (typeof params === 'object' && params))
    const message = await handle(isRequest ? request : undefined)
    return isRequest && id === undefined ? undefined : JSON.stringify(message)
  }
  const core = async (bytes) => {
    if (!isUtf8(bytes)) return JSON.stringify(respondByHand())
    const parsed = JSON.parse(bytes.toString())
    if (!Array.isArray(parsed)) return one(parsed)
    if (parsed.length === 0 || parsed.length > MAX_BATCH) return JSON.stringify(respondByHand())
    const responses = (await Promise.all(parsed.map(one))).filter((text) => text !== undefined)
    return responses.length > 0 ? `[${responses.join()}]` : undefined
  }
  return createServer((request, response) => {
    const refused = refusedHead(request)
    if (refused !== undefined) return response.writeHead(refused, { connection: 'close' }).end()
    const chunks = []
    let size = 0
    request.on('data', (chunk) => {
      size += chunk.length
      if (size <= MAX_BODY) chunks.push(chunk)
      else response.writeHead(413, { connection: 'close' }).end()
    })
    request.on('end', async () => {
      try {
        const text = await core(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))
        if (text === undefined) return response.writeHead(204).end()
        const length = Buffer.byteLength(text)
        response.writeHead(200, ['content-type', 'application/json', 'content-length', length])
        response.end(text)
      } catch {
        response.writeHead(500).end()
      }
    })
  })
}

async function generated(module, wrap) {
  const { createServer } = await (module ? import(module) : import('@native-node/server'))
  const handlers = {
    info: { getNetworkID: wrap(() => tinyResult) },
    pChain: { getUTXOs: wrap(() => pageResult) },
  }
  return (await createServer(handlers).listen()).server
}

/** Returns the exports of a CommonJS package, which bundlers move into the default export. */
const exportsOf = (module) => ({ ...module.default, ...module })

async function check() {
  const { Ajv } = exportsOf(await import('ajv'))
  return new Ajv().compile(paramsSchema)
}

const table = async () => {
  const validate = await check()
  return {
    'info.getNetworkID': () => tinyWire,
    'platform.getUTXOs': (params) => (validate(params) ? pageWire : refuse(validate.errors)),
  }
}

function refuse(issues) {
  throw Object.assign(new Error('Invalid params'), { code: -32602, data: { issues } })
}

/** Returns the JSON-RPC handler for frameworks without JSON-RPC support. */
const asyncCore = async () => {
  const methods = await table()
  return async ({ id, method, params }) => {
    try {
      return { jsonrpc: '2.0', id, result: await methods[method](params) }
    } catch ({ code, message, data }) {
      return { jsonrpc: '2.0', id, error: { code, message, data } }
    }
  }
}

const candidates = {
  bare: () => overHttp(() => '{"jsonrpc":"2.0","id":1,"result":{}}'),
  'hand-written': () =>
    overHttp((text) => {
      const parsed = JSON.parse(text)
      return JSON.stringify(
        Array.isArray(parsed) ? parsed.map(respondByHand) : respondByHand(parsed),
      )
    }),
  'hand-written, same duties': dutiful,
  'generated, sync': (module) => generated(module, (handler) => handler),
  'generated, async': (module) => generated(module, (handler) => async () => handler()),
  async hono() {
    const [{ Hono }, { createAdaptorServer }] = await Promise.all([
      import('hono'),
      import('@hono/node-server'),
    ])
    const one = await asyncCore()
    const app = new Hono().post('*', async (context) => {
      const body = await context.req.json()
      return context.json(await (Array.isArray(body) ? Promise.all(body.map(one)) : one(body)))
    })
    return createAdaptorServer({ fetch: app.fetch })
  },
  async fastify() {
    const { fastify } = exportsOf(await import('fastify'))
    const one = await asyncCore()
    const app = fastify()
    app.post('*', ({ body }) => (Array.isArray(body) ? Promise.all(body.map(one)) : one(body)))
    await app.ready()
    return app.server
  },
  async jayson() {
    const jayson = exportsOf(await import('jayson'))
    const validate = await check()
    const server = new jayson.Server({
      'info.getNetworkID': (_, done) => done(null, tinyWire),
      'platform.getUTXOs': (params, done) =>
        validate(params)
          ? done(null, pageWire)
          : done({ code: -32602, message: 'Invalid params', data: validate.errors }),
    })
    return server.http()
  },
  async 'json-rpc-2.0'() {
    const { JSONRPCServer, JSONRPCErrorException } = exportsOf(await import('json-rpc-2.0'))
    const server = new JSONRPCServer({ errorListener: () => {} })
    for (const [name, method] of Object.entries(await table())) server.addMethod(name, method)
    server.mapErrorToJSONRPCErrorResponse = (id, { message, code, data }) => ({
      jsonrpc: '2.0',
      id,
      error: new JSONRPCErrorException(message, code, data).toObject(),
    })
    return overHttp(async (text) => JSON.stringify(await server.receiveJSON(text)))
  },
  async '@open-rpc/server-js'() {
    const server = exportsOf(await import('@open-rpc/server-js'))
    const { addresses, limit } = paramsSchema.properties
    const result = { name: 'result', schema: { type: 'object' } }
    const methods = [
      { name: 'info.getNetworkID', paramStructure: 'by-name', params: [], result },
      {
        name: 'platform.getUTXOs',
        paramStructure: 'by-name',
        params: [
          { name: 'addresses', required: true, schema: addresses },
          { name: 'limit', schema: limit },
        ],
        result,
      },
    ]
    const info = { title: 'bench', version: '1.0.0' }
    const router = new server.Router(
      { openrpc: '1.2.6', info, methods },
      {
        'info.getNetworkID': async () => tinyWire,
        'platform.getUTXOs': async () => pageWire,
      },
    )
    const { HTTPTransport } = server.transports.default ?? server.transports
    const transport = new HTTPTransport({ port: 0, middleware: [] })
    transport.addRouter(router)
    return transport.server
  },
}

const [, , name, module] = process.argv
// Servers from another build of rpcloom have a prefix: `before, sync` runs `generated, sync`.
const kind = name in candidates ? name : `generated, ${name.split(', ').at(-1)}`
const server = await candidates[kind](module || undefined)
if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening')
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send({ cpu: user + system, rss: process.memoryUsage.rss() })
})
process.on('disconnect', () => process.exit())
process.send({ port: server.address().port })
