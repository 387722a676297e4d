// npm run test:long: runs the long form of test suites that also have a quick form, and writes their figures to
// bench/RESULTS.md. `npm run test:long -- first` and `-- second` each run a half in at most two hours, and
// `-- fuzz server` runs only the named suites. PATIENCE=3 triples the time limits for a busy machine.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { suites } from './long-suites.mjs'
import { machine, writeSection } from './results.mjs'
import { build, ensureFolderInstalled, ensureInstalled, root, run } from './workspace.mjs'

const patience = Number(process.env.PATIENCE ?? 1)
const only = process.argv.slice(2).map((name) => name.replace(/^test\//, ''))
const unknown = only.filter((name) => !suites.some((suite) => namesOf(suite).includes(name)))
if (unknown.length > 0) {
  const names = [...new Set(suites.flatMap(namesOf))].join(', ')
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
  if (!isHere || (only.length > 0 && !namesOf(suite).some((name) => only.includes(name)))) continue
  outcomes.push(await measured(suite))
}
const results = join(root, 'test/corpus/RESULTS.md')
const prettier = join(root, 'node_modules/prettier/bin/prettier.cjs')
if (existsSync(results))
  await run(process.execPath, [prettier, '--write', '--log-level=warn', results])

console.log(`\n${outcomes.map(({ line }) => line).join('\n')}`)
if (outcomes.some(({ isFine }) => !isFine)) process.exitCode = 1

/** Returns the names that select a suite: its half and its own. */
function namesOf({ half, name }) {
  return [half, name]
}

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
