// OpenZeppelin 5: a token with permits, and contracts behind proxies of both kinds that are upgraded.
import assert from 'node:assert/strict'
import { Contract, ContractFactory, Interface, JsonRpcProvider, Signature } from 'ethers'
import { compile } from './compile.mjs'

/** The slot of the admin of a proxy (EIP-1967). */
const ADMIN_SLOT = '0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103'

export async function run(url) {
  const contracts = compile('Token', 'Box')
  const provider = new JsonRpcProvider(url, undefined, { cacheTimeout: -1 })
  const [owner, other] = await Promise.all([0, 1].map((at) => provider.getSigner(at)))
  const deploy = async (name, ...args) => {
    const { abi, bytecode } = contracts[name]
    return (await new ContractFactory(abi, bytecode, owner).deploy(...args)).waitForDeployment()
  }
  const parts = { contracts, provider, owner, other, deploy }
  await token(parts)
  await uups(parts)
  await transparent(parts)
  provider.destroy()
}

const done = async (sent) => (await sent).wait()

async function token({ provider, owner, other, deploy }) {
  const contract = await deploy('Token', owner.address)
  const address = await contract.getAddress()
  await done(contract.mint(owner.address, 1000n))
  await assert.rejects(
    contract.connect(other).mint.staticCall(other.address, 1n),
    ({ revert }) => revert?.name === 'OwnableUnauthorizedAccount',
  )
  await assert.rejects(
    contract.transfer.staticCall(other.address, 1001n),
    ({ revert }) => revert?.name === 'ERC20InsufficientBalance' && revert.args[1] === 1000n,
  )
  const { chainId } = await provider.getNetwork()
  const value = {
    owner: owner.address,
    spender: other.address,
    value: 300n,
    nonce: 0n,
    deadline: 2n ** 40n,
  }
  const types = Object.keys(value).map((name, at) => ({
    name,
    type: at < 2 ? 'address' : 'uint256',
  }))
  const domain = { name: 'Token', version: '1', chainId, verifyingContract: address }
  const { v, r, s } = Signature.from(await owner.signTypedData(domain, { Permit: types }, value))
  const theirs = contract.connect(other)
  await done(theirs.permit(owner.address, other.address, 300n, value.deadline, v, r, s))
  await done(theirs.transferFrom(owner.address, other.address, 300n))
  await done(theirs.burn(100n))
  const totals = [contract.totalSupply(), contract.balanceOf(other.address)]
  assert.deepEqual(await Promise.all(totals), [900n, 200n])
  const transfers = await contract.queryFilter(contract.filters.Transfer(), 0)
  assert.equal(transfers.length, 3)
}

async function uups({ contracts, owner, other, deploy }) {
  const first = new Interface(contracts.Box.abi).encodeFunctionData('initialize', [
    owner.address,
    41n,
  ])
  const proxy = await deploy('ERC1967Proxy', await (await deploy('Box')).getAddress(), first)
  const box = new Contract(await proxy.getAddress(), contracts.BoxV2.abi, owner)
  assert.deepEqual([await box.value(), await box.version()], [41n, 1n])
  await assert.rejects(
    box.initialize.staticCall(other.address, 0n),
    ({ revert }) => revert?.name === 'InvalidInitialization',
  )
  const next = await (await deploy('BoxV2')).getAddress()
  await assert.rejects(
    box.connect(other).upgradeToAndCall.staticCall(next, '0x'),
    ({ revert }) => revert?.name === 'OwnableUnauthorizedAccount',
  )
  await done(box.upgradeToAndCall(next, box.interface.encodeFunctionData('increment')))
  assert.deepEqual([await box.value(), await box.version()], [42n, 2n])
}

async function transparent({ contracts, provider, owner, deploy }) {
  const first = new Interface(contracts.Box.abi).encodeFunctionData('initialize', [
    owner.address,
    1n,
  ])
  const implementation = await (await deploy('Box')).getAddress()
  const proxy = await deploy('TransparentUpgradeableProxy', implementation, owner.address, first)
  const address = await proxy.getAddress()
  const slot = await provider.getStorage(address, ADMIN_SLOT)
  const admin = new Contract(`0x${slot.slice(-40)}`, contracts.ProxyAdmin.abi, owner)
  const box = new Contract(address, contracts.BoxV2.abi, owner)
  assert.equal(await box.version(), 1n)
  await done(admin.upgradeAndCall(address, await (await deploy('BoxV2')).getAddress(), '0x'))
  await done(box.increment())
  assert.deepEqual([await box.value(), await box.version()], [2n, 2n])
}
