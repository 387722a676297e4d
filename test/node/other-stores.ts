import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NodeOptions } from '@native-node/node'
import type * as Testing from '@native-node/node/testing'
import pg from 'pg'
import { vi } from 'vitest'
import { openLevelStore } from '../../packages/node/dist/store/level-store.js'
import { localFolder } from '../../packages/node/dist/store/log/local-store.js'
import { openReplicatedStore } from '../../packages/node/dist/store/log/open-replicated-store.js'
import { postgresLog } from '../../packages/node/dist/store/log/postgres-log.js'

// Runs the nodes of the suites with other stores than those in memory: `RPCLOOM_NODE_STORE` is `level`, or the URL of a
// database for logs. `vitest.config.ts` loads this file if the variable is set.

const kind = process.env['RPCLOOM_NODE_STORE'] ?? ''
const folder = mkdtempSync(join(tmpdir(), 'node-stores-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const owner = { networkID: 1, genesis: 'suites' }
let count = 0

const openStore: NonNullable<NodeOptions['openStore']> = async (content) => {
  const name = `store_${process.pid}_${Date.now()}_${++count}`
  if (kind === 'level' || content === 'node')
    return openLevelStore(join(folder, name), { ...owner, content }, { sync: false })
  const client = new pg.Client({ connectionString: kind })
  await client.connect()
  await client.query(`create schema ${name}`)
  await client.end()
  return openReplicatedStore({
    log: await postgresLog(`${kind}?options=-csearch_path%3D${name}`),
    local: localFolder(join(folder, name), owner),
    owner,
    mode: 'writer',
    leaseMs: 10_000,
    onFailure: (error) => console.error(error),
  })
}

vi.mock('@native-node/node/testing', async (original) => {
  const testing = await original<typeof Testing>()
  const startNode = (options: NodeOptions = {}) => testing.startNode({ openStore, ...options })
  return { ...testing, startNode }
})
