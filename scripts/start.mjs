// npm start: installs dependencies on a fresh clone, generates and builds what is out of date, and
// starts the node.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildSite } from './site.mjs'
import { build, ensureInstalled, root } from './workspace.mjs'

await ensureInstalled()
await build()
const site = await buildSite()
console.log('')

const node = spawn(
  process.execPath,
  [join(root, 'packages/node/bin/native-node.mjs'), ...process.argv.slice(2)],
  { stdio: 'inherit', env: { NATIVE_NODE_RPCLOOM_SITE_DIR: site, ...process.env } },
)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => node.kill(signal))
node.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === null ? 1 : 128)
})
