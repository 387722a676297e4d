// Compares our mock with @open-rpc/mock-server on the same documents: startup time, CPU time per call, and
// correctness. `RPCLOOM_SHARED=FOLDER node bench/mock.mjs`, after a build. The folder contains the documents
// as corpus/*.json. Env: ROUNDS (5), CALLS per slot (3000). Each round starts both mocks, warms them up with
// as many calls, and alternates between them.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mockDocuments, sample } from '@rpcloom/mock'
import { listen } from '@rpcloom/rpc/node'
import { pointerResolver } from '@rpcloom/schema'
import { machine, markdownTable, writeSection } from '../scripts/results.mjs'

const self = fileURLToPath(import.meta.url)
// Use the ajv version of this workspace, because @open-rpc/mock-server installs an older version.
const { Ajv } = createRequire(new URL('../package.json', import.meta.url))('ajv')

async function compare() {
  const shared = process.env.RPCLOOM_SHARED
  if (!shared) {
    console.log('Skipped: RPCLOOM_SHARED is not a folder with documents')
    return
  }
  const documents = [
    ['petstore', 'open-rpc__examples__petstore.json', { method: 'list_pets', params: [1] }],
    [
      'Ethereum',
      'ethereum__execution-apis__eth-execution-deref.json',
      { method: 'eth_blockNumber', params: [] },
    ],
  ]
  const speed = []
  const right = []
  for (const [name, file, call] of documents) {
    const path = join(shared, 'corpus', file)
    speed.push(...(await speedOf(name, path, call)))
    right.push(...(await rightOf(name, path)))
  }
  const text = [
    `Ours is \`mockDocuments\` behind \`listen\`, the peer is @open-rpc/mock-server ${peerVersion()} by its command; both read the same`,
    'document and answer the same calls over HTTP, in turns. Start is the median time from the process to the first response.',
    machine(),
    '',
    markdownTable([
      ['Document', 'Mock', 'Start', 'CPU until then', 'Calls per second', 'CPU per 1000 calls'],
      ...speed,
    ]),
    '',
    markdownTable([['Document', 'Check', 'Ours', 'Peer'], ...right]),
  ].join('\n')
  await writeSection('Mocks', text)
  console.log(text)
}

function candidates(path) {
  const cli = fileURLToPath(
    new URL('node_modules/@open-rpc/mock-server/build/cli.js', import.meta.url),
  )
  return [
    ['ours', (port) => [self, 'serve', path, String(port)]],
    ['peer', (port) => [cli, '-d', path, '-p', String(port)]],
  ]
}

function peerVersion() {
  const file = new URL('node_modules/@open-rpc/mock-server/package.json', import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')).version
}

async function speedOf(name, path, call) {
  const rounds = Number(process.env.ROUNDS ?? 5)
  const calls = Number(process.env.CALLS ?? 3000)
  const seen = new Map(
    candidates(path).map(([who]) => [who, { start: [], boot: [], rate: [], cpu: [] }]),
  )
  for (let round = 0; round < rounds; round++) {
    const servers = []
    for (const [who, args] of candidates(path)) {
      const began = performance.now()
      const server = await started(args, call)
      seen.get(who).start.push(performance.now() - began)
      seen.get(who).boot.push(cpuOf(server.pid))
      servers.push([who, server])
    }
    // Let JIT compilation happen before the measurement.
    for (const [, server] of servers) await load(server.port, call, calls)
    for (let slot = 0; slot < SLOTS; slot++) {
      for (const [who, server] of slot % 2 === 0 ? servers : servers.toReversed()) {
        const [before, from] = [cpuOf(server.pid), performance.now()]
        await load(server.port, call, calls)
        seen.get(who).rate.push((calls / (performance.now() - from)) * 1000)
        seen.get(who).cpu.push(((cpuOf(server.pid) - before) / calls) * 1000)
      }
    }
    for (const [, server] of servers) await server.stop()
  }
  return [...seen].map(([who, { start, boot, rate, cpu }]) => [
    name,
    who,
    `${Math.round(median(start))} ms`,
    `${Math.round(median(boot))} ms`,
    String(Math.round(median(rate))),
    `${Math.round(median(cpu))} ms`,
  ])
}

/** Measurements per server in each round. */
const SLOTS = 4

const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]

function cpuOf(pid) {
  const ticks = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return ((Number(fields[11]) + Number(fields[12])) / ticks) * 1000
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

async function started(args, call) {
  const port = await freePort()
  const child = spawn(process.execPath, args(port), { stdio: 'ignore' })
  const until = performance.now() + 60_000
  for (;;) {
    const answered = await post(port, JSON.stringify({ jsonrpc: '2.0', id: 1, ...call })).then(
      () => true,
      () => false,
    )
    if (answered) break
    if (performance.now() > until) {
      child.kill('SIGKILL')
      throw new Error('A mock did not start')
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return {
    port,
    pid: child.pid,
    isThere: () => child.exitCode === null && child.signalCode === null,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'close')
    },
  }
}

/** Sends a POST request, over keep-alive connections if `agent` is given. */
function post(port, body, agent) {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }
    const sent = request(
      { host: '127.0.0.1', port, method: 'POST', path: '/', headers, agent },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part) => (text += part))
        response.on('end', () => resolve({ status: response.statusCode, text }))
        response.on('error', reject)
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

