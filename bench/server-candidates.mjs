// One server in a process of its own: `node bench/server-candidates.mjs NAME [MODULE]`. Tells its port to the
// parent, and what it has used whenever the parent asks. Each loads only what it needs.
import { once } from 'node:events'
import { answerByHand, pageResult, pageWire, paramsSchema } from './server-workloads.mjs'
import { tinyResult, tinyWire } from './server-workloads.mjs'

/** node:http around a core from text to text, or to a promise of it. */
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
      const answer = core(body.toString())
      if (typeof answer === 'string') send(answer)
      else answer.then(send)
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

/** What a CommonJS package exports: a bundler leaves it all in the default export. */
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

/** The core of those peers that bring no JSON-RPC of their own. */
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
      return JSON.stringify(Array.isArray(parsed) ? parsed.map(answerByHand) : answerByHand(parsed))
    }),
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
// Another build of ours is measured under a name of its own: `before, sync`.
const kind = name in candidates ? name : `generated, ${name.split(', ').at(-1)}`
const server = await candidates[kind](module || undefined)
if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening')
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send({ cpu: user + system, rss: process.memoryUsage.rss() })
})
process.on('disconnect', () => process.exit())
process.send({ port: server.address().port })
