import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  BaseError,
  ContractFunctionRevertedError,
  getContract,
  parseEther,
  parseEventLogs,
  serializeTransaction,
  type Address,
  numberToHex,
  type Hash,
  type Hex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { assemble, creating } from './assemble.ts'
import { counter, counterAbi, token, tokenAbi } from './contracts.ts'
import { funded, running, type Running } from './running.ts'

let node: Running

beforeAll(async () => {
  node = await running()
})

afterAll(() => node.close())

const receiptOf = (hash: Hash) => node.reader.waitForTransactionReceipt({ hash })

async function addressOf(hash: Hash): Promise<Address> {
  const { contractAddress } = await receiptOf(hash)
  if (!contractAddress) throw new Error('nothing was created')
  return contractAddress
}

const deployed = async (): Promise<Address> =>
  addressOf(await node.wallet.deployContract({ abi: counterAbi, bytecode: counter }))

const created = async (code: Hex): Promise<Address> =>
  addressOf(await node.wallet.sendTransaction({ data: creating(code) }))

describe('viem against the C-Chain', () => {
  test('a transfer is accepted before its hash is returned', async () => {
    const to = privateKeyToAccount(generatePrivateKey()).address
    const hash = await node.wallet.sendTransaction({ to, value: parseEther('1') })
    expect(await node.reader.getBalance({ address: to })).toBe(parseEther('1'))
    const receipt = await receiptOf(hash)
    expect(receipt.status).toBe('success')
    expect(receipt.gasUsed).toBe(21_000n)
    const found = await node.reader.getTransaction({ hash })
    expect(found.from).toBe(funded.address.toLowerCase())
    expect(found.blockNumber).toBe(receipt.blockNumber)
  })

  test('a contract is deployed, written and read, and its events are found', async () => {
    const address = await deployed()
    const contract = getContract({
      abi: counterAbi,
      address,
      client: { public: node.reader, wallet: node.wallet },
    })
    const before = await contract.read.get()
    const receipt = await receiptOf(await contract.write.set([7n]))
    expect([before, await contract.read.get()]).toEqual([0n, 7n])
    const [event] = parseEventLogs({ abi: counterAbi, logs: receipt.logs })
    expect(event?.args).toEqual({ by: funded.address, value: 7n })
    const logs = await node.reader.getContractEvents({
      abi: counterAbi,
      address,
      fromBlock: 0n,
      strict: true,
    })
    expect(logs.map(({ args }) => args.value)).toEqual([7n])
    const none = await node.reader.getContractEvents({
      abi: counterAbi,
      eventName: 'Changed',
      args: { by: address },
      address,
      fromBlock: 0n,
    })
    expect(none).toEqual([])
  })

  test('an earlier state is readable', async () => {
    const address = await deployed()
    const write = async (value: bigint) =>
      receiptOf(
        await node.wallet.writeContract({
          abi: counterAbi,
          address,
          functionName: 'set',
          args: [value],
        }),
      )
    const { blockNumber } = await write(1n)
    await write(2n)
    const read = (height?: bigint) =>
      node.reader.readContract({
        abi: counterAbi,
        address,
        functionName: 'get',
        ...(height !== undefined && { blockNumber: height }),
      })
    expect([await read(blockNumber), await read()]).toEqual([1n, 2n])
  })

  test('an access list has the slots and contracts that a call accesses, and its gas', async () => {
    const inner = await created(assemble('0x02 SLOAD POP 0x03 SLOAD POP STOP'))
    const call = `PUSH0 PUSH0 PUSH0 PUSH0 PUSH0 ${inner} GAS CALL POP`
    const outer = await created(assemble(`0x01 SLOAD POP ${call} PUSH0 SLOAD POP STOP`))
    const { accessList, gasUsed } = await node.reader.createAccessList({ to: outer })
    const slots = (...numbers: readonly number[]): readonly string[] =>
      numbers.map((number) => numberToHex(number, { size: 32 }))
    const found = accessList.map(({ address, storageKeys }) => [
      address.toLowerCase(),
      storageKeys.toSorted(),
    ])
    expect(Object.fromEntries(found)).toEqual({ [outer]: slots(0, 1), [inner]: slots(2, 3) })
    const hash = await node.wallet.sendTransaction({ to: outer, accessList })
    expect((await receiptOf(hash)).gasUsed).toBe(gasUsed)
  })

  test('the reason of a revert is decoded', async () => {
    const address = await deployed()
    const error: unknown = await node.reader
      .simulateContract({ abi: counterAbi, address, functionName: 'fail' })
      .catch((thrown: unknown) => thrown)
    const cause =
      error instanceof BaseError
        ? error.walk((at) => at instanceof ContractFunctionRevertedError)
        : undefined
    expect(cause).toBeInstanceOf(ContractFunctionRevertedError)
    expect((cause as ContractFunctionRevertedError).reason).toBe('nope')
  })

  test('blocks and events reach subscribers', async () => {
    const address = await deployed()
    const heads: bigint[] = []
    const values: (bigint | undefined)[] = []
    const stops = [
      node.sockets.watchBlockNumber({ onBlockNumber: (height) => heads.push(height) }),
      node.sockets.watchContractEvent({
        abi: counterAbi,
        address,
        eventName: 'Changed',
        onLogs: (logs) => values.push(...logs.map(({ args }) => args.value)),
      }),
    ]
    await expect
      .poll(
        async () => {
          await receiptOf(
            await node.wallet.writeContract({
              abi: counterAbi,
              address,
              functionName: 'set',
              args: [9n],
            }),
          )
          return [heads.length > 0, values.includes(9n)]
        },
        { timeout: 20_000 },
      )
      .toEqual([true, true])
    for (const stop of stops) stop()
  })

  test('transactions after a nonce gap wait until it is filled', async () => {
    const account = privateKeyToAccount(generatePrivateKey())
    await receiptOf(
      await node.wallet.sendTransaction({ to: account.address, value: parseEther('1') }),
    )
    const signed = (nonce: number) =>
      account.signTransaction({
        chainId: 43_112,
        type: 'eip1559',
        nonce,
        to: funded.address,
        value: 1n,
        gas: 21_000n,
        maxFeePerGas: 300_000_000_000n,
        maxPriorityFeePerGas: 0n,
      })
    const [first, second] = [await signed(0), await signed(1)]
    const late = await node.reader.sendRawTransaction({ serializedTransaction: second })
    expect((await node.ask('txpool_status')).result).toEqual({ pending: '0x0', queued: '0x1' })
    await node.reader.sendRawTransaction({ serializedTransaction: first })
    await expect
      .poll(async () => (await node.ask('eth_getTransactionReceipt', [late])).result, {
        timeout: 20_000,
      })
      .toBeTruthy()
    expect(await node.reader.getTransactionCount({ address: account.address })).toBe(2)
  })
})

