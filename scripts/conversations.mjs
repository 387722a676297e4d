// Runs the conversations of execution-apis against the node: RPCLOOM_CONVERSATIONS=FOLDER node scripts/conversations.mjs
// The folder is `tests` of https://github.com/ethereum/execution-apis: the genesis and the blocks of its chain, and files by
// method. Further arguments are those of `rpcloom conform`. The exit code is 1 if a response differs.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startNode } from '../packages/node/dist/testing.js'

const folder = process.env['RPCLOOM_CONVERSATIONS']
if (folder === undefined || folder === '')
  throw new Error('Set RPCLOOM_CONVERSATIONS to the folder with the conversations.')
const node = await startNode({
  evmGenesis: join(folder, 'genesis.json'),
  importBlocks: join(folder, 'chain.rlp'),
  requiredDiskBytes: 0,
})
const command = fileURLToPath(new URL('../generator/bin/rpcloom.mjs', import.meta.url))
const args = ['conform', `${node.url}/ext/bc/C/rpc`, '--io', '.', ...process.argv.slice(2)]
const child = spawn(process.execPath, [command, ...args], { cwd: folder, stdio: 'inherit' })
const [code] = await once(child, 'exit')
await node.close()
process.exitCode = code ?? 1
