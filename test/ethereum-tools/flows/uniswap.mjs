// Uniswap V2: a pair of two tokens, liquidity, a swap, a swap that takes too much, and the price of a later block.
import assert from 'node:assert/strict'
import { ContractFactory, Contract, JsonRpcProvider, parseEther, ZeroAddress } from 'ethers'
import { jsonOf } from './package-file.mjs'

const factoryJson = jsonOf('@uniswap/v2-core/build/UniswapV2Factory.json')
const pairJson = jsonOf('@uniswap/v2-core/build/UniswapV2Pair.json')
const tokenJson = jsonOf('@uniswap/v2-core/build/ERC20.json')
const MINIMUM_LIQUIDITY = 1000n

export async function run(url) {
  const provider = new JsonRpcProvider(url, undefined, { cacheTimeout: -1 })
  const owner = await provider.getSigner(0)
  const deploy = async ({ abi, bytecode }, ...args) => {
    const contract = await new ContractFactory(abi, bytecode, owner).deploy(...args)
    return contract.waitForDeployment()
  }
  const done = async (sent) => (await sent).wait()
  // The first change of a pair in a second needs more gas than later changes: it writes the prices. An estimate in the second of
  // the last change would be too low for a block of the next second.
  const nextSeconds = async () => provider.send('evm_increaseTime', [10])
  const factory = await deploy(factoryJson, owner.address)
  const supply = parseEther('10000')
  const tokens = [await deploy(tokenJson, supply), await deploy(tokenJson, supply)]
  await done(factory.createPair(...(await Promise.all(tokens.map((one) => one.getAddress())))))
  assert.equal(await factory.allPairsLength(), 1n)
  const pair = new Contract(await factory.allPairs(0), pairJson.abi, owner)
  const at = await pair.getAddress()
  const first = await pair.token0()
  const isInOrder = (await tokens[0].getAddress()) === first
  const [token0, token1] = isInOrder ? tokens : tokens.toReversed()

  await done(token0.transfer(at, parseEther('5')))
  await done(token1.transfer(at, parseEther('20')))
  const { logs } = await done(pair.mint(owner.address))
  assert.equal(logs.filter(({ address }) => address === at).length, 4)
  assert.equal(await pair.balanceOf(owner.address), parseEther('10') - MINIMUM_LIQUIDITY)
  assert.equal(await pair.balanceOf(ZeroAddress), MINIMUM_LIQUIDITY)

  await done(token0.transfer(at, parseEther('1')))
  const out = 3_324_995_831_248_957_812n
  await assert.rejects(pair.swap(0, out + 1n, owner.address, '0x'), /UniswapV2: K/)
  await nextSeconds()
  await done(pair.swap(0, out, owner.address, '0x'))
  const [reserve0, reserve1, time] = await pair.getReserves()
  assert.deepEqual([reserve0, reserve1], [parseEther('6'), parseEther('20') - out])
  assert.equal(Number(time), (await provider.getBlock('latest')).timestamp)

  await nextSeconds()
  await done(pair.sync())
  assert.ok((await pair.price0CumulativeLast()) > 0n)
  const swaps = await pair.queryFilter(pair.filters.Swap(), 0)
  assert.deepEqual(
    swaps.map(({ args }) => args.amount1Out),
    [out],
  )

  await done(pair.transfer(at, parseEther('10') - MINIMUM_LIQUIDITY))
  await nextSeconds()
  await done(pair.burn(owner.address))
  assert.equal(await pair.totalSupply(), MINIMUM_LIQUIDITY)
  provider.destroy()
}
