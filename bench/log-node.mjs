// A node for bench/log.mjs: `node log-node.mjs FOLDER [URL]`. With a URL, its chain data is in the log of PostgreSQL, and it is
// the writer; otherwise, in LevelDB. Prints the address. A message advances its clock by seconds.
import { join } from 'node:path'
import { nodeModules } from './node-modules.mjs'

const [folder, url] = process.argv.slice(2)
const [node, clocks, owners, networks, local, level, places, replicated, postgres] =
  await nodeModules(
    'node.js',
    'chain/clock.js',
    'owner.js',
    'network/network.js',
    'network/genesis/local.js',
    'store/level-store.js',
    'store/log/local-store.js',
    'store/log/open-replicated-store.js',
    'store/log/postgres-log.js',
  )
const owner = owners.ownerOf(networks.networkOf(local.localGenesis))
const clock = clocks.MovableClock.running()

async function openStore(content) {
  if (content === 'node' || url === undefined)
    return level.openLevelStore(join(folder, content === 'node' ? 'node' : 'db'), {
      ...owner,
      content,
    })
  return replicated.openReplicatedStore({
    log: await postgres.postgresLog(url),
    local: places.localFolder(join(folder, 'db'), owner),
    owner,
    mode: 'writer',
    leaseMs: 1000,
    onFailure: (error) => console.error(error),
  })
}

const running = await node.startNode({
  openStore,
  clock,
  port: 0,
  requiredDiskBytes: 0,
  logLevel: 'error',
})
await running.ready
process.on('message', ({ seconds }) => {
  clock.advance(seconds * 1000)
  process.send('advanced')
})
process.on('SIGTERM', () => void running.close().then(() => process.exit()))
console.log(`Listening on ${running.url}`)
