// Measures the CPU time per request of the generated server and of other servers against node:http with a
// hand-written handler, in one interleaved run. It also measures memory and cold start. `node
// bench/server.mjs`, after a build. Env: ROUNDS (5) in each of PASSES (2), CALLS per slot (8000),
// ONLY='name;name', EXTRA=name=path of another build of @native-node/server.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { installedOnly } from './installed.mjs'
import { machine, markdownTable, writeSection } from '../scripts/results.mjs'
import { workloads } from './server-workloads.mjs'

const CONNECTIONS = 32
const rounds = Number(process.env.ROUNDS ?? 5)
const passes = Number(process.env.PASSES ?? 2)
const calls = Number(process.env.CALLS ?? 8000)
const here = (path) => fileURLToPath(new URL(path, import.meta.url))

/** Whether all servers are installed. If not, the results are not written. */
let isComplete = false

/**
 * Returns the names of the candidates. Each candidate from EXTRA has the path of its build, all others have
 * an empty path.
 */
function candidates() {
  const own = ['generated, sync', 'generated, async']
  const peers = ['hono', 'fastify', 'jayson', 'json-rpc-2.0', '@open-rpc/server-js']
  const byHand = ['bare', 'hand-written', 'hand-written, same duties']
  const names = installedOnly([...byHand, ...own, ...peers], peers)
  isComplete = names.length === byHand.length + own.length + peers.length
  const all = Object.fromEntries(names.map((one) => [one, '']))
  for (const pair of (process.env.EXTRA ?? '').split(',').filter(Boolean)) {
    const [name, path] = pair.split('=')
    for (const kind of ['sync', 'async']) all[`${name}, ${kind}`] = pathToFileURL(path).href
  }
  const only = process.env.ONLY?.split(';')
  return Object.entries(all).filter(([name]) => !only || only.some((part) => name.startsWith(part)))
}

async function start(name, module, file = here('server-candidates.mjs')) {
  const child = fork(file, [name, module], { env: { ...process.env, NODE_ENV: 'production' } })
  const gone = once(child, 'exit').then(() => Promise.reject(new Error(`${name} does not start`)))
  const [{ port }] = await Promise.race([once(child, 'message'), gone])
  gone.catch(() => {})
  return { name, child, port }
}

async function usage({ child }) {
  child.send('usage')
  return (await once(child, 'message'))[0]
}

/** Sends a call of each workload. A candidate with a wrong response is not measured. */
async function probe({ name, port }) {
  for (const { path, body, wants } of name === 'bare' ? [] : Object.values(workloads)) {
    const headers = { 'content-type': 'application/json' }
    const url = `http://127.0.0.1:${port}${path}`
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    const text = await response.text()
    if (!text.includes(wants))
      throw new Error(`${name} returned ${text.slice(0, 500)}, expected ${wants}`)
  }
}

function requestBytes({ path, body }) {
  const text = JSON.stringify(body)
  return `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`
}

/** Returns the length of the first response on a connection; 0 if its head is incomplete. */
function responseLength(text) {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return 0
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, end))
  if (!length) throw new Error(`The response has no content-length: ${text.slice(0, end)}`)
  return end + 4 + Number(length[1])
}

/**
 * Sends `count` requests over several connections, each with one request at a time. Uses the length of a
 * response to find its end.
 */
async function load({ port }, workload, { count, connections = CONNECTIONS }) {
  const bytes = requestBytes(workload)
  let left = count
  const worker = async () => {
    const socket = connect(port, '127.0.0.1').setNoDelay()
    await once(socket, 'connect')
    let head = ''
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
          head += chunk.toString('latin1')
          expected = responseLength(head)
        }
        if (expected === 0 || got < expected) return
        got = 0
        next()
      })
      next()
    })
  }
  await Promise.all(Array.from({ length: connections }, worker))
}

const mean = (list) => list.reduce((sum, one) => sum + one, 0) / list.length
const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]

/**
 * Measures the CPU time from process start to the first response in milliseconds, from source files and
 * bundled.
 */
