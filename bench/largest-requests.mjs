// Sends the largest requests to each method of a running node, and measures how long they take on its main
// thread, how long another client waits meanwhile, and how much memory they take. Variants of the documented
// examples: each string, list and object in the params is enlarged until the request has almost 5 MB or
// 100,000 values. `node bench/largest-requests.mjs`, after a build. Env: METHODS (a pattern).
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { methodsOf, examplesOf } from './amplification-requests.mjs'

const BYTES = 5_200_000
const VALUES = 95_000
const bin = fileURLToPath(new URL('../packages/node/bin/native-node.mjs', import.meta.url))
const only = new RegExp(process.env.METHODS ?? '')
/** Methods that change the process itself. */
const skipped = /^(debug_.*(Profile|Trace|PercentGC|FreeOSMemory)|cChain\.admin|admin\.)/

/** Starts a node in memory. Resolves with its address and process. */
export async function startedNode(...flags) {
  const args = [bin, '--memory', '--port', '0', '--log-level', 'error', ...flags]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  process.on('exit', () => child.kill('SIGKILL'))
  let output = ''
  child.stdout.on('data', (part) => (output += part))
  for (;;) {
    const url = /Listening on (\S+)/.exec(output)?.[1]
    if (url !== undefined) return { url, child }
    if (child.exitCode !== null) throw new Error(`The node exited: ${output}`)
    await wait(50)
  }
}

/** Yields enlarged copies of params, each with one enlarged value. */
function* enlarged(params) {
  for (const path of pathsOf(params)) {
    const value = path.reduce((at, part) => at[part], params)
    for (const large of largeValues(value)) yield replaced(params, path, large)
  }
}

function* pathsOf(value, path = []) {
  if (path.length > 0) yield path
  if (typeof value !== 'object' || value === null) return
  for (const part of Object.keys(value)) yield* pathsOf(value[part], [...path, part])
}

function* largeValues(value) {
  if (typeof value === 'string') {
    yield value + (value.startsWith('0x') ? '11' : '1').repeat(BYTES).slice(0, BYTES)
  } else if (Array.isArray(value)) {
    const [item = '0x11'] = value
    yield Array.from({ length: countOf(item) }, () => item)
    yield Array.from({ length: 45_000 }, () => ({}))
  } else if (typeof value === 'object' && value !== null) {
    const [[key, item] = ['key', 1]] = Object.entries(value)
    const length = countOf(item, 60)
    yield Object.fromEntries(
      Array.from({ length }, (_, at) => [
        key.startsWith('0x') ? `0x${at.toString(16).padStart(key.length - 2, '0')}` : `${key}${at}`,
        item,
      ]),
    )
  } else if (typeof value === 'number') yield 2 ** 40
}

function countOf(item, extra = 1) {
  const text = JSON.stringify(item)
  const values = (text.match(/[,[{]/g) ?? []).length + 1
  return Math.floor(Math.min(BYTES / (text.length + extra), VALUES / values))
}

function replaced(value, [part, ...rest], large) {
  const copy = Array.isArray(value) ? [...value] : { ...value }
  copy[part] = rest.length === 0 ? large : replaced(value[part], rest, large)
  return copy
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 })

function post(url, body) {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': body.length }
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      let [bytes, head] = [0, '']
      response.on('data', (part) => {
        bytes += part.length
        if (head.length < 200) head += part.toString('latin1')
      })
      response.on('end', () => resolve({ bytes, head, ms: performance.now() - began }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Returns the CPU time of the main thread of a process in milliseconds. */
function cpuOf(pid) {
  const fields = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'latin1').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function peakOf(pid) {
  const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  return peak / 1024
}

async function pings(signal, url) {
  const body = '{"jsonrpc":"2.0","id":1,"method":"info.getNetworkName","params":{}}'
  let worst = 0
  while (!signal.aborted) {
    worst = Math.max(worst, (await post(`${url}/ext/info`, body)).ms)
    await wait(2)
  }
  return worst
}

/** Sends one request and measures the node meanwhile. */
async function measured({ url, child: { pid } }, path, body) {
  peakOf(pid)
  const before = peakOf(pid)
  const cpu = cpuOf(pid)
  const done = new AbortController()
  const delays = pings(done.signal, url)
  const { bytes, head, ms } = await post(url + path, body)
  done.abort()
  const delay = await delays
  const memory = peakOf(pid) - before
  return { sent: body.length, bytes, ms, delay, cpu: cpuOf(pid) - cpu, memory, head }
}

export async function largest(node, report) {
  for (const { group, document, method, own } of await methodsOf(new Set())) {
    if (!only.test(method.name) || skipped.test(method.name)) continue
    const [example = own.structure === 'by-position' ? [] : {}] = examplesOf(document, method, own)
    for (const params of [example, ...enlarged(example)]) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: method.name, params })
      report(method.name, await measured(node, group.path, body))
    }
  }
}

const flags = process.argv.slice(2)
const node = await startedNode(...flags)
const worst = new Map()
await largest(node, (name, one) => {
  const known = worst.get(name) ?? { delay: 0, cpu: 0, memory: 0, ms: 0 }
  for (const key of ['delay', 'cpu', 'memory', 'ms']) known[key] = Math.max(known[key], one[key])
  if (one.cpu > 150 || one.memory > 150)
    console.log(name, JSON.stringify({ ...one, head: one.head.slice(0, 120) }))
  worst.set(name, known)
})
console.log('methods', worst.size)
agent.destroy()
node.child.kill('SIGTERM')
