// Transfers, token transfers and calls per second on the C-Chain, through JSON-RPC, with a durable store.
// node bench/evm.mjs [transactions] [senders]
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNode } from '@native-node/node'
import { encodeFunctionData, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

const COUNT = Number(process.argv[2] ?? 2000)
const SENDERS = Number(process.argv[3] ?? 64)
const FUNDED = '0x56289e99c94b6912bfc12adc093c9b51124f0dc54ac7a766b2bc5ccf558d8027'
const FEE = 10n ** 15n
/** Creates a token with mint(uint256), transfer(address,uint256) and balanceOf(address): that of test/node/c-chain/contracts.ts. */
const TOKEN =
  '0x6100b480600a5f395ff360003560e01c8063a0712d681461002c578063a9059cbb1461004e57806370a082311461003d5760006000fd5b335f5260205f208054600435019055005b6004355f5260205f20545f5260205ff35b335f5260205f2080548060243590106100b057602435900390556004355f5260205f2080546024350190556024355f52600435337fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef60205fa360015f5260205ff35b5f5ffd'

const folder = mkdtempSync(join(tmpdir(), 'evm-bench-'))
const node = await startNode({
  dataDir: folder,
  port: 0,
  logLevel: 'error',
  fixedBaseFee: 25_000_000_000n,
})
await node.ready
const agent = new Agent({ keepAlive: true, maxSockets: 256 })
const { port } = node

/** One request; resolves with its result. */
function call(method, params) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        port,
        host: '127.0.0.1',
        path: '/ext/bc/C/rpc',
        method: 'POST',
        agent,
        headers: { 'content-type': 'application/json' },
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part) => (text += part))
        response.on('end', () => {
          const { result, error } = JSON.parse(text)
          if (error) reject(new Error(error.message))
          else resolve(result)
        })
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

const funded = privateKeyToAccount(FUNDED)
const sign = (account, nonce, fields) =>
  account.signTransaction({
    type: 'eip1559',
    chainId: 43112,
    gas: 21_000n,
    maxFeePerGas: FEE / 1000n,
    maxPriorityFeePerGas: 0n,
    nonce,
    ...fields,
  })
const accounts = Array.from({ length: SENDERS }, () => privateKeyToAccount(generatePrivateKey()))
let nonce = 0
for (const { address } of accounts) {
  await call('eth_sendRawTransaction', [
    await sign(funded, nonce++, { to: address, value: 10n ** 21n }),
  ])
}

/** Sends each account's transactions one behind the other, all accounts at a time. */
async function measure(name, make, first) {
  const each = Math.floor(COUNT / SENDERS)
  const signed = await Promise.all(
    accounts.map((account) =>
      Promise.all(Array.from({ length: each }, (_, at) => make(account, first + at))),
    ),
  )
  const cpu = process.cpuUsage()
  const start = performance.now()
  await Promise.all(
    signed.map(async (own) => {
      for (const tx of own) await call('eth_sendRawTransaction', [tx])
    }),
  )
  report(name, each * SENDERS, start, cpu)
  return first + each
}

function report(name, count, start, cpu) {
  const seconds = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(cpu)
  const each = ((user + system) / 1000 / count).toFixed(2)
  console.log(`${name}: ${Math.round(count / seconds)}/s, ${each} ms CPU each (client included)`)
}

let next = await measure(
  'transfers',
  (account, at) => sign(account, at, { to: '0x' + '11'.repeat(20), value: 1n }),
  0,
)

{
  const abi = parseAbi([
    'function mint(uint256)',
    'function transfer(address,uint256) returns (bool)',
    'function balanceOf(address) view returns (uint256)',
  ])
  const hash = await call('eth_sendRawTransaction', [
    await sign(funded, nonce++, { data: TOKEN, gas: 1_000_000n }),
  ])
  const { contractAddress: to } = await call('eth_getTransactionReceipt', [hash])
  const mint = encodeFunctionData({ abi, functionName: 'mint', args: [10n ** 18n] })
  await Promise.all(
    accounts.map(async (account) =>
      call('eth_sendRawTransaction', [
        await sign(account, next, { to, data: mint, gas: 100_000n }),
      ]),
    ),
  )
  const data = encodeFunctionData({
    abi,
    functionName: 'transfer',
    args: ['0x' + '22'.repeat(20), 1n],
  })
  next = await measure(
    'ERC-20 transfers',
    (account, at) => sign(account, at, { to, data, gas: 80_000n }),
    next + 1,
  )
  const read = encodeFunctionData({ abi, functionName: 'balanceOf', args: [accounts[0].address] })
  const cpu = process.cpuUsage()
  const start = performance.now()
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      for (let at = 0; at < COUNT / 16; at++) await call('eth_call', [{ to, data: read }, 'latest'])
    }),
  )
  report('eth_call', COUNT, start, cpu)
}
console.log(
  `height ${Number(await call('eth_blockNumber', []))}, RSS ${Math.round(process.memoryUsage().rss / 2 ** 20)} MB`,
)
agent.destroy()
await node.close()
rmSync(folder, { recursive: true })
