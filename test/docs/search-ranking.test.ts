import { beforeAll, describe, expect, test } from 'vitest'
import { ourFiles } from './site.ts'
import { openSearch } from './search.ts'

/** Queries, and the page that should come first. */
const wanted: readonly (readonly [query: string, page: string])[] = [
  // Method names as sent.
  ['eth_getBalance', 'eth_getBalance'],
  ['platform.getHeight', 'platform.getHeight'],
  ['xvm.getUTXOs', 'xvm.getUTXOs'],
  ['admin.setLogLevel', 'admin.setLogLevel'],
  // Names without their namespace, in any case.
  ['getLogs', 'eth_getLogs'],
  ['getCurrentValidators', 'platform.getCurrentValidators'],
  ['GETL1VALIDATOR', 'platform.getL1Validator'],
  ['buildGenesis', 'xvm.buildGenesis'],
  ['subscribe', 'eth_subscribe'],
  ['getVMs', 'info.getVMs'],
  ['call', 'eth_call'],
  ['sign', 'eth_sign'],
  // Words of names, with spaces or other separators.
  ['eth get balance', 'eth_getBalance'],
  ['eth.getBalance', 'eth_getBalance'],
  ['platform_getHeight', 'platform.getHeight'],
  ['get block by number', 'eth_getBlockByNumber'],
  ['block by hash', 'eth_getBlockByHash'],
  ['transaction receipt', 'eth_getTransactionReceipt'],
  ['raw transaction', 'eth_sendRawTransaction'],
  ['trace call', 'debug_traceCall'],
  ['chain id', 'eth_chainId'],
  ['block number', 'eth_blockNumber'],
  ['storage at', 'eth_getStorageAt'],
  ['access list', 'eth_createAccessList'],
  ['current validators', 'platform.getCurrentValidators'],
  ['validators at', 'platform.getValidatorsAt'],
  ['l1 validator', 'platform.getL1Validator'],
  ['staking asset', 'platform.getStakingAssetID'],
  ['network id', 'info.getNetworkID'],
  ['node version', 'info.getNodeVersion'],
  // Words of titles.
  ['uptime', 'info.uptime'],
  ['liveness', 'health.liveness'],
  ['min stake', 'platform.getMinStake'],
  ['log level', 'admin.setLogLevel'],
  // Topics and questions.
  ['logs', 'eth_getLogs'],
  ['code', 'eth_getCode'],
  ['stake', 'platform.getStake'],
  ['subnet', 'platform.getSubnet'],
  ['timestamp', 'platform.getTimestamp'],
  ['receipt', 'eth_getTransactionReceipt'],
  ['genesis', 'xvm.buildGenesis'],
  ['bootstrapped', 'info.isBootstrapped'],
  ['supply', 'platform.getCurrentSupply'],
  ['proof', 'eth_getProof'],
  ['peers', 'info.peers'],
  ['list peers', 'info.peers'],
  ['send a transaction', 'eth_sendTransaction'],
  ['how to estimate gas', 'eth_estimateGas'],
  ['unlock account', 'personal_unlockAccount'],
  ['proposed height', 'platform.getProposedHeight'],
  // Typing errors.
  ['getBalence', 'eth_getBalance'],
  ['getTransactionRecipt', 'eth_getTransactionReceipt'],
  ['estimategaz', 'eth_estimateGas'],
  ['sendrawtransacton', 'eth_sendRawTransaction'],
  ['getcurentvalidators', 'platform.getCurrentValidators'],
  ['eth_getLog', 'eth_getLogs'],
  ['getUtxo', 'xvm.getUTXOs'],
  // Schemas, errors and guides.
  ['OutputOwners', 'OutputOwners'],
  ['weakPassword', '-32000 weakPassword'],
  ['batches', 'Batches'],
]

/** A name that occurs in several groups: any of its pages is accepted. */
const shared = new Set(['getUtxo', 'getBalence'])

describe('the search', () => {
  let search: (query: string) => readonly string[]
  beforeAll(async () => {
    search = openSearch(await ourFiles())
  })

  test('is tested with sixty different queries', () => {
    expect(new Set(wanted.map(([query]) => query)).size).toBe(60)
  })

  test('finds the wanted page first for 95 of 100 queries', () => {
    const wrong = wanted.flatMap(([query, page]) => {
      const [first = ''] = search(query)
      const bare = (name: string): string => name.replace(/^[^._]+[._]/, '')
      const isFirst = shared.has(query) ? bare(first) === bare(page) : first === page
      return isFirst ? [] : [`${query}: ${first} instead of ${page}`]
    })
    expect(wrong.length / wanted.length, wrong.join('\n')).toBeLessThanOrEqual(0.05)
  })
})
