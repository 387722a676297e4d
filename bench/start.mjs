// Measures the CPU of one start of the generated command line, from its modules and from packed packages: user and system milliseconds
// above `node -e 0`, in turns, as medians. `node bench/start.mjs [FOLDER...]` measures builds in other folders too, such as a worktree
// of an earlier commit, and then writes no results. Env: RUNS (20).
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pack } from '../scripts/pack.mjs'
import { machine, markdownTable, writeSection } from '../scripts/results.mjs'
import { root } from '../scripts/workspace.mjs'

const runs = Number(process.env.RUNS ?? 20)
const folder = mkdtempSync(join(tmpdir(), 'start-'))
/** Prints the CPU of the process to a descriptor of its own. */
const probe = join(folder, 'probe.cjs')
writeFileSync(
  probe,
  `process.on('exit', () => {
    const { user, system } = process.cpuUsage()
    require('node:fs').writeSync(3, String(user + system))
  })`,
)

/** Packs and unpacks the packages of the command line, and returns the folder of its package. */
function unpacked() {
  const folders = ['schema', 'rpc', 'rpc-mock', 'rpc-cli', 'types', 'cli']
  const names = folders.map((name) => `packages/${name}`)
  for (const [name, path] of pack(join(folder, 'tarballs'), names)) {
    const target = join(folder, 'node_modules', name)
    mkdirSync(target, { recursive: true })
    execFileSync('tar', ['-xzf', path, '-C', target, '--strip-components=1'])
  }
  for (const name of ['json-p3', 'ws'])
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  return join(folder, 'node_modules/@native-node/cli')
}

/** Runs Node with arguments and returns its CPU in milliseconds. */
function cpuOf(args) {
  const stdio = ['ignore', 'ignore', 'inherit', 'pipe']
  const { status, output } = spawnSync(process.execPath, ['--require', probe, ...args], { stdio })
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`)
  return Number(output[3]) / 1000
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}

const node = join(root, 'packages/node/bin/native-node.mjs')
const served = spawn(process.execPath, [node, '--memory', '--port', '0'])
try {
  const [line] = await once(served.stdout.setEncoding('utf8'), 'data')
  const [url] = /http:\/\/[\d.:]+/.exec(line) ?? []
  if (url === undefined) throw new Error(`the node did not start: ${line}`)
  const commands = {
    'a call': ['info', 'get-network-id', '--url', url],
    'a call by position': [
      'c-chain',
      'eth',
      'get-balance',
      `0x${'00'.repeat(20)}`,
      'latest',
      '--url',
      url,
    ],
    'help of a method': ['info', 'get-network-id', '--help'],
    'help of the program': ['--help'],
    completion: ['--complete', 'info', ''],
  }
  const others = process.argv.slice(2).map((path) => join(resolve(path), 'packages/cli'))
  const builds = { modules: join(root, 'packages/cli'), packed: unpacked() }
  const all = [...Object.entries(builds), ...others.map((path) => [path, path])]
  const cases = all.flatMap(([, path]) =>
    Object.entries(commands).map(([name, args]) => {
      return { name, args: [join(path, 'bin/cli.mjs'), ...args], values: [] }
    }),
  )
  const base = []
  for (let run = 0; run <= runs; run++) {
    const first = cpuOf(['-e', '0'])
    const measured = cases.map(({ args }) => cpuOf(args))
    // The first turn fills the caches of the file system.
    if (run === 0) continue
    base.push(first)
    for (const [index, value] of measured.entries()) cases[index].values.push(value)
  }
  const least = median(base)
  const above = ({ values }) => {
    const more = median(values) - least
    return `+${more.toFixed(0)} (${(more / least).toFixed(2)})`
  }
  const rows = Object.keys(commands).map((name) => [
    name,
    ...cases.filter((one) => one.name === name).map(above),
  ])
  const table = markdownTable([['command', ...all.map(([name]) => name)], ...rows])
  const text = `Milliseconds of CPU (user and system) of a command of \`native-node-cli\` above \`node -e 0\` (${least.toFixed(0)} ms), and as a multiple of it; in turns, medians of ${runs}. ${machine()}.\n\n${table}`
  console.log(text)
  if (others.length === 0) await writeSection('Start of a command line', text)
} finally {
  served.kill()
  rmSync(folder, { recursive: true })
}
