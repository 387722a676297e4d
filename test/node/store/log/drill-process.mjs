// A process of the drill: `node drill-process.mjs URL FOLDER NAME LEASE`. Follows the log as a standby. While it is the writer, it
// adds blocks to three chains, each block on the last one in its local store, and reports acknowledged blocks.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { localFolder } from '../../../../packages/node/dist/store/log/local-store.js'
import { openReplicatedStore } from '../../../../packages/node/dist/store/log/open-replicated-store.js'
import { postgresLog } from '../../../../packages/node/dist/store/log/postgres-log.js'
import { put } from '../../../../packages/node/dist/store/store.js'

const [url = '', folder = '', name = '', leaseMs = ''] = process.argv.slice(2)
const owner = { networkID: 12_345, genesis: 'aa' }
const store = await openReplicatedStore({
  log: await postgresLog(url),
  local: localFolder(folder, owner),
  owner,
  mode: 'standby',
  url: `http://${name}`,
  leaseMs: Number(leaseMs),
  onFailure: () => {},
})

/** Adds a block on the last one. */
async function addBlock(chain) {
  const tip = Buffer.from(`${chain}/tip`)
  const height = Number(Buffer.from((await store.get(tip)) ?? '0').toString()) + 1
  const id = randomUUID()
  const block = Buffer.from(`${chain}/${height}`)
  await store.write([
    put(tip, Buffer.from(String(height))),
    put(block, Buffer.from(id.padEnd(3000))),
  ])
  return { chain, height, id }
}

async function produce(chain) {
  for (;;) {
    try {
      if (store.role() === 'writer') process.send?.(await addBlock(chain))
      else await sleep(10)
    } catch {
      // The parent compares only acknowledged blocks with the log.
      await sleep(10)
    }
  }
}

process.on('disconnect', () => process.exit())
process.on('message', async () => {
  await store.close()
  process.exit()
})
process.send?.('open')
for (const chain of ['X', 'P', 'C']) void produce(chain)
