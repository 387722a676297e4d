// CPU per operation of the generated server against node:http with a hand-written core, in one interleaved run.
// `node bench/server.mjs`, after a build. Env: ROUNDS (7), CALLS per slot (2000), ONLY='name;name',
// EXTRA=name=path of another build of @native-node/server.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { connect } from 'node:net'
import { fileURLToPath, pathToFileURL } from 'node:url'

const self = fileURLToPath(import.meta.url)
const CONNECTIONS = 32

const letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const address = (seed) =>
  `P-local1${Array.from({ length: 38 }, (_, at) => letters[(seed * 7 + at * at + 3 * at) % 32]).join('')}`
const addresses = Array.from({ length: 16 }, (_, seed) => address(seed))
const utxos = Array.from(
  { length: 100 },
  (_, seed) =>
    `0x${Array.from({ length: 400 }, (_, at) => ((seed * 31 + at * 17) % 16).toString(16)).join('')}`,
)
const endIndex = {
  address: addresses[0],
  utxo: 'tvLKci3hRoCTBRLCZAXfYBSqHNXo4jUTwHsKUN4KmSkNo2NEZ',
}
const page = { numFetched: 100, utxos, endIndex, encoding: 'hex' }

const tiny = (id) => ({ jsonrpc: '2.0', id, method: 'info.getNetworkID' })
const getUTXOs = (list) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'platform.getUTXOs',
  params: { addresses: list, limit: 1024 },
})
const workloads = {
  tiny: { wants: '"result"', path: '/ext/info', body: tiny(1), share: 1 },
  '40 kB': { wants: '"result"', path: '/ext/bc/P', body: getUTXOs(addresses), share: 0.3 },
  'batch of 40': {
    wants: '"id":40',
    path: '/ext/info',
    body: Array.from({ length: 40 }, (_, at) => tiny(at + 1)),
    share: 0.4,
  },
  'invalid params': {
    wants: '"code":-32602',
    path: '/ext/bc/P',
    body: getUTXOs([...addresses.slice(0, 15), 42]),
    share: 1,
  },
}

// --- the candidates, each in a process of its own ---

const pattern = /^[0-9A-Za-z]+-[a-z0-9]+1[02-9ac-hj-np-z]{38}$/

function wrongIn(params) {
  if (typeof params !== 'object' || params === null) return ['', 'must be object']
  const { addresses: list, limit } = params
  if (!Array.isArray(list) || list.length < 1 || list.length > 1024)
    return ['/addresses', 'must be array']
  for (let at = 0; at < list.length; at++) {
    if (typeof list[at] !== 'string' || !pattern.test(list[at]))
      return [`/addresses/${at}`, 'must be an address']
  }
  if (limit !== undefined && !(Number.isInteger(limit) && limit >= 0))
    return ['/limit', 'must be integer']
  return undefined
}

function answerByHand(request) {
  if (typeof request !== 'object' || request === null || request.jsonrpc !== '2.0')
    return { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid Request' } }
  const { id = null, method, params } = request
  if (method === 'info.getNetworkID')
    return { jsonrpc: '2.0', id, result: { networkID: String(12345) } }
  if (method !== 'platform.getUTXOs')
    return { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } }
  const wrong = wrongIn(params)
  if (!wrong)
    return { jsonrpc: '2.0', id, result: { ...page, numFetched: String(page.numFetched) } }
  const [pointer, message] = wrong
  const data = { issues: [{ pointer, message }] }
  return { jsonrpc: '2.0', id, error: { code: -32602, message: 'Invalid params', data } }
}

/** node:http around a core from text to text. */
function serveByHand(core) {
  return createHttpServer((request, response) => {
    const chunks = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const body = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)
      const text = core(body.toString())
      const length = Buffer.byteLength(text)
      response.writeHead(200, ['content-type', 'application/json', 'content-length', length])
      response.end(text)
    })
  })
}

async function serve(name, module) {
  if (name === 'bare') return serveByHand(() => '{"jsonrpc":"2.0","id":1,"result":{}}')
  if (name === 'hand-written') {
    return serveByHand((text) => {
      const parsed = JSON.parse(text)
      return JSON.stringify(Array.isArray(parsed) ? parsed.map(answerByHand) : answerByHand(parsed))
    })
  }
  const { createServer } = await import(module)
  const sync = {
    info: { getNetworkID: () => ({ networkID: 12345 }) },
    pChain: { getUTXOs: () => page },
  }
  const async = {
    info: { getNetworkID: async () => ({ networkID: 12345 }) },
    pChain: { getUTXOs: async () => page },
  }
  return (await createServer(name.endsWith('async') ? async : sync).listen()).server
}

// --- the load, and what it shows ---

async function start(name, module = '@native-node/server') {
  const child = fork(self, ['serve', name, module])
  const [{ port }] = await once(child, 'message')
  return { name, child, port }
}

