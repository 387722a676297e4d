// The node that bench/workers.mjs measures: a C-Chain on disk, which has this number of worker threads for one client.
// With 0, it runs every call in the main thread. `node workers-node.mjs <threads> <folder> <slots of the contract>`.
import { createServer } from '@native-node/server'
import { listen } from '@rpcloom/rpc/node'
import { nodeModules } from './node-modules.mjs'

const [threads, folder, slots] = process.argv.slice(2)
const [
  { cChainOf, openCChain },
  { networkOf },
  { localGenesis },
  { defaults },
  { openLevelStore },
] = await nodeModules(
  'c-chain/open.js',
  'network/network.js',
  'network/genesis/local.js',
  'settings/settings.js',
  'store/level-store.js',
)
const [{ MovableClock }, { Meter, workerLimits }, { callHandlers, callMethods }, { localLimits }] =
  await nodeModules(
    'chain/clock.js',
    'c-chain/engine/meter.js',
    'c-chain/api/evm/calls.js',
    'c-chain/api/evm/parts.js',
  )

/** Reads each slot from the number in the call data down to 1. */
const reader = { code: '0x5f355b80545060019003806002576000', balance: '0x0', storage: {} }
for (let slot = 1; slot <= Number(slots); slot++) reader.storage[`0x${slot.toString(16)}`] = '0x1'
const genesis = JSON.parse(localGenesis.cChainGenesis)
genesis.alloc['00000000000000000000000000000000000c01d0'] = reader
const network = networkOf({ ...localGenesis, cChainGenesis: JSON.stringify(genesis) })
const store = await openLevelStore(folder, { networkID: network.id, genesis: 'bench' })
const onFailure = (error) => {
  throw error
}
const clock = MovableClock.running()
const services = { network, clock, settings: defaults, onFailure }
// One client leaves a thread to others.
const opened = await openCChain(
  store,
  {
    ...services,
    workers: { size: Number(threads) + 1 },
  },
  cChainOf(network, defaults),
)
const mainThread = {
  run(task) {
    const { method, params, limits, head } = task.job()
    const execution = {
      vm: opened.vm,
      limits,
      meter: new Meter(workerLimits),
      next: () => head.next,
    }
    return callMethods[method](execution, params)
  },
}
const chain = threads === '0' ? { ...opened, workers: mainThread } : opened
const eth = {
  ...callHandlers({ chain, limits: localLimits }),
  blockNumber: async () => chain.vm.tip.header.number,
}
const server = createServer({ cChain: { eth } }, { resolveAt: (_at, usual) => usual })
const { url } = await listen(server, { host: '127.0.0.1', port: 0 })
console.log(`Listening on ${url}`)