async function load(port, call, count) {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  let left = count
  const worker = async () => {
    while (left-- > 0) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: left, ...call })
      // Retry once, because the server may close an idle connection just before it is reused.
      await post(port, body, agent).catch(() => post(port, body))
    }
  }
  await Promise.all(Array.from({ length: 16 }, worker))
  agent.destroy()
}

async function rightOf(name, path) {
  const document = JSON.parse(readFileSync(path, 'utf8'))
  const rows = new Map()
  for (const [who, args] of candidates(path)) {
    const first = await verdicts(document, args)
    const second = await verdicts(document, args)
    const note = (what, text) => rows.set(what, { ...rows.get(what), [who]: text })
    for (const [what, text] of first.notes) note(what, text)
    const same = first.responses.filter(
      (response, index) => response !== undefined && response === second.responses[index],
    ).length
    note('the same responses after a restart', `${same} of ${first.responses.length} methods`)
  }
  return [...rows].map(([what, { ours, peer }]) => [name, what, ours ?? '', peer ?? ''])
}

async function verdicts(document, args) {
  const [method] = document.methods
  const server = await started(args, { method: method.name, params: [] })
  const ask = async (message) => {
    const body = typeof message === 'string' ? message : JSON.stringify(message)
    // A dropped connection counts as an empty response.
    const { text } = await post(server.port, body).catch(() => ({ text: '' }))
    return parsed(text) ?? {}
  }
  const notes = []
  const responses = []
  try {
    // Send the examples before requests that may crash the server.
    const pairings = document.methods.flatMap((one) =>
      (one.examples ?? []).map((example) => [one, example]),
    )
    const ajv = new Ajv({ strict: false, validateFormats: false })
    const resolve = pointerResolver(document)
    const sound = pairings.filter(([one, example]) =>
      isSound({ ajv, document, resolve }, one, example),
    )
    let matched = 0
    for (const [one, example] of sound) {
      const params = example.params.map(({ value }) => value)
      const response = await ask({ jsonrpc: '2.0', id: 1, method: one.name, params })
      if (JSON.stringify(response.result) === JSON.stringify(example.result?.value)) matched++
    }
    notes.push([
      'examples that fit their document, answered as they stand',
      `${matched} of ${sound.length}`,
    ])
    let valid = 0
    for (const one of document.methods) {
      const response = await ask({
        jsonrpc: '2.0',
        id: 1,
        method: one.name,
        params: paramsOf(one, resolve),
      })
      responses.push(JSON.stringify(response.result))
      const check = ajv.compile({
        ...resultOf(one, resolve)?.schema,
        components: document.components,
      })
      if (response.result !== undefined && check(response.result)) valid++
    }
    notes.push([
      'generated results that are valid against their schema (ajv)',
      `${valid} of ${document.methods.length}`,
    ])
    const notification = JSON.stringify({ jsonrpc: '2.0', method: method.name, params: [] })
    const silent = await post(server.port, notification).catch(() => ({ text: 'broken off' }))
    notes.push(['no response to a notification', yes(silent.text === '')])
    notes.push([
      '-32700 as JSON for text that is none',
      yes((await ask('{')).error?.code === -32700),
    ])
    const unknown = await ask({ jsonrpc: '2.0', id: 1, method: 'no_such_method' })
    notes.push(['-32601 for an unknown method', yes(unknown.error?.code === -32601)])
    const invalid = await ask({ jsonrpc: '2.0', id: 1 })
    notes.push(['-32600 for what is no request', yes(invalid.error?.code === -32600)])
    const batch = await ask([
      { jsonrpc: '2.0', id: 1, method: method.name },
      { jsonrpc: '2.0', method: method.name },
      { jsonrpc: '2.0', id: 2, method: 'no_such_method' },
    ])
    notes.push([
      'a batch of three, one of them silent',
      yes(Array.isArray(batch) && batch.length === 2),
    ])
    notes.push(['still there after all that', yes(server.isThere())])
  } finally {
    await server.stop()
  }
  return { notes, responses }
}

/** Whether ajv accepts the params and result of an example. */
function isSound({ ajv, document, resolve }, { params = [], result }, example) {
  const { components } = document
  const isValid = (described, value) => {
    const schema = (described?.$ref ? resolve(described.$ref) : described)?.schema
    return ajv.validate({ ...schema, components }, value)
  }
  const given = params.every((param, index) => {
    const value = example.params[index]?.value
    const { required } = param.$ref ? resolve(param.$ref) : param
    return value === undefined ? !required : isValid(param, value)
  })
  return given && isValid(result, example.result?.value)
}

const yes = (is) => (is ? 'yes' : 'no')

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function resultOf({ result }, resolve) {
  return result?.$ref ? resolve(result.$ref) : result
}

function paramsOf({ params = [] }, resolve) {
  const described = params.map((param) => (param.$ref ? resolve(param.$ref) : param))
  const required = described.filter((param) => param.required)
  return required.map(({ schema }) => sample(schema, { resolve, seed: 1 }))
}

if (process.argv[2] === 'serve') {
  const mock = mockDocuments([JSON.parse(readFileSync(process.argv[3], 'utf8'))])
  await listen(mock.server, { port: Number(process.argv[4]) })
} else await compare()