test('tokens are transferred with an event', async () => {
  const creation = await node.wallet.deployContract({ abi: tokenAbi, bytecode: token })
  const { contractAddress: address } = await receiptOf(creation)
  if (!address) throw new Error('nothing was created')
  const contract = getContract({
    abi: tokenAbi,
    address,
    client: { public: node.reader, wallet: node.wallet },
  })
  const to = privateKeyToAccount(generatePrivateKey()).address
  await receiptOf(await contract.write.mint([100n]))
  const { logs } = await receiptOf(await contract.write.transfer([to, 30n]))
  const balances = [
    await contract.read.balanceOf([funded.address]),
    await contract.read.balanceOf([to]),
  ]
  expect(balances).toEqual([70n, 30n])
  const [event] = parseEventLogs({ abi: tokenAbi, logs })
  expect(event?.args).toEqual({ from: funded.address, to, value: 30n })
  await expect(contract.simulate.transfer([to, 71n])).rejects.toThrow(/reverted/)
})

test('members that are null are treated as absent', async () => {
  const to = await deployed()
  const call = { to, from: null, gas: null, gasPrice: null, value: null, nonce: null, input: null }
  expect((await node.ask('eth_call', [call, 'latest'])).error).toMatchObject({ code: 3 })
  const filter = { address: null, topics: null, fromBlock: '0x0', toBlock: null, blockHash: null }
  const { result } = await node.ask('eth_getLogs', [filter])
  expect(result).toEqual(expect.arrayContaining([expect.objectContaining({ removed: false })]))
})

