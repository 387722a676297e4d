import { readContract } from '@rpcloom/conform'
import { inferEffect } from '@rpcloom/conform/effect'
import { describe, expect, test } from 'vitest'

describe('the effect of a method is inferred from its name', () => {
  test.each<readonly [name: string, effect: string, reason: string]>([
    // Verbs after a namespace, with and without separators.
    ['eth_getBalance', 'read', 'verb `get`'],
    ['Filecoin.StateGetActor', 'read', 'verb `get`'],
    ['debug_traceTransaction', 'read', 'verb `trace`'],
    ['trace_block', 'read', 'verb `trace`'],
    ['list_pets', 'read', 'verb `list`'],
    ['payments.list', 'read', 'verb `list`'],
    ['eth_estimateGas', 'read', 'verb `estimate`'],
    ['eth_simulateV1', 'read', 'verb `simulate`'],
    ['isReady', 'read', 'verb `is`'],
    ['WalletHas', 'read', 'verb `has`'],
    ['web3_sha3', 'read', 'verb `sha3`'],
    ['execute_read_only_call', 'read', 'words `read only` or `dry run`'],
    ['sui_dryRunTransactionBlock', 'read', 'words `read only` or `dry run`'],
    ['getblockhash', 'read', 'verb `get`'],
    // A read verb in a name without separators, unless the rest may contain a write verb.
    ...[
      'getbalance',
      'getbalances',
      'getwalletinfo',
      'getaddressinfo',
      'getrawtransaction',
      'getreceivedbyaddress',
      'getunconfirmedbalance',
      'gettxspendingprevout',
      'gettxoutsetinfo',
      'getdeploymentinfo',
      'getconnectioncount',
      'getpayment',
      'getaddednodeinfo',
      'getl1fee',
    ].map((name) => [name, 'read', 'verb `get`'] as const),
    ['listunspent', 'read', 'verb `list`'],
    ['listfunds', 'read', 'verb `list`'],
    ['listentries', 'read', 'verb `list`'],
    ['validateaddress', 'read', 'verb `validate`'],
    ...[
      'getnewaddress',
      'getrawchangeaddress',
      'getorcreatewallet',
      'getnewsession',
      'getnewdeposit',
      'getandset',
      'listadd',
      'listremoveall',
      'listremovedevice',
      'listlockunspent',
      'listen',
      'listento',
      'findandreplace',
      'dumpwallet',
    ].map((name) => [name, 'write', 'no known verb'] as const),
    // Nouns without a verb.
    ['eth_chainId', 'read', 'noun `id`'],
    ['eth_blockNumber', 'read', 'noun `number`'],
    ['eth_maxPriorityFeePerGas', 'read', 'noun `fee`'],
    ['state.BalanceForAddress', 'read', 'noun `balance`'],
    ['txpool_contentFrom', 'read', 'noun `content`'],
    ['net_version', 'read', 'noun `version`'],
    // A call of a contract, but no other call.
    ['eth_call', 'read', 'word `call`'],
    ['starknet_call', 'read', 'word `call`'],
    ['Filecoin.StateCall', 'read', 'word `call`'],
    ['tools/call', 'write', 'no known verb'],
    ['tool_call', 'write', 'no known verb'],
    // Verbs that write, also if a reading verb is used as a noun.
    ['eth_sendRawTransaction', 'write', 'verb `send`'],
    ['eth_sign', 'write', 'verb `sign`'],
    ['eth_newFilter', 'write', 'verb `new`'],
    ['Filecoin.MpoolPush', 'write', 'verb `push`'],
    ['list.add', 'write', 'verb `add`'],
    ['list_add', 'write', 'verb `add`'],
    ['TodoListClear', 'write', 'verb `clear`'],
    ['delete_check', 'write', 'verb `delete`'],
    ['getOrCreate', 'write', 'verb `create`'],
    ['debug_standardTraceBlockToFile', 'write', 'verb `file`'],
    // Unknown verbs count as writes.
    ['annotate_key', 'write', 'no known verb'],
    ['p2p.BlockPeer', 'write', 'no known verb'],
    ['', 'write', 'no known verb'],
    // Misleading names.
    ['eth_getFilterChanges', 'write', 'known method `getfilterchanges`'],
    ['Filecoin.EthGetFilterChanges', 'write', 'known method `getfilterchanges`'],
    ['eth_createAccessList', 'read', 'known method `createaccesslist`'],
    // Methods for the operator of a server.
    ['admin.getThing', 'admin', 'prefix `admin`'],
    ['admin_peers', 'admin', 'prefix `admin`'],
    ['administer.getThing', 'read', 'verb `get`'],
    ['Filecoin.Shutdown', 'admin', 'verb `shutdown`'],
    ['node_unban_by_ip', 'admin', 'verb `unban`'],
  ])('%s: %s', (name, effect, reason) => {
    expect(inferEffect(name)).toEqual({ effect, reason })
  })
})

test('a valid x-effect takes precedence', () => {
  const effectOf = (declared: string): unknown => {
    const method = { name: 'getThing', params: [], 'x-effect': declared }
    return readContract({ methods: [method] }).methods[0]?.effect
  }
  expect(effectOf('write')).toBe('write')
  expect(effectOf('reads')).toBe('read')
})
