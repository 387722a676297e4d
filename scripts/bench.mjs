// npm run bench: every benchmark of bench/, one after the other, beside the peers; writes bench/RESULTS.md.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { build, ensureFolderInstalled, ensureInstalled, root, step } from './workspace.mjs'

/** `npm run bench -- generate` runs one. */
const benchmarks = ['generate', 'server', 'client', 'docs']

await ensureInstalled()
await build()
await ensureFolderInstalled(join(root, 'bench'), 'Installing the peers')
const only = process.argv.slice(2)
for (const name of benchmarks) {
  const path = join(root, `bench/${name}.mjs`)
  if (existsSync(path) && (only.length === 0 || only.includes(name)))
    await step(`Benchmark: ${name}`, process.execPath, [path])
}
