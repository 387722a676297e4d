// npm run bench: runs every benchmark of bench/ in order. Each benchmark writes its section of
// bench/RESULTS.md and includes other tools if they are installed.
import { join } from 'node:path'
import { build, ensureFolderInstalled, ensureInstalled, root, step } from './workspace.mjs'

const benchmarks = [
  'generate',
  'watch',
  'hostile',
  'server',
  'ws',
  'peer',
  'mock',
  'client',
  'client-runtimes',
  'client-size',
  'types',
  'ledger',
  'p-chain',
  'log',
  'redis',
  'validators',
  'workers',
  'snapshots',
  'amplification',
  'largest-requests',
  'dev-chains',
]

/** Names of the benchmarks to run: `npm run bench -- generate`. If empty, all benchmarks run. */
const only = process.argv.slice(2)
const unknown = only.filter((name) => !benchmarks.includes(name))
if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown.join(', ')}. Available: ${benchmarks.join(', ')}.`)
  process.exit(2)
}

await ensureInstalled()
await build()
await ensureFolderInstalled(join(root, 'bench'), 'Installing the peers')
for (const name of benchmarks.filter((name) => only.length === 0 || only.includes(name))) {
  await step(`Benchmark: ${name}`, process.execPath, [join(root, `bench/${name}.mjs`)])
}
