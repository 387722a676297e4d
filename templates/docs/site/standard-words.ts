/**
 * Words by which readers look for methods of standard APIs: of the Ethereum JSON-RPC API, whose names many documents
 * share. Owners add words of their own with `x-search`.
 */
const standardWords: Readonly<Record<string, readonly string[]>> = {
  eth_accounts: ['wallet addresses', 'my accounts'],
  eth_blockNumber: ['current block', 'latest block', 'block height', 'head'],
  eth_call: ['read contract', 'view function', 'call contract', 'query contract', 'dry run'],
  eth_chainId: ['network', 'which chain'],
  eth_createAccessList: ['eip-2930'],
  eth_estimateGas: ['gas limit', 'how much gas', 'cost of a transaction', 'transaction cost'],
  eth_feeHistory: ['past fees', 'gas history'],
  eth_gasPrice: ['gas cost', 'fee per gas'],
  eth_getBalance: ['account balance', 'ether', 'funds', 'how much'],
  eth_getBlockByNumber: ['block', 'block details', 'get block'],
  eth_getBlockReceipts: ['all receipts of a block'],
  eth_getCode: ['bytecode', 'contract code', 'is contract', 'contract bytecode'],
  eth_getFilterChanges: ['poll'],
  eth_getLogs: ['events', 'event logs', 'contract events', 'history of events'],
  eth_getProof: ['merkle proof', 'account proof'],
  eth_getStorageAt: ['contract storage', 'storage slot', 'state variable'],
  eth_getTransactionByHash: [
    'find transaction',
    'look up transaction',
    'transaction details',
    'get transaction',
  ],
  eth_getTransactionCount: ['nonce', 'next nonce', 'number of transactions'],
  eth_getTransactionReceipt: [
    'transaction status',
    'is transaction confirmed',
    'transaction result',
    'confirmations',
    'contract address of a deployment',
  ],
  eth_maxPriorityFeePerGas: ['tip', 'priority fee', 'miner tip', 'eip-1559'],
  eth_sendRawTransaction: [
    'broadcast transaction',
    'broadcast signed transaction',
    'submit transaction',
    'publish transaction',
    'deploy contract',
  ],
  eth_sendTransaction: ['transfer', 'send ether'],
  eth_simulateV1: ['simulate', 'simulate transactions', 'bundle'],
  eth_subscribe: ['websocket', 'events in real time', 'listen', 'new heads', 'stream'],
  eth_syncing: ['sync status', 'is synced', 'sync progress'],
  debug_traceTransaction: ['debug transaction', 'why did a transaction fail', 'opcodes'],
  engine_newPayloadV1: ['execute payload'],
  net_peerCount: ['number of peers', 'connections'],
  net_version: ['network id'],
  personal_ecRecover: ['verify signature', 'recover signer'],
  txpool_content: ['mempool', 'pool', 'waiting transactions', 'pending and queued'],
  web3_clientVersion: ['client version', 'node software'],
  web3_sha3: ['keccak', 'hash data'],
}

/** Returns the words by which readers look for a method of a standard API. */
export function standardWordsOf(method: string): readonly string[] {
  return Object.hasOwn(standardWords, method) ? (standardWords[method] ?? []) : []
}
