// Requests for bench/amplification.mjs: the documented examples of each method. Methods whose responses depend
// on the state have additional requests that get large responses.
import { groups } from '@native-node/server'

const ADDRESS = 'local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u'
const [onX, onP, onC] = ['X', 'P', 'C'].map((chain) => `${chain}-${ADDRESS}`)
/** ID of the validator to which all delegators delegate. */
const NODE = 'NodeID-1111111111111111111Ax1asG'

/** Methods that discard a state, in an order in which every call succeeds. */
const discarding = ['evm_revert', 'dev.revert', 'anvil_reset', 'anvil_loadState']

/**
 * Sends each request once, because it may change the state, and returns the request with the largest response
 * for each method, as { method, params, path, sent, bytes, ms, code }. `given` contains requests by method, or
 * functions that prepare a request; `known` contains the methods to skip.
 */
export async function worstRequests(url, post, given, known) {
  const found = []
  for (const { group, document, method, own } of await methodsOf(known)) {
    const candidates = (given[method.name] ?? []).concat(examplesOf(document, method, own))
    let worst
    for (const candidate of candidates) {
      const params = typeof candidate === 'function' ? await candidate() : candidate
      const one = { method: method.name, params, path: group.path }
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...one, path: undefined })
      const { bytes, ms, head } = await post(url + group.path, body)
      // A response with another beginning is not JSON-RPC. In this case the node does not serve the path.
      if (!head.startsWith('{"jsonrpc":"2.0","id":1')) continue
      const code = /^{"jsonrpc":"2.0","id":1,"error":{"code":(-?\d+)/.exec(head)?.[1]
      const score = code === undefined ? bytes / body.length : 0
      if (worst === undefined || score > worst.score)
        worst = { ...one, sent: body.length, bytes, ms, code, score, head }
    }
    if (worst !== undefined) found.push(worst)
  }
  return found
}

/**
 * Returns the methods that are available over HTTP, except for those in `known`. Methods that discard the
 * state come last, so that all other methods are called with the full state.
 */
export async function methodsOf(known) {
  const all = []
  for (const group of groups) {
    if (group.methods.every(({ availability }) => availability?.http === 'absent')) continue
    const document = await group.document()
    for (const method of document.methods) {
      const own = group.methods.find(({ name }) => name === method.name)
      if (own === undefined || own.availability?.http === 'absent' || known.has(method.name))
        continue
      all.push({ group, document, method, own })
    }
  }
  const rank = ({ method }) => discarding.indexOf(method.name)
  return all.sort((a, b) => rank(a) - rank(b))
}

function resolved(document, value) {
  if (value?.$ref === undefined) return value
  const path = value.$ref.slice(2).split('/')
  return resolved(
    document,
    path.reduce((at, key) => at[key.replaceAll('~1', '/')], document),
  )
}

export function examplesOf(document, method, { structure, order }) {
  const examples = (method.examples ?? []).map((each) => resolved(document, each))
  return examples.map((example) => {
    const params = Object.fromEntries(
      (example.params ?? []).map((param) => {
        const { name, value } = resolved(document, param)
        return [name, value]
      }),
    )
    if (structure !== 'by-position') return params
    const last = order.findLastIndex((name) => name in params)
    return order.slice(0, last + 1).map((name) => params[name] ?? null)
  })
}

/** Returns params by method for methods whose responses depend on the state. */
export function specialRequests({ logger, loop, logged, looped, full, filler, account }) {
  const hex = (number) => `0x${number.toString(16)}`
  const [logs, loops, many] = [logged, looped, full].map(({ blockNumber }) => hex(blockNumber))
  const call = { from: account, to: loop, gas: '0x2faf080' }
  const filled = full.transactionHash
  // Simulates 256 blocks.
  const furthest = Number(logged.blockNumber) + 256
  const range = { fromBlock: '0x0', toBlock: 'latest' }
  const flat = { tracer: 'flatCallTracer' }
  return {
    'xvm.getUTXOs': [{ addresses: [onX] }],
    'xvm.getBalance': [{ address: onX, assetID: 'NATIVE' }],
    'xvm.getAllBalances': [{ address: onX }],
    'xvm.getAddressTxs': [{ address: onX, assetID: 'NATIVE' }],
    'native.getUTXOs': [{ addresses: [onC], sourceChain: 'X' }],
    'platform.getUTXOs': [{ addresses: [onP] }],
    'platform.getBalance': [{ addresses: [onP] }],
    'platform.getStake': [{ addresses: [onP] }],
    'platform.getCurrentValidators': [{}, { nodeIDs: [NODE] }],
    'platform.getValidatorsAt': [{ height: 'proposed' }],
    'platform.sampleValidators': [{ size: 2000 }],
    'platform.getBlockByHeight': [{ height: '0', encoding: 'json' }, { height: '0' }],
    'platform.getSubnets': [{}],
    'platform.getBlockchains': [{}],
    eth_getLogs: [[range], [{ ...range, address: logger }]],
    eth_getBlockByNumber: [
      [many, true],
      [logs, true],
    ],
    eth_getBlockReceipts: [[many], [logs]],
    eth_getBlockByHash: [[full.blockHash, true]],
    eth_getTransactionReceipt: [[logged.transactionHash]],
    eth_feeHistory: [['0x400', 'latest', Array.from({ length: 100 }, (_, at) => at)]],
    eth_simulateV1: [[{ blockStateCalls: [{ blockOverrides: { number: hex(furthest) } }] }, logs]],
    debug_traceTransaction: [
      [looped.transactionHash],
      [looped.transactionHash, { enableMemory: true }],
      [logged.transactionHash, { enableMemory: true }],
      [looped.transactionHash, flat],
    ],
    debug_traceCall: [
      [call, 'latest'],
      [
        { ...call, to: logger, data: `0x${'0'.repeat(58)}0927c0` },
        'latest',
        { enableMemory: true },
      ],
    ],
    debug_traceBlockByNumber: [[loops], [many, { tracer: 'prestateTracer' }], [many]],
    debug_getRawBlock: [[many]],
    debug_getRawReceipts: [[logs]],
    debug_dumpBlock: [['latest']],
    debug_printBlock: [[Number(full.blockNumber)]],
    debug_accountRange: [['latest', '0x', 256, false, false, false]],
    ots_getBlockDetails: [[many], [logs]],
    ots_getBlockDetailsByHash: [[full.blockHash]],
    ots_getBlockTransactions: [
      [many, 0, 1000],
      [logs, 0, 1000],
    ],
    ots_getContractCreator: [[filler]],
    ots_getInternalOperations: [[filled]],
    ots_getTransactionBySenderAndNonce: [[account, 0]],
    ots_getTransactionError: [[looped.transactionHash], [filled]],
    ots_searchTransactionsAfter: [[account, 0, 1000]],
    ots_searchTransactionsBefore: [[account, 0, 1000]],
    ots_traceTransaction: [[filled], [looped.transactionHash]],
    txpool_content: [[]],
    txpool_inspect: [[]],
  }
}

