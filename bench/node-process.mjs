// Runs a node in its own process, calls it over HTTP and measures its resource usage.
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'

const bin = fileURLToPath(new URL('../packages/node/bin/native-node.mjs', import.meta.url))

const monitor = new URL('block-monitor.mjs', import.meta.url).href

/** Starts a node on a free port. `flags` name its store. */
export function startNode(...flags) {
  const args = [
    '--port',
    '0',
    '--required-disk-bytes',
    '0',
    '--log-level',
    'error',
    '--slow-call',
    '1h',
    ...flags,
  ]
  const child = spawn(process.execPath, ['--import', monitor, bin, ...args], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  return listening(child)
}

/** Resolves once the process of a node prints its address. Ends the process together with this one. */
export function listening(child) {
  process.on('exit', () => child.kill('SIGKILL'))
  return new Promise((resolve, reject) => {
    let out = ''
    child.stdout.on('data', (part) => {
      out += part
      const url = /Listening on (\S+)\n/.exec(out)?.[1]
      if (url) resolve({ child, url })
    })
    child.on('exit', () => reject(new Error(`the node does not start: ${out}`)))
  })
}

export function stopNode({ child }) {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  return ended
}

/** Returns the longest time in milliseconds for which a node held its event loop since the last call. */
export function longestBlock({ child }) {
  return new Promise((resolve) => {
    child.once('message', ({ longest }) => resolve(longest))
    child.send('longest')
  })
}

/** Returns the peak memory of a process since the last call, in MB. */
export function peakMemory({ child: { pid } }) {
  const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  return peak / 1024
}

/** Returns a function that sends a POST request, and resolves with the size, the beginning and the duration of the response. */
export function posterOf(agent) {
  return (url, body, headLength = 400) => {
    const began = performance.now()
    return new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json' }
      const sent = request(url, { method: 'POST', agent, headers }, (response) => {
        let [bytes, head] = [0, '']
        response.on('data', (part) => {
          bytes += part.length
          if (head.length < headLength) head += part.toString('latin1')
        })
        response.on('end', () => resolve({ bytes, head, ms: performance.now() - began }))
      })
      sent.on('error', reject)
      sent.end(body)
    })
  }
}

/** Returns a function that sends a call. It opens as many connections as there are parallel calls. */
export function callerOf({ url }) {
  const agent = new Agent({ keepAlive: true })
  return (path, method, params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }
    return new Promise((resolve, reject) => {
      const sent = request(url + path, { method: 'POST', agent, headers }, (response) => {
        const parts = []
        response.on('data', (part) => parts.push(part))
        response.on('end', () => {
          const { result, error } = JSON.parse(Buffer.concat(parts).toString())
          if (error) reject(new Error(error.message))
          else resolve(result)
        })
      })
      sent.on('error', reject)
      sent.end(body)
    })
  }
}

/** Returns the memory of a node in MB and its CPU time in seconds. */
export function usage({ child: { pid } }) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  // Skip the process name, which may contain spaces. User and system time are the 12th and 13th field after it.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  const [user, system] = [fields[11], fields[12]]
  const mb = (name) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
  return { rss: mb('VmRSS'), peak: mb('VmHWM'), cpu: (Number(user) + Number(system)) / 100 }
}

/** Measures operations per second, and the node's CPU time per operation in milliseconds. */
export async function measure(node, count, work) {
  const before = usage(node)
  const started = performance.now()
  await work()
  const seconds = (performance.now() - started) / 1000
  const after = usage(node)
  return { ...after, rate: count / seconds, cpu: ((after.cpu - before.cpu) / count) * 1000 }
}

/** Formats a figure with about three digits. */
export const round = (value) => (value >= 100 ? Math.round(value).toString() : value.toFixed(2))
