import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseEther, recoverMessageAddress, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { funded, running, type Running } from './running.ts'

let node: Running
const key = generatePrivateKey()
const account = privateKeyToAccount(key)

beforeAll(async () => {
  node = await running()
  const { result } = await node.ask('personal_importRawKey', [key.slice(2), 'secret'])
  expect(result).toBe(account.address.toLowerCase())
  const hash = await node.wallet.sendTransaction({ to: account.address, value: parseEther('10') })
  await node.reader.waitForTransactionReceipt({ hash })
})

afterAll(() => node.close())

test('an imported key is listed and signs only with its passphrase', async () => {
  expect((await node.ask('eth_accounts')).result).toEqual([account.address.toLowerCase()])
  const transaction = { from: account.address, to: funded.address, value: '0x1', gasPrice: null }
  const locked = await node.ask('eth_sendTransaction', [transaction])
  expect(locked.error?.message).toContain('authentication needed')
  const wrong = await node.ask('personal_sendTransaction', [transaction, 'other'])
  expect(wrong.error?.code).toBe(-32_000)
  const sent = await node.ask('personal_sendTransaction', [transaction, 'secret'])
  const receipt = await node.reader.waitForTransactionReceipt({ hash: sent.result as Hex })
  expect([receipt.status, receipt.from]).toEqual(['success', account.address.toLowerCase()])
})

test('an unlocked account signs messages that other libraries verify', async () => {
  expect((await node.ask('personal_unlockAccount', [account.address, 'secret', 60])).result).toBe(
    true,
  )
  const { result } = await node.ask('eth_sign', [account.address, '0x6869'])
  const signature = result as Hex
  expect(await recoverMessageAddress({ message: 'hi', signature })).toBe(account.address)
  const recovered = await node.ask('personal_ecRecover', ['0x6869', signature])
  expect(recovered.result).toBe(account.address.toLowerCase())
  expect((await node.ask('personal_lockAccount', [account.address])).result).toBe(true)
  expect((await node.ask('eth_sign', [account.address, '0x6869'])).error).toBeDefined()
})

test('a transaction request gets defaults for omitted members', async () => {
  const { result } = await node.ask('eth_fillTransaction', [
    { from: account.address, to: funded.address, value: '0x5' },
  ])
  const { tx } = result as { readonly tx: Readonly<Record<string, string>> }
  expect(tx['type']).toBe('0x2')
  expect(tx['gas']).toBe('0x5208')
  expect(BigInt(tx['maxFeePerGas'] ?? 0)).toBeGreaterThan(0n)
})

test('wallets are listed with their status', async () => {
  const statusOf = async (): Promise<unknown> => {
    const { result } = await node.ask('personal_listWallets')
    return (result as { readonly status: string }[])[0]?.status
  }
  expect(await statusOf()).toBe('Locked')
  await node.ask('personal_unlockAccount', [account.address, 'secret', 60])
  expect(await statusOf()).toBe('Unlocked')
  await node.ask('personal_lockAccount', [account.address])
})

test('a transaction of a type that the node does not sign is rejected', async () => {
  await node.ask('personal_unlockAccount', [account.address, 'secret', 60])
  const transaction = {
    from: account.address,
    to: funded.address,
    gas: '0x5208',
    nonce: '0x63',
    maxFeePerGas: '0x174876e800',
  }
  const blobs = 'signing blob transactions not supported'
  const cases: [members: object, message: string][] = [
    [{ blobVersionedHashes: [`0x01${'00'.repeat(31)}`] }, blobs],
    [{ maxFeePerBlobGas: '0x1' }, blobs],
    [{ authorizationList: [] }, 'transaction type not supported'],
  ]
  for (const [members, message] of cases) {
    for (const method of ['eth_sendTransaction', 'eth_signTransaction', 'eth_fillTransaction']) {
      const { error } = await node.ask(method, [{ ...transaction, ...members }])
      expect(error).toEqual({ code: -32_000, message, data: { reason: 'invalidTransaction' } })
    }
  }
  await node.ask('personal_lockAccount', [account.address])
})
