import { createWalletClient, defineChain, http, type Hash } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { testAccounts } from '../../../packages/node/src/c-chain/dev/test-accounts.ts'
import { temporaryFolder } from '../../temporary-folder.ts'
import { devRpc, first, second, someone, type BlockJson } from './rpc.ts'

const account = privateKeyToAccount(testAccounts()[0]?.key ?? '0x')

function walletAt(url: string) {
  const chain = defineChain({
    id: 43_112,
    name: 'local',
    nativeCurrency: { name: 'Native', symbol: 'NATIVE', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  })
  return createWalletClient({ account, chain, transport: http(url) })
}

async function delegate(url: string): Promise<Hash> {
  const wallet = walletAt(url)
  const authorization = await wallet.signAuthorization({
    contractAddress: someone,
    executor: 'self',
  })
  return wallet.sendTransaction({ to: second, authorizationList: [authorization], gas: 100_000n })
}

describe('--hardfork prague', () => {
  test('accepts transactions that delegate an account, which can still send', async () => {
    const { url, result } = await devRpc({ hardfork: 'prague' })
    const hash = await delegate(url)
    expect(await result('eth_getTransactionReceipt', hash)).toMatchObject({
      status: '0x1',
      type: '0x4',
    })
    expect(await result('eth_getCode', first, 'latest')).toBe(`0xef0100${someone.slice(2)}`)
    await result('eth_sendTransaction', { from: first, to: second, value: '0x1' })
    expect(await result('eth_getTransactionCount', first, 'latest')).toBe('0x3')
    expect(await result('anvil_nodeInfo')).toMatchObject({ hardFork: 'prague' })
    expect(await result('eth_getChainConfig')).toHaveProperty('pragueTime')
  })

  test('is needed for them', async () => {
    const { url, result } = await devRpc()
    await expect(delegate(url)).rejects.toThrow(/not supported/)
    expect(await result('anvil_nodeInfo')).toMatchObject({ hardFork: 'cancun' })
  })

  test('is kept with the chain', async () => {
    const options = { memory: false, dataDir: temporaryFolder({}) } as const
    const { node } = await devRpc({ ...options, hardfork: 'prague' })
    await node.close()
    await expect(devRpc(options)).rejects.toThrow('started with --hardfork prague')
  })

  test('needs --dev', async () => {
    await expect(devRpc({ dev: false, hardfork: 'prague' })).rejects.toThrow(
      '--hardfork requires --dev',
    )
  })
})

test('blocks that development methods shaped can be verified', async () => {
  const options = { memory: false, dataDir: temporaryFolder({}), hardfork: 'prague' } as const
  const { node, url, result } = await devRpc(options)
  await delegate(url)
  await result('hardhat_setPrevRandao', '0x4d2')
  await result('evm_mine')
  await result('hardhat_mine', 4)
  await result('eth_sendTransaction', { from: second, to: someone, value: '0x9' })
  await result('anvil_rollback', 2)
  await result('eth_sendTransaction', { from: second, to: someone, value: '0x5' })
  const before = await result<BlockJson>('eth_getBlockByNumber', 'latest', false)
  await node.close()
  const again = await devRpc({ ...options, verify: true })
  const after = await again.result<BlockJson>('eth_getBlockByNumber', 'latest', false)
  expect(after.hash).toBe(before.hash)
  expect(await again.result('eth_getBalance', someone, 'latest')).toBe('0x5')
})
