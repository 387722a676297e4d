import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { network } from 'hardhat'
import { getAddress, parseEther } from 'viem'
import counterModule from '../ignition/modules/Counter.js'

const { ethers, ignition, networkHelpers, viem } = await network.create('cChain')
const stranger = getAddress('0x00000000000000000000000000000000000a11ce')

async function viemFixture() {
  const counter = await viem.deployContract('Counter')
  const client = await viem.getPublicClient()
  return { counter, client }
}

async function ethersFixture() {
  const counter = await ethers.deployContract('Counter')
  await counter.waitForDeployment()
  return { counter }
}

/** Returns the error with which a call reverts, as decoded by ethers. */
async function errorOf(contract, work) {
  const error = await work.then(
    () => assert.fail('The call did not revert.'),
    (reason) => reason,
  )
  return contract.interface.parseError(error.data)
}

async function fundStranger() {
  await networkHelpers.impersonateAccount(stranger)
  await networkHelpers.setBalance(stranger, parseEther('1'))
}

describe('a project of Hardhat 3 on the node', () => {
  it('viem deploys a contract, writes, and reads its events', async () => {
    const { counter, client } = await networkHelpers.loadFixture(viemFixture)
    const [wallet] = await viem.getWalletClients()
    const args = [getAddress(wallet.account.address), 1n]
    const hash = await counter.write.raise()
    assert.equal((await client.waitForTransactionReceipt({ hash })).status, 'success')
    assert.equal(await counter.read.number(), 1n)
    const [event] = await counter.getEvents.Raised()
    assert.deepEqual([event.args.by, event.args.number], args)
    await viem.assertions.emitWithArgs(Promise.resolve(hash), counter, 'Raised', args)
  })

  it('goes back to a fixture', async () => {
    const { counter } = await networkHelpers.loadFixture(viemFixture)
    assert.equal(await counter.read.number(), 0n)
  })

  it('viem decodes why a call reverts', async () => {
    const { counter } = await networkHelpers.loadFixture(viemFixture)
    await counter.write.raise()
    await viem.assertions.revertWith(counter.write.raise(), 'too early')
    await fundStranger()
    const refused = counter.write.raise({ account: stranger })
    const expected = [counter, 'NotOwner', [stranger]]
    await viem.assertions.revertWithCustomErrorWithArgs(refused, ...expected)
  })

  it('ethers deploys a contract, writes, reads its events and decodes why a call reverts', async () => {
    const { counter } = await networkHelpers.loadFixture(ethersFixture)
    const [owner] = await ethers.getSigners()
    await (await counter.raise()).wait()
    assert.equal(await counter.number(), 1n)
    const [event] = await counter.queryFilter('Raised')
    assert.deepEqual(event.args.toArray(), [owner.address, 1n])
    assert.equal((await errorOf(counter, counter.raise())).args[0], 'too early')
    await fundStranger()
    const other = await ethers.getImpersonatedSigner(stranger)
    const refused = await errorOf(counter, counter.connect(other).raise.staticCall())
    assert.deepEqual([refused.name, refused.args[0]], ['NotOwner', stranger])
  })

  it('Ignition deploys a module', async () => {
    const { counter } = await ignition.deploy(counterModule)
    assert.equal(await counter.read.number(), 1n)
  })

  it('travels in time', async () => {
    const { counter } = await networkHelpers.loadFixture(viemFixture)
    const { time, mine } = networkHelpers
    await counter.write.raise()
    const before = await time.latest()
    await time.increase(3600)
    assert.equal(await time.latest(), before + 3600)
    await counter.write.raise()
    assert.equal(await counter.read.number(), 2n)
    await time.setNextBlockTimestamp(before + 10_000)
    await mine()
    assert.equal(await time.latest(), before + 10_000)
    const height = await time.latestBlock()
    await mine(5, { interval: 60 })
    assert.equal(await time.latestBlock(), height + 5)
  })

  it('sets accounts and restores a snapshot', async () => {
    const { counter, client } = await networkHelpers.loadFixture(viemFixture)
    const { address } = counter
    const snapshot = await networkHelpers.takeSnapshot()
    await networkHelpers.setStorageAt(address, 0, 41n)
    assert.equal(await counter.read.number(), 41n)
    await networkHelpers.setNonce(address, 7)
    assert.equal(await client.getTransactionCount({ address }), 7)
    await networkHelpers.setCode(address, '0x00')
    assert.equal(await client.getCode({ address }), '0x00')
    await snapshot.restore()
    assert.equal(await counter.read.number(), 0n)
  })
})
