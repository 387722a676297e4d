// Runs one client in its own process: `node bench/client-candidates.mjs NAME URL`. The parent process sends
// the number of calls and how many of them run in parallel. This process sends back the CPU time per call in
// microseconds.
const body = (id) => JSON.stringify({ jsonrpc: '2.0', id, method: 'info.getNetworkID' })

/** Sends plain requests over keep-alive connections of node:http. Other clients are compared with this one. */
async function bareAgent(url) {
  const { Agent, request } = await import('node:http')
  const agent = new Agent({ keepAlive: true })
  const { hostname, port, pathname: path } = new URL(url)
  let id = 0
  return () =>
    new Promise((resolve, reject) => {
      const text = body(++id)
      const headers = { 'content-type': 'application/json', 'content-length': text.length }
      const options = { agent, hostname, port, path, method: 'POST', headers }
      const outgoing = request(options, (incoming) => {
        const chunks = []
        incoming.on('data', (chunk) => chunks.push(chunk))
        incoming.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString()).result))
      })
      outgoing.on('error', reject)
      outgoing.end(text)
    })
}

async function bareFetch(url) {
  let id = 0
  const headers = { 'content-type': 'application/json' }
  return async () => {
    const response = await fetch(url, { method: 'POST', headers, body: body(++id) })
    return JSON.parse(await response.text()).result
  }
}

/** The generated client with the transport that its package exports. */
async function generated(url, wrap = (transport) => transport, options = {}) {
  const client = await import('@native-node/client')
  const { origin } = new URL(url)
  const node = client.createClient({ transport: wrap(client.http(origin, options), client) })
  return () => node.info.getNetworkID()
}

const candidates = {
  'node:http agent, bare': bareAgent,
  'fetch, bare': bareFetch,
  generated,
  'generated, over fetch': (url) =>
    generated(url, undefined, { fetch: (...args) => fetch(...args) }),
  'generated, coalesced': (url) => generated(url, (transport, { coalesce }) => coalesce(transport)),
  async jayson(url) {
    const { default: jayson } = await import('jayson/promise/index.js')
    const { Agent } = await import('node:http')
    const { hostname, port, pathname } = new URL(url)
    const agent = new Agent({ keepAlive: true })
    const client = jayson.Client.http({ hostname, port, path: pathname, agent })
    return async () => (await client.request('info.getNetworkID', {})).result
  },
  async ethers(url) {
    const { JsonRpcProvider, Network } = await import('ethers')
    const network = Network.from(1)
    const options = { staticNetwork: network, batchMaxCount: 1 }
    const provider = new JsonRpcProvider(url, network, options)
    return () => provider.send('info.getNetworkID', {})
  },
  async viem(url) {
    const { createClient, http } = await import('viem')
    const client = createClient({ transport: http(url, { retryCount: 0 }) })
    return () => client.request({ method: 'info.getNetworkID' })
  },
  async '@open-rpc/client-js'(url) {
    const { default: all, ...names } = await import('@open-rpc/client-js')
    const { Client, HTTPTransport, RequestManager } = { ...all, ...names }
    const client = new Client(new RequestManager([new HTTPTransport(url)]))
    return () => client.request({ method: 'info.getNetworkID', params: {} })
  },
}

const [, , name, url] = process.argv
const call = await candidates[name](url)
const result = await call()
if (String(result.networkID) !== '12345')
  throw new Error(`${name} returned ${JSON.stringify(result)}, expected the network ID 12345`)

process.on('message', async ({ count, inFlight }) => {
  const before = process.cpuUsage()
  let left = count
  // Start all calls in the same turn of the event loop, because coalescing only joins calls of one turn.
  while (left > 0) {
    const calls = Array.from({ length: Math.min(inFlight, left) }, call)
    left -= calls.length
    await Promise.all(calls)
  }
  const { user, system } = process.cpuUsage(before)
  process.send({ cpu: (user + system) / count })
})
process.on('disconnect', () => process.exit())
process.send({ ready: true })