describe('errors', () => {
  test.each([
    ['nonce too low', { nonce: 0 }],
    ['intrinsic gas too low', { gas: 20_000n }],
    ['exceeds block gas limit', { gas: 16_000_000n }],
    ['insufficient funds for gas * price + value', { value: 10n ** 27n }],
    ['transaction underpriced', { maxFeePerGas: 10n, maxPriorityFeePerGas: 1n }],
  ] as const)('%s', async (message, fields) => {
    await receiptOf(await node.wallet.sendTransaction({ to: funded.address }))
    const nonce = await node.reader.getTransactionCount({ address: funded.address })
    const transaction = await funded.signTransaction({
      chainId: 43_112,
      type: 'eip1559',
      nonce,
      to: funded.address,
      gas: 21_000n,
      maxFeePerGas: 300_000_000_000n,
      maxPriorityFeePerGas: 0n,
      ...fields,
    })
    const { error } = await node.ask('eth_sendRawTransaction', [transaction])
    expect(error?.code).toBe(-32_000)
    expect(error?.message.startsWith(message), error?.message).toBe(true)
  })

  test('transactions of the types of later forks are refused, and so are calls with their authorizations', async () => {
    const { address } = funded
    const authorization = await funded.signAuthorization({
      chainId: 43_112,
      contractAddress: address,
      nonce: 1,
    })
    const fields = { chainId: 43_112, to: address, gas: 100_000n, maxFeePerGas: 10n ** 12n }
    const blobVersionedHashes = [`0x01${'22'.repeat(31)}`] as const
    const refused = [
      await funded.signTransaction({ ...fields, authorizationList: [authorization] }),
      await funded.signTransaction({ ...fields, blobVersionedHashes, maxFeePerBlobGas: 1n }),
      '0x03c4c0c0c0c0',
      '0x7fc0',
    ]
    for (const transaction of refused) {
      const { error } = await node.ask('eth_sendRawTransaction', [transaction])
      expect(error).toMatchObject({ code: -32_000, message: 'transaction type not supported' })
    }
    const request = { account: address, to: address, authorizationList: [authorization] }
    await expect(node.reader.call(request)).rejects.toThrow('transaction type not supported')
    await expect(node.reader.estimateGas(request)).rejects.toThrow('transaction type not supported')
  })

  test('a transaction without a chain ID is refused, unless its sender has no key', async () => {
    const unprotected = await funded.signTransaction({ gas: 21_000n, gasPrice: 10n ** 12n })
    const { error } = await node.ask('eth_sendRawTransaction', [unprotected])
    expect(error?.message).toBe('only replay-protected (EIP-155) transactions allowed over RPC')

    // The factory of CREATE2, at the address that it has on all chains.
    const signature = { v: 27n, r: `0x${'22'.repeat(32)}`, s: `0x${'22'.repeat(32)}` } as const
    const data =
      '0x604580600e600039806000f350fe7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3'
    const deployment = { type: 'legacy', gas: 100_000n, gasPrice: 10n ** 11n, data } as const
    const value = parseEther('0.01')
    await node.wallet.sendTransaction({ to: '0x3fab184622dc19b6109349b94811493bf2a45362', value })
    const sent = await node.ask('eth_sendRawTransaction', [
      serializeTransaction(deployment, signature),
    ])
    // It waits while the base fee is above its price.
    expect(sent.result).toBe('0xeddf9e61fb9d8f5111840daef55e5fde0041f5702856532cdbb5a02998033d26')
  })
})
