// npm run test:long: the suites that have a long form, in full, and their figures into bench/RESULTS.md.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { machine, writeSection } from './results.mjs'
import { build, ensureFolderInstalled, ensureInstalled, root, run } from './workspace.mjs'

/** Name of the section, and the files of the suite. A line `figure: ...` of a suite is a figure. */
const suites = [
  ['Real documents', ['test/corpus']],
  ['Mutated and hostile documents', ['test/fuzz']],
  ['Scaffolds under users', ['test/scaffold']],
  ['Slow suites', ['test/slow']],
  ['Load', ['test/server']],
  ['Clients', ['test/client']],
  ['Kills of the node', ['test/node/kill']],
]

await ensureInstalled()
await ensureFolderInstalled(join(root, 'test/compilers'), 'Installing the other compiler')
await ensureFolderInstalled(join(root, 'test/runtimes'), 'Installing other runtimes', [
  '--ignore-scripts',
])
await build()

const only = process.argv.slice(2)
for (const [name, paths] of suites) {
  const wanted = only.length === 0 || paths.some((path) => only.includes(path))
  if (!wanted || !paths.some(hasTests)) continue
  console.log(`\n> ${name}`)
  const started = performance.now()
  const { code, text } = await suite(paths)
  const figures = [...text.matchAll(/^figure: (.*)$/gm)].map(([, figure]) => `- ${figure}`)
  const [, counts = 'no counts'] = /Tests +(.*)$/m.exec(text) ?? []
  const minutes = ((performance.now() - started) / 60_000).toFixed(1)
  await writeSection(
    name,
    [...figures, `- tests: ${counts}`, '', `${machine()}; ${minutes} min`].join('\n'),
  )
  if (code !== 0) process.exitCode = 1
}
const results = join(root, 'test/corpus/RESULTS.md')
const prettier = join(root, 'node_modules/prettier/bin/prettier.cjs')
if (existsSync(results))
  await run(process.execPath, [prettier, '--write', '--log-level=warn', results])

function hasTests(path) {
  const folder = join(root, path)
  return existsSync(folder) && readdirSync(folder).some((file) => file.endsWith('.test.ts'))
}

/** Runs files of tests in full, showing what they print. */
function suite(paths) {
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...paths]
  const env = { ...process.env, RPCLOOM_LONG: '1', NO_COLOR: '1' }
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, env })
    let text = ''
    child.stdout.on('data', (part) => {
      text += part
      process.stdout.write(part)
    })
    child.stderr.pipe(process.stderr)
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, text }))
  })
}
