// ERC-4337: an entry point that the CREATE2 factory deploys, an account with its first operation, and a bundle of two.
import assert from 'node:assert/strict'
import {
  concat,
  createPublicClient,
  createTestClient,
  createWalletClient,
  encodeFunctionData,
  getAddress,
  getContractAddress,
  http,
  pad,
  parseEther,
  parseEventLogs,
  toHex,
  zeroHash,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { jsonOf } from './package-file.mjs'

const contractOf = (name) => jsonOf(`@account-abstraction/contracts/artifacts/${name}.json`)
const entryJson = contractOf('EntryPoint')
const factoryJson = contractOf('SimpleAccountFactory')
const accountJson = contractOf('SimpleAccount')
const CREATE2_FACTORY = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const owner = privateKeyToAccount(pad('0x4337'))

export async function run(url) {
  const transport = http(url, { timeout: 60_000 })
  const reader = createPublicClient({ transport, pollingInterval: 50 })
  const [bundler, receiver] = await createWalletClient({ transport }).getAddresses()
  const wallet = createWalletClient({ transport, account: bundler, chain: null })
  const done = async (hash) => reader.waitForTransactionReceipt({ hash: await hash })

  const creation = entryJson.bytecode
  await done(wallet.sendTransaction({ to: CREATE2_FACTORY, data: concat([zeroHash, creation]) }))
  const entry = {
    abi: entryJson.abi,
    address: getContractAddress({
      opcode: 'CREATE2',
      from: CREATE2_FACTORY,
      salt: zeroHash,
      bytecode: creation,
    }),
  }
  assert.notEqual(await reader.getCode({ address: entry.address }), undefined)
  const { contractAddress } = await done(
    wallet.deployContract({ ...factoryJson, args: [entry.address] }),
  )
  const factory = { abi: factoryJson.abi, address: getAddress(contractAddress) }
  const salt = 7n
  const sender = await reader.readContract({
    ...factory,
    functionName: 'getAddress',
    args: [owner.address, salt],
  })
  await done(wallet.sendTransaction({ to: sender, value: parseEther('5') }))

  const initCode = concat([
    factory.address,
    encodeFunctionData({ ...factory, functionName: 'createAccount', args: [owner.address, salt] }),
  ])
  const bundle = async (...ops) => {
    const args = [ops, bundler]
    const receipt = await done(wallet.writeContract({ ...entry, functionName: 'handleOps', args }))
    return parseEventLogs({ abi: entry.abi, logs: receipt.logs, eventName: 'UserOperationEvent' })
  }
  const operation = operations(reader, { entry, sender, receiver })
  const before = await reader.getBalance({ address: receiver })
  const [created] = await bundle(await operation({ key: 0n, initCode }))
  assert.equal(created.args.success, true)
  assert.notEqual(await reader.getCode({ address: sender }), undefined)

  // Operations with different keys have nonces of their own.
  const two = [await operation({ key: 1n }), await operation({ key: 2n })]
  assert.equal((await bundle(...two)).length, 2)
  assert.equal((await reader.getBalance({ address: receiver })) - before, 3n)

  const forged = { ...(await operation({ key: 0n })), signature: two[0].signature }
  const args = [[forged], bundler]
  const call = { ...entry, functionName: 'handleOps', args, account: bundler }
  await assert.rejects(reader.simulateContract(call), /AA24 signature error/)
  const failing = await operation({ key: 0n, value: parseEther('100') })
  const [failed] = await bundle(failing)
  assert.equal(failed.args.success, false)
  await trace(url, { entry, bundler, op: await operation({ key: 3n }) })
}

/** Returns a function that returns a signed operation: a payment to the receiver. */
function operations(reader, { entry, sender, receiver }) {
  return async ({ key, initCode = '0x', value = 1n }) => {
    const nonce = await reader.readContract({
      ...entry,
      functionName: 'getNonce',
      args: [sender, key],
    })
    const { maxFeePerGas } = await reader.estimateFeesPerGas()
    const op = {
      sender,
      nonce,
      initCode,
      callData: encodeFunctionData({
        abi: accountJson.abi,
        functionName: 'execute',
        args: [receiver, value, '0x'],
      }),
      accountGasLimits: concat([
        pad(toHex(500_000n), { size: 16 }),
        pad(toHex(200_000n), { size: 16 }),
      ]),
      preVerificationGas: 100_000n,
      gasFees: concat([pad('0x1', { size: 16 }), pad(toHex(maxFeePerGas), { size: 16 })]),
      paymasterAndData: '0x',
      signature: '0x',
    }
    const hash = await reader.readContract({ ...entry, functionName: 'getUserOpHash', args: [op] })
    return { ...op, signature: await owner.sign({ hash }) }
  }
}

/** Traces a bundle as bundlers do before they send it. */
async function trace(url, { entry, bundler, op }) {
  const client = createTestClient({ mode: 'anvil', transport: http(url, { timeout: 60_000 }) })
  const data = encodeFunctionData({ ...entry, functionName: 'handleOps', args: [[op], bundler] })
  const call = await client.request({
    method: 'debug_traceCall',
    params: [{ from: bundler, to: entry.address, data }, 'latest', { tracer: 'callTracer' }],
  })
  assert.equal(call.error, undefined)
  assert.ok(call.calls.some(({ to }) => to === op.sender.toLowerCase()))
}
