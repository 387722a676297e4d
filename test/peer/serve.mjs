// node serve.mjs FRAMING: serves the methods of `ends.mjs` over the standard streams. As a worker: over `parentPort`.
import { isMainThread, parentPort } from 'node:worker_threads'
import { port, stdio } from '@rpcloom/rpc/channels'
import { handlersOf, serverOf } from './ends.mjs'

const channel = isMainThread ? stdio(process, process.argv[2]) : port(parentPort)
const attached = serverOf({ handlers: handlersOf(() => process.exit(3)) }).attach(channel)
await attached.client.log({ message: 'ready' })
