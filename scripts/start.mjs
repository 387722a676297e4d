// npm start: installs dependencies on a fresh clone, generates and builds what is out of date, and
// starts the node.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { build, ensureInstalled, root } from './workspace.mjs'

await ensureInstalled()
await build()
console.log('')

const node = spawn(
  process.execPath,
  [join(root, 'packages/node/bin/native-node.mjs'), ...process.argv.slice(2)],
  { stdio: 'inherit' },
)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => node.kill(signal))
node.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === null ? 1 : 128)
})
