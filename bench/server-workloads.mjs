// The requests of the server benchmarks, and hand-written responses.
const letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const address = (seed) =>
  `P-local1${Array.from({ length: 38 }, (_, at) => letters[(seed * 7 + at * at + 3 * at) % 32]).join('')}`
const addresses = Array.from({ length: 16 }, (_, seed) => address(seed))
const utxos = Array.from(
  { length: 100 },
  (_, seed) =>
    `0x${Array.from({ length: 400 }, (_, at) => ((seed * 31 + at * 17) % 16).toString(16)).join('')}`,
)
const endIndex = {
  address: addresses[0],
  utxo: 'tvLKci3hRoCTBRLCZAXfYBSqHNXo4jUTwHsKUN4KmSkNo2NEZ',
}

/** Result of the generated server's handler for the tiny workload. */
export const tinyResult = { networkID: 12345 }
export const pageResult = { numFetched: 100, utxos, endIndex, encoding: 'hex' }
/** The tiny result as it is sent in JSON. */
export const tinyWire = { networkID: '12345' }
export const pageWire = { ...pageResult, numFetched: '100' }

const tiny = (id) => ({ jsonrpc: '2.0', id, method: 'info.getNetworkID' })
const getUTXOs = (list) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'platform.getUTXOs',
  params: { addresses: list, limit: 1024 },
})

/**
 * Workloads by name. The response must contain `wants`. `share` is the number of calls, relative to the tiny
 * workload.
 */
export const workloads = {
  tiny: { wants: '"result"', path: '/ext/info', body: tiny(1), share: 1 },
  '40 kB': { wants: '"result"', path: '/ext/bc/P', body: getUTXOs(addresses), share: 0.3 },
  'batch of 40': {
    wants: '"id":40',
    path: '/ext/info',
    body: Array.from({ length: 40 }, (_, at) => tiny(at + 1)),
    share: 0.4,
  },
  'invalid params': {
    wants: '"code":-32602',
    path: '/ext/bc/P',
    body: getUTXOs([...addresses.slice(0, 15), 42]),
    share: 1,
  },
}

/** JSON Schema of the larger method's params, for frameworks that validate against schemas. */
export const paramsSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['addresses'],
  properties: {
    addresses: {
      type: 'array',
      minItems: 1,
      maxItems: 1024,
      items: { type: 'string', pattern: '^[0-9A-Za-z]+-[a-z0-9]+1[02-9ac-hj-np-z]{38}$' },
    },
    limit: { type: 'integer', minimum: 0 },
  },
}

const pattern = new RegExp(paramsSchema.properties.addresses.items.pattern)

function wrongIn(params) {
  if (typeof params !== 'object' || params === null) return ['', 'must be object']
  const { addresses: list, limit } = params
  if (!Array.isArray(list) || list.length < 1 || list.length > 1024)
    return ['/addresses', 'must be array']
  for (let at = 0; at < list.length; at++) {
    if (typeof list[at] !== 'string' || !pattern.test(list[at]))
      return [`/addresses/${at}`, 'must be an address']
  }
  if (limit !== undefined && !(Number.isInteger(limit) && limit >= 0))
    return ['/limit', 'must be integer']
  return undefined
}

/** Validates a request with hand-written code and returns a response. */
export function respondByHand(request) {
  if (typeof request !== 'object' || request === null || request.jsonrpc !== '2.0')
    return { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid Request' } }
  const { id = null, method, params } = request
  if (method === 'info.getNetworkID') return { jsonrpc: '2.0', id, result: tinyWire }
  if (method !== 'platform.getUTXOs')
    return { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } }
  const wrong = wrongIn(params)
  if (!wrong) return { jsonrpc: '2.0', id, result: pageWire }
  const [pointer, message] = wrong
  const data = { issues: [{ pointer, message }] }
  return { jsonrpc: '2.0', id, error: { code: -32602, message: 'Invalid params', data } }
}
