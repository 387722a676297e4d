// npm run test:long: runs the long form of test suites that also have a quick form, and writes their figures to
// bench/RESULTS.md. `npm run test:long -- fuzz server` runs only the named suites; PATIENCE=3 triples the time
// limits for a busy machine.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { machine, writeSection } from './results.mjs'
import { build, ensureFolderInstalled, ensureInstalled, root, run } from './workspace.mjs'

/**
 * Suites, each with its name on the command line, its title, its test files, and the time limit in minutes. A
 * suite that exceeds the limit fails. Output lines of the form `figure: ...` become figures.
 */
const suites = [
  { name: 'corpus', title: 'Real documents', paths: ['test/corpus/corpus.test.ts'], minutes: 25 },
  {
    name: 'schemas',
    title: 'Schemas, values and round trips',
    paths: ['test/corpus', '--exclude', 'test/corpus/corpus.test.ts'],
    minutes: 25,
  },
  { name: 'fuzz', title: 'Mutated and hostile documents', paths: ['test/fuzz'], minutes: 75 },
  { name: 'scaffold', title: 'Scaffolds under users', paths: ['test/scaffold'], minutes: 15 },
  { name: 'slow', title: 'Slow suites', paths: ['test/slow'], minutes: 15 },
  {
    name: 'docs',
    title: 'All pages of the docs',
    paths: ['test/docs/markup.test.ts', 'test/docs/browser.test.ts', 'test/docs/hostile.test.ts'],
    minutes: 15,
  },
  { name: 'server', title: 'Load', paths: ['test/server'], minutes: 25 },
  { name: 'client', title: 'Clients', paths: ['test/client'], minutes: 15 },
  {
    name: 'commands',
    title: 'Examples of the help, and packages without dependencies',
    paths: ['test/cli/help-examples.test.ts', 'test/targets/standalone.test.ts'],
    minutes: 15,
  },
  {
    name: 'node/hostile',
    title: 'Hostile requests to each method',
    paths: ['test/node/hostile.test.ts'],
    minutes: 15,
  },
  {
    name: 'node/fuzz',
    title: 'Random requests to the C-Chain',
    paths: ['test/node/c-chain/fuzz.test.ts'],
    minutes: 30,
  },
  {
    name: 'node/hardhat-3',
    title: 'Hardhat 3 against the node',
    paths: ['test/long/hardhat-3.test.ts'],
    minutes: 10,
  },
  { name: 'node/kill', title: 'Kills of the node', paths: ['test/node/kill'], minutes: 60 },
  {
    name: 'node/soak',
    title: 'Chains at their fee limits',
    paths: ['test/node/soak', 'test/node/chain/wake.test.ts'],
    minutes: 40,
  },
  { name: 'node/store', title: 'Faults of the store', paths: ['test/node/store'], minutes: 40 },
  {
    name: 'node/revert',
    title: 'Reverts under load',
    paths: ['test/node/dev/revert-under-load.test.ts', 'test/node/dev/reads-during-revert.test.ts'],
    minutes: 15,
  },
  {
    name: 'node/world',
    title: 'Histories over all chains',
    paths: ['test/node/world'],
    minutes: 30,
  },
]

const patience = Number(process.env.PATIENCE ?? 1)
const only = process.argv.slice(2).map((name) => name.replace(/^test\//, ''))
const unknown = only.filter((name) => !suites.some((suite) => suite.name === name))
if (unknown.length > 0) {
  const names = suites.map(({ name }) => name).join(', ')
  console.error(`Unknown suite: ${unknown.join(', ')}. Available: ${names}.`)
  process.exit(2)
}

await ensureInstalled()
await ensureFolderInstalled(join(root, 'test/compilers'), 'Installing the other compiler')
await ensureFolderInstalled(join(root, 'test/runtimes'), 'Installing other runtimes', [
  '--ignore-scripts',
])
await ensureFolderInstalled(join(root, 'test/bundlers'), 'Installing bundlers', [
  '--ignore-scripts',
])
// This suite uses Node.js packages and EVM builds that are available for this platform only.
if (process.platform === 'linux' && process.arch === 'x64')
  await ensureFolderInstalled(join(root, 'test/hardhat-3'), 'Installing Hardhat 3', [
    '--ignore-scripts',
  ])
await build()

const outcomes = []
for (const suite of suites) {
  const isHere = existsSync(join(root, suite.paths[0]))
  if (!isHere || (only.length > 0 && !only.includes(suite.name))) continue
  outcomes.push(await measured(suite))
}
const results = join(root, 'test/corpus/RESULTS.md')
const prettier = join(root, 'node_modules/prettier/bin/prettier.cjs')
if (existsSync(results))
  await run(process.execPath, [prettier, '--write', '--log-level=warn', results])

console.log(`\n${outcomes.map(({ line }) => line).join('\n')}`)
if (outcomes.some(({ isFine }) => !isFine)) process.exitCode = 1

/** Runs a suite and writes its section of the results, including failures. */
async function measured(suite) {
  console.log(`\n> ${suite.title}`)
  const started = performance.now()
  const { end, text } = await runSuite(suite)
  const minutes = ((performance.now() - started) / 60_000).toFixed(1)
  const figures = [...text.matchAll(/^figure: (.*)$/gm)].map(([, figure]) => `- ${figure}`)
  const [, counts = 'no counts'] = /Tests +(.*)$/m.exec(text) ?? []
  const failures = new Set([...text.matchAll(/^ *FAIL +(.*)$/gm)].map(([, test]) => test))
  const faults = [
    ...(end === 'late'
      ? [`- **ended after ${suite.minutes * patience} minutes, without its end**`]
      : []),
    ...[...failures].map((test) => `- **failed: ${test.replaceAll('|', '\\|')}**`),
  ]
  const lines = [...figures, `- tests: ${counts}`, ...faults]
  await writeSection(suite.title, [...lines, '', `${machine()}; ${minutes} min`].join('\n'))
  const isFine = end === 0
  const verdict = isFine ? 'passed' : end === 'late' ? 'ended late' : 'FAILED'
  return { isFine, line: `${verdict.padEnd(10)} ${suite.title}: ${counts}, ${minutes} min` }
}

/**
 * Runs test files in their long form and prints the output. `late` in the result means that the time limit was
 * exceeded.
 */
function runSuite({ paths, minutes }) {
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...paths]
  const env = { ...process.env, RPCLOOM_LONG: '1', NO_COLOR: '1' }
  return new Promise((resolve, reject) => {
    // Use a process group, so that processes that tests started end together with the suite.
    const child = spawn(process.execPath, args, { cwd: root, env, detached: true })
    let text = ''
    let isLate = false
    const timer = setTimeout(
      () => {
        isLate = true
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      },
      minutes * patience * 60_000,
    )
    child.stdout.on('data', (part) => {
      text += part
      process.stdout.write(part)
    })
    child.stderr.on('data', (part) => {
      text += part
      process.stderr.write(part)
    })
    child.on('error', reject)
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve({ end: isLate ? 'late' : code, text })
    })
  })
}