async function coldStarts(names) {
  const folder = mkdtempSync(here('cold-'))
  const bundle = join(folder, 'candidates.mjs')
  await build({
    entryPoints: [here('server-candidates.mjs')],
    outdir: folder,
    entryNames: 'candidates',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    banner: {
      // Some CommonJS packages need these variables.
      js: "import{createRequire as makeRequire}from'node:module';const require=makeRequire(import.meta.url);const __dirname=import.meta.dirname;const __filename=import.meta.filename;",
    },
    logLevel: 'error',
  })
  const found = {}
  for (let round = 0; round < rounds; round++) {
    for (const [name, module] of names) {
      for (const file of module ? [undefined] : [undefined, bundle]) {
        const server = await start(name, module, file).catch(() => undefined)
        // Some servers cannot be bundled.
        if (!server) continue
        await load(server, workloads.tiny, { count: 1, connections: 1 })
        const { cpu, rss } = await usage(server)
        ;(found[file ? `${name}, bundled` : name] ??= []).push({ cpu: cpu / 1000, rss })
        server.child.disconnect()
      }
    }
  }
  rmSync(folder, { recursive: true })
  return (name) => (found[name] ? median(found[name].map(({ cpu }) => cpu)).toFixed(0) : '-')
}

const names = candidates()
const cold = await coldStarts(names)
const cpu = {}
const memory = {}
// Two processes of the same program differ by a few percent, so each pass starts new processes.
for (let pass = 0; pass < passes; pass++) {
  const servers = []
  for (const [name, module] of names) servers.push(await start(name, module))
  for (const server of servers) await probe(server)
  await measure(servers)
  for (const server of servers) {
    ;(memory[server.name] ??= []).push((await usage(server)).rss)
    server.child.disconnect()
  }
}

/**
 * Measures all servers in interleaved rounds and returns the minimum, because other load on the machine only
 * adds time. The first two rounds warm up and are not counted.
 */
async function measure(servers) {
  const least = {}
  for (let round = -2; round < rounds; round++) {
    for (const [kind, workload] of Object.entries(workloads)) {
      const count = Math.ceil(calls * workload.share)
      for (const server of servers) {
        const before = await usage(server)
        await load(server, workload, { count })
        const after = await usage(server)
        const own = (least[server.name] ??= {})
        if (round >= 0)
          own[kind] = Math.min(own[kind] ?? Infinity, (after.cpu - before.cpu) / count)
      }
    }
  }
  for (const [name, kinds] of Object.entries(least)) {
    for (const kind in kinds) ((cpu[name] ??= {})[kind] ??= []).push(kinds[kind])
  }
}

const rows = []
for (const [name] of names) {
  const cells = Object.keys(workloads).map((kind) => {
    // The bare server always sends the same small response, so only `tiny` is comparable.
    if (name === 'bare' && kind !== 'tiny') return '-'
    const own = cpu[name][kind]
    const base = cpu['hand-written']?.[kind]
    const ratio = base ? (mean(own) / mean(base)).toFixed(2) : '-'
    return `${mean(own).toFixed(1)} (${ratio})`
  })
  const starts = `${cold(name)} / ${cold(`${name}, bundled`)}`
  rows.push([name, ...cells, starts, (median(memory[name]) / 2 ** 20).toFixed(0)])
}
const columns = ['server', ...Object.keys(workloads), 'cold start, files / bundled', 'memory after']
const table = markdownTable([columns, ...rows])
console.log(table)
if (isComplete && !process.env.ONLY && !process.env.EXTRA) {
  await writeSection(
    'Server',
    [
      'CPU microseconds per request and, in brackets, the ratio to node:http with a hand-written core: the least of',
      `${rounds} interleaved rounds, in the mean of ${passes} processes, of ${calls} requests each (fewer of the larger ones) over ${CONNECTIONS} connections, after two`,
      'rounds of warming up. The same duties are those of the generated server: host, path, verb, media type, sizes, UTF-8, ids,',
      'notifications, asynchronous handlers. Cold start is CPU milliseconds to the first answer, from files and bundled by esbuild; memory is',
      `the resident set in MiB after all of it. Peers validate by ajv. ${machine()}.`,
      '',
      table,
    ].join('\n'),
  )
}
