// The same test for every runtime, bundled for browsers. Its result is the same everywhere.
import {
  coalesce,
  createClient,
  http,
  isRpcError,
  retry,
  TimeoutError,
  TransportError,
  webSocket,
} from '@native-node/client'
import { getNetworkID } from '@native-node/client/info'
import { provider } from '@native-node/client/eip1193'

/** Tests calls, batches, pages, errors, cancellation and subscriptions against a node of the fixture. */
export async function body(url) {
  const subscriptions = webSocket(url)
  const transport = retry(http(url))
  const node = createClient({ transport, subscriptions })
  const results = {}
  results.alone = await getNetworkID(transport)
  const { height } = await node.pChain.getHeight()
  results.height = `${typeof height} ${height}`
  results.batch = (
    await node.batch((n) => Promise.all([n.cChain.eth.chainId(), n.cChain.eth.blockNumber()]))
  ).map(String)
  const turn = createClient({ transport: coalesce(transport) })
  results.turn = (
    await Promise.all([turn.cChain.eth.chainId(), turn.cChain.eth.blockNumber()])
  ).map(String)
  const failure = await node.info.getBlockchainID({ alias: 'x' }).catch((error) => error)
  results.failure = [isRpcError(failure, 'info.getBlockchainID'), failure.code, failure.reason]
  const late = await node
    .with({ timeoutMs: 50 })
    .info.uptime()
    .catch((error) => error)
  results.late = late instanceof TimeoutError
  const abort = new AbortController()
  const stopped = node.with({ signal: abort.signal }).info.uptime()
  abort.abort(new Error('enough'))
  results.stopped = await stopped.catch((error) => error.message)
  const gone = createClient({ transport: http('http://127.0.0.1:1') })
  results.gone = (await gone.info.getNetworkID().catch((error) => error)) instanceof TransportError
  results.route = (await node.health.get.readiness({ tag: ['a', 'b'] })).healthy
  results.heads = []
  for await (const { number } of node.cChain.subscribe('newHeads')) {
    results.heads.push(String(number))
    if (results.heads.length === 3) break
  }
  const sockets = createClient({ transport: subscriptions })
  results.overSocket = String(await sockets.cChain.eth.chainId())
  results.raw = await provider(node.cChain).request({ method: 'eth_chainId' })
  subscriptions.close()
  return results
}

/** Calls a server that redirects to another origin, and returns the name of the error. */
export async function redirected(url) {
  const transport = http(url, { headers: { 'x-api-key': 'k3y' } })
  return createClient({ transport })
    .info.getBlockchainID({ alias: 'k3y' })
    .catch(({ name }) => name)
}