/** The bound of methods whose responses grow neither with the state nor with the request. */
export const FIXED = 'fixed'

/** The limit of the response size for methods whose names match a pattern. */
const bounds = [
  [/^(xvm|platform|native)\.getUTXOs$/, 'page of 1,024 outputs'],
  [/^(xvm|platform)\.getBalance$/, '1,024 output IDs; all are counted'],
  [/^xvm\.getAddressTxs$/, 'page of 1,024 transactions'],
  [/^ots_search/, '1,000 transactions and those of a block'],
  [/^xvm\.getAllBalances$/, 'assets; each cost its creator a fee'],
  [/\.get(Tx|Block|BlockByHeight|AtomicTx)$/, '64 KiB for a transaction, 128 KiB for a block'],
  [
    /^platform\.(get.*Validators.*|getStake|sampleValidators)$/,
    'stakers, each with a stake; 25 MB',
  ],
  [
    /^platform\.(getSubnets|getBlockchains|validates)$/,
    'subnets and chains, each with a fee; 25 MB',
  ],
  [/^platform\.getRewardUTXOs$/, 'two outputs'],
  [
    /^eth_(call|callDetailed|createAccessList|estimateGas)$/,
    '50,000,000 gas; 30 s, 5 s in public mode',
  ],
  [
    /^eth_getLogs$|^eth_getFilter/,
    '50,000 logs of 100,000 blocks, in public mode 10,000 of 2,048; 25 MB',
  ],
  [/^eth_feeHistory$/, '1,024 blocks, 100 percentiles'],
  [/^eth_simulateV1$/, '256 blocks; 50,000,000 gas for all; 30 s, 5 s in public mode'],
  [/^debug_.*BadBlock/, 'no bad blocks: an empty list or an error'],
  [
    /^(debug_(trace|intermediate|standard)|ots_(trace|getInternal|getTransactionError|getContract))/,
    '25 MB of trace; 30 s, 5 s in public mode',
  ],
  [
    /^(ots_getBlock|eth_get(Block|Raw|Transaction|Uncle|Header)|debug_(getRaw|printBlock))/,
    'gas of a block',
  ],
  [/^debug_(dumpBlock|accountRange|storageRangeAt|getModified)/, 'page of the state'],
  [/^anvil_dumpState$/, 'the state of the C-Chain; 25 MB'],
  [/^txpool_|^eth_pendingTransactions$/, 'size of the pool'],
  [
    /^personal_(openWallet|deriveAccount|initializeWallet|unpair)$/,
    'no hardware wallets: an error',
  ],
  [/^keystore\.|^personal_/, 'users and keys of the node; node-local'],
  [/^info\.(peers|acps)$/, 'connections'],
  [/^health\./, 'checks, and validators that are not connected'],
  [/^eth_getCode$/, 'code of a contract: 24,576 bytes, without limit in development mode'],
  [/^eth_(getStorageValues|getProof)$/, '1,024 slots'],
  [
    /^eth_(fillTransaction|sign|signTransaction|signTypedData(_v3|_v4)?|resend)$|^xvm\.buildGenesis$|^dev\.signWarpMessage$/,
    'size of the request',
  ],
  [/^(admin|dev|platform|info|native|wallet|xvm)\.[a-z]\w+$/, FIXED],
  [/^(evm|anvil|hardhat|miner|rpc|wallet|ots|erigon|web3|net)_\w+$/, FIXED],
  [/^eth_(send|new|uninstall)\w+$/, FIXED],
  [
    /^eth_(accounts|requestAccounts|baseFee|blobBaseFee|blockNumber|capabilities|chainId|coinbase|config|etherbase|gasPrice|getBadBlocks|getBalance|getChainConfig|getStorageAt|maxPriorityFeePerGas|mining|suggestPriceOptions|syncing)$/,
    FIXED,
  ],
  [
    /^debug_(preimage|getAccessibleState|verbosity|vmodule|memStats|gcStats|stacks|freeOSMemory|setGCPercent|\w*Profile\w*|\w*[gG]oTrace|setMutexProfileFraction)$/,
    FIXED,
  ],
]

/** Returns the bound of a method. Throws for a method without one, so that none is forgotten. */
export function boundOf({ method }) {
  const bound = bounds.find(([pattern]) => pattern.test(method))?.[1]
  if (bound === undefined)
    throw new Error(`${method} has no bound in bench/amplification-requests.mjs`)
  return bound
}
