// web3.js 4: accounts of the node and of the wallet, a deployment, calls, events, reverts, signatures, and a batch.
import assert from 'node:assert/strict'
import { Web3 } from 'web3'
import { jsonOf } from './package-file.mjs'

const { abi, bytecode } = jsonOf('@uniswap/v2-core/build/ERC20.json')

export async function run(url) {
  const web3 = new Web3(url)
  web3.eth.transactionPollingInterval = 50
  const [owner, other] = await web3.eth.getAccounts()
  const token = await new web3.eth.Contract(abi)
    .deploy({ data: `0x${bytecode}`, arguments: [1000n] })
    .send({ from: owner })
  const balanceOf = (address) => token.methods.balanceOf(address).call()
  assert.equal(await balanceOf(owner), 1000n)

  const wallet = web3.eth.accounts.wallet.create(1)[0]
  const sent = await web3.eth.sendTransaction({
    from: owner,
    to: wallet.address,
    value: 10n ** 18n,
  })
  assert.equal(sent.status, 1n)
  const moved = await token.methods.transfer(wallet.address, 400n).send({ from: owner })
  assert.equal(moved.events.Transfer.returnValues.value, 400n)
  await token.methods.transfer(other, 100n).send({ from: wallet.address })
  assert.deepEqual(await Promise.all([owner, wallet.address, other].map(balanceOf)), [
    600n,
    300n,
    100n,
  ])

  await assert.rejects(
    token.methods.transfer(other, 1000n).call({ from: wallet.address }),
    ({ innerError, cause, message }) =>
      /ds-math-sub-underflow/.test(`${message} ${innerError?.message} ${cause?.message}`),
  )
  const events = await token.getPastEvents('Transfer', { fromBlock: 0n, filter: { to: other } })
  assert.deepEqual(
    events.map(({ returnValues }) => returnValues.value),
    [100n],
  )

  const signature = await web3.eth.sign(web3.utils.utf8ToHex('text'), owner)
  assert.equal(web3.eth.accounts.recover('text', signature), web3.utils.toChecksumAddress(owner))
  const batch = new web3.BatchRequest()
  const asked = ['eth_blockNumber', 'eth_chainId'].map((method) =>
    batch.add({ jsonrpc: '2.0', id: method === 'eth_chainId' ? 1 : 2, method, params: [] }),
  )
  await batch.execute()
  assert.equal(BigInt(await asked[1]), await web3.eth.getChainId())
  const block = await web3.eth.getBlock('latest', true)
  assert.equal(block.transactions.length, 1)
}
