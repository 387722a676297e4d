const { ethers } = require('hardhat')
const helpers = require('@nomicfoundation/hardhat-network-helpers')
const { expect } = require('chai')

async function counterFixture() {
  const [owner] = await ethers.getSigners()
  const counter = await ethers.deployContract('Counter')
  await counter.waitForDeployment()
  return { counter, owner }
}

async function errorOf(contract, work) {
  try {
    await work
  } catch (error) {
    return contract.interface.parseError(error.data)
  }
}

describe('a project of Hardhat on the node', () => {
  it('deploys a contract and reads its events', async () => {
    const { counter, owner } = await helpers.loadFixture(counterFixture)
    await (await counter.raise()).wait()
    const [event] = await counter.queryFilter('Raised')
    expect(event.args.toArray()).to.deep.equal([owner.address, 1n])
  })

  it('goes back to a fixture', async () => {
    const { counter } = await helpers.loadFixture(counterFixture)
    expect(await counter.number()).to.equal(0n)
  })

  it('decodes why a call reverts', async () => {
    const { counter } = await helpers.loadFixture(counterFixture)
    await (await counter.raise()).wait()
    expect((await errorOf(counter, counter.raise())).args[0]).to.equal('too early')
    const stranger = await ethers.getImpersonatedSigner(
      '0x00000000000000000000000000000000000a11ce',
    )
    await helpers.setBalance(stranger.address, ethers.parseEther('1'))
    const refused = await errorOf(counter, counter.connect(stranger).raise.staticCall())
    expect([refused.name, refused.args[0]]).to.deep.equal(['NotOwner', stranger.address])
  })

  it('travels in time', async () => {
    const { counter } = await helpers.loadFixture(counterFixture)
    await (await counter.raise()).wait()
    const before = await helpers.time.latest()
    await helpers.time.increase(3600)
    expect(await helpers.time.latest()).to.equal(before + 3600)
    await (await counter.raise()).wait()
    expect(await counter.number()).to.equal(2n)
    await helpers.time.setNextBlockTimestamp(before + 10_000)
    await helpers.mine()
    expect(await helpers.time.latest()).to.equal(before + 10_000)
    const height = await helpers.time.latestBlock()
    await helpers.mine(5, { interval: 60 })
    expect(await helpers.time.latestBlock()).to.equal(height + 5)
  })

  it('sets accounts', async () => {
    const { counter } = await helpers.loadFixture(counterFixture)
    const address = await counter.getAddress()
    await helpers.setStorageAt(address, 0, 41n)
    expect(await counter.number()).to.equal(41n)
    await helpers.setNonce(address, 7)
    expect(await ethers.provider.getTransactionCount(address)).to.equal(7)
    await helpers.setCode(address, '0x00')
    expect(await ethers.provider.getCode(address)).to.equal('0x00')
  })
})
