// The node that bench/evm.mjs measures. Its base fee is constant. `node evm-node.mjs <port> <folder, or
// nothing for memory>`.
import { startNode } from '@native-node/node'

const [port, dataDir] = process.argv.slice(2)
const node = await startNode({
  ...(dataDir ? { dataDir } : { memory: true }),
  port: Number(port),
  logLevel: 'error',
  requiredDiskBytes: 0,
  fixedBaseFee: 25_000_000_000n,
})
process.on('SIGTERM', async () => {
  await node.close()
  process.exit()
})
