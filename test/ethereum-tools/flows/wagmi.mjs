// wagmi and viem: the actions of a page with a wallet that the node unlocks, in the order of its users.
import assert from 'node:assert/strict'
import {
  connect,
  createConfig,
  deployContract,
  disconnect,
  getAccount,
  getBalance,
  http,
  mock,
  readContract,
  readContracts,
  sendTransaction,
  signMessage,
  signTypedData,
  simulateContract,
  switchChain,
  verifyMessage,
  waitForTransactionReceipt,
  writeContract,
} from '@wagmi/core'
import { createPublicClient, defineChain, parseEther, parseSignature, webSocket } from 'viem'
import { jsonOf } from './package-file.mjs'

const { abi, bytecode } = jsonOf('@uniswap/v2-core/build/ERC20.json')

export async function run(url) {
  const ask = async (method) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] })
    const headers = { 'content-type': 'application/json' }
    return (await (await fetch(url, { method: 'POST', headers, body })).json()).result
  }
  const chain = defineChain({
    id: Number(await ask('eth_chainId')),
    name: 'Development',
    nativeCurrency: { name: 'Native', symbol: 'NATIVE', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  })
  const accounts = (await ask('eth_accounts')).slice(0, 2)
  const connector = mock({ accounts })
  const config = createConfig({
    chains: [chain],
    connectors: [connector],
    transports: { [chain.id]: http(url, { timeout: 60_000 }) },
    pollingInterval: 50,
    storage: null,
  })
  const connected = await connect(config, { connector: config.connectors[0] })
  assert.equal(connected.chainId, chain.id)
  const [owner, other] = accounts
  const done = (hash) => waitForTransactionReceipt(config, { hash })

  const { contractAddress: address } = await done(
    await deployContract(config, { abi, bytecode: `0x${bytecode}`, args: [1000n] }),
  )
  const token = { address, abi }
  const { request } = await simulateContract(config, {
    ...token,
    functionName: 'transfer',
    args: [other, 10n],
  })
  assert.equal((await done(await writeContract(config, request))).status, 'success')
  await assert.rejects(
    simulateContract(config, { ...token, functionName: 'transfer', args: [other, 1001n] }),
    /ds-math-sub-underflow/,
  )
  const both = accounts.map((account) => ({ ...token, functionName: 'balanceOf', args: [account] }))
  const read = await readContracts(config, { contracts: both, allowFailure: false })
  assert.deepEqual(read, [990n, 10n])

  const before = await getBalance(config, { address: other })
  await done(await sendTransaction(config, { to: other, value: parseEther('1') }))
  assert.equal((await getBalance(config, { address: other })).value - before.value, parseEther('1'))

  const message = 'text'
  const signature = await signMessage(config, { message })
  assert.ok(await verifyMessage(config, { address: owner, message, signature }))
  await permit(config, { token, chain, owner, spender: other })
  await switchChain(config, { chainId: chain.id })
  await events(url, { chain, token, config, other })
  await disconnect(config)
  assert.equal(getAccount(config).status, 'disconnected')
}

/** Approves a spender by a signature (EIP-2612). */
async function permit(config, { token, chain, owner, spender }) {
  const nonce = await readContract(config, { ...token, functionName: 'nonces', args: [owner] })
  const [value, deadline] = [5n, 2n ** 255n]
  const names = ['owner', 'spender', 'value', 'nonce', 'deadline']
  const signature = await signTypedData(config, {
    domain: {
      name: 'Uniswap V2',
      version: '1',
      chainId: chain.id,
      verifyingContract: token.address,
    },
    types: {
      Permit: names.map((name, at) => ({ name, type: at < 2 ? 'address' : 'uint256' })),
    },
    primaryType: 'Permit',
    message: { owner, spender, value, nonce, deadline },
  })
  const { v, r, s } = parseSignature(signature)
  const args = [owner, spender, value, deadline, Number(v), r, s]
  const hash = await writeContract(config, { ...token, functionName: 'permit', args })
  assert.equal((await waitForTransactionReceipt(config, { hash })).status, 'success')
  const allowed = { ...token, functionName: 'allowance', args: [owner, spender] }
  assert.equal(await readContract(config, allowed), value)
}

/** Receives the event of a transfer over a WebSocket. */
async function events(url, { chain, token, config, other }) {
  const socket = url.replace(/^http/, 'ws').replace(/\/rpc$/, '/ws')
  const client = createPublicClient({
    chain,
    transport: webSocket(socket, { keepAlive: false, reconnect: false, timeout: 60_000 }),
  })
  const logs = new Promise((resolve, reject) => {
    client.watchContractEvent({ ...token, eventName: 'Transfer', onLogs: resolve, onError: reject })
  })
  // The first response follows that of the subscription.
  await client.getBlockNumber()
  await writeContract(config, { ...token, functionName: 'transfer', args: [other, 7n] })
  const [log] = await logs
  assert.equal(log.args.value, 7n)
  const { socket: open } = await client.transport.getRpcClient()
  open.close()
}