/** One call of each workload: a candidate that answers something else is not measured. */
async function probe({ name, port }) {
  for (const { path, body, wants } of name === 'bare' ? [] : Object.values(workloads)) {
    const headers = { 'content-type': 'application/json' }
    const url = `http://127.0.0.1:${port}${path}`
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    const text = await response.text()
    if (!text.includes(wants)) throw new Error(`${name} answers ${text.slice(0, 500)}`)
  }
}

async function usage({ child }) {
  child.send('usage')
  return (await once(child, 'message'))[0]
}

function requestBytes({ path, body }) {
  const text = JSON.stringify(body)
  return `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`
}

/** Sends `count` requests over some connections, one at a time on each; answers are counted by their length. */
async function load({ port, name }, workload, { count, connections = CONNECTIONS }) {
  const bytes = requestBytes(workload)
  let left = count
  const worker = async () => {
    const socket = connect(port, '127.0.0.1').setNoDelay()
    await once(socket, 'connect')
    let expected = 0
    let got = 0
    await new Promise((resolve, reject) => {
      const next = () => {
        if (left-- > 0) socket.write(bytes)
        else resolve(socket.destroy())
      }
      socket.on('error', reject)
      socket.on('data', (chunk) => {
        got += chunk.length
        if (expected === 0) {
          const [head] = chunk.toString('latin1').split('\r\n\r\n')
          if (!head.startsWith('HTTP/1.1 200')) return reject(new Error(`${name}: ${chunk}`))
          expected = head.length + 4 + Number(/content-length: (\d+)/i.exec(head)[1])
        }
        if (got < expected) return
        got = 0
        next()
      })
      next()
    })
  }
  await Promise.all(Array.from({ length: connections }, worker))
}

const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]

function table(head, rows) {
  const lines = [head, head.map((_, at) => (at ? '---:' : '---')), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Name to the package that a candidate is made of. */
function candidates() {
  const all = {
    bare: '',
    'hand-written': '',
    'generated, sync': undefined,
    'generated, async': undefined,
  }
  for (const pair of (process.env.EXTRA ?? '').split(',').filter(Boolean)) {
    const [name, path] = pair.split('=')
    for (const kind of ['sync', 'async']) all[`${name}, ${kind}`] = pathToFileURL(path).href
  }
  const only = process.env.ONLY?.split(';')
  return Object.entries(all).filter(([name]) => !only || only.some((part) => name.startsWith(part)))
}

/** CPU milliseconds from the start of the process to its first answer. */
async function coldStarts(names, rounds) {
  const found = {}
  for (let round = 0; round < rounds; round++) {
    for (const [name, module] of names) {
      const server = await start(name, module)
      await load(server, workloads.tiny, { count: 1, connections: 1 })
      ;(found[name] ??= []).push((await usage(server)).cpu / 1000)
      server.child.disconnect()
    }
  }
  return found
}

async function main() {
  const rounds = Number(process.env.ROUNDS ?? 7)
  const calls = Number(process.env.CALLS ?? 2000)
  const names = candidates()
  const cold = await coldStarts(names, rounds)
  const servers = []
  for (const [name, module] of names) servers.push(await start(name, module))
  for (const server of servers) await probe(server)
  const cpu = {}
  // Two rounds warm up and are dropped.
  for (let round = -2; round < rounds; round++) {
    for (const [kind, workload] of Object.entries(workloads)) {
      const count = Math.ceil(calls * workload.share)
      for (const server of servers) {
        if (server.name === 'bare' && kind !== 'tiny') continue
        const before = await usage(server)
        await load(server, workload, { count })
        const after = await usage(server)
        const slot = ((cpu[server.name] ??= {})[kind] ??= [])
        if (round >= 0) slot.push((after.cpu - before.cpu) / count)
      }
    }
  }
  const rows = []
  for (const server of servers) {
    const cells = Object.keys(workloads).map((kind) => {
      const own = cpu[server.name][kind]
      const base = cpu['hand-written']?.[kind]
      if (!own) return '-'
      const ratio = base ? median(own.map((one, at) => one / base[at])).toFixed(2) : '-'
      return `${median(own).toFixed(1)} (${ratio})`
    })
    const { rss } = await usage(server)
    rows.push([
      server.name,
      ...cells,
      median(cold[server.name]).toFixed(0),
      (rss / 2 ** 20).toFixed(0),
    ])
    server.child.disconnect()
  }
  console.log('CPU us per request (ratio to hand-written, median of rounds)\n')
  console.log(
    table(['server', ...Object.keys(workloads), 'cold start, CPU ms', 'RSS after, MiB'], rows),
  )
}

if (process.argv[2] === 'serve') {
  const server = await serve(process.argv[3], process.argv[4])
  if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening')
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send({ cpu: user + system, rss: process.memoryUsage.rss() })
  })
  process.on('disconnect', () => process.exit())
  process.send({ port: server.address().port })
} else await main()
