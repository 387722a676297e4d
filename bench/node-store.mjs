// Opens the data folder of a node, for benchmarks that write state directly instead of by transactions.
import { join } from 'node:path'
import { nodeModules } from './node-modules.mjs'

const [
  { encode },
  { PlatformGenesis },
  { hashID },
  { platformGenesis },
  { localGenesis },
  level,
  testing,
] = await nodeModules(
  'codec/field.js',
  'codec/p-chain.js',
  'crypto/hashes.js',
  'network/genesis/p-chain.js',
  'network/genesis/local.js',
  'store/level-store.js',
  'testing.js',
)

/**
 * Opens the store in a data folder of the local network. First starts and stops a node, which writes the
 * genesis of each chain.
 */
export async function openNodeStore(folder) {
  const store = await level.openLevelStore(join(folder, 'db'), {
    networkID: localGenesis.networkID,
    genesis: hashID(encode(PlatformGenesis, platformGenesis(localGenesis))),
  })
  const openStore = async () => ({ ...store, close: async () => {} })
  await (await testing.startNode({ openStore, requiredDiskBytes: 0 })).close()
  return store
}
