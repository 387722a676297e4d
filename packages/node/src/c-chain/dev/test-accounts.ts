import { createAccount, createAddressFromPrivateKey } from '@ethereumjs/util'
import { supplyChanged } from '../../chain/supply.ts'
import type { Store } from '../../store/store.ts'
import type { CChain } from '../chain/c-chain.ts'
import { getAddress } from '../checksum.ts'
import { bytesOf, hexOf, type Hex } from '../hex.ts'
import { putCreate2Deployer } from './create2-deployer.ts'
import type { DevVm } from './dev-vm.ts'
import { putPredeploys, type Predeploy } from './predeploys.ts'

/** The mnemonic of the test accounts, which are at `m/44'/60'/0'/0/0` to `9`. Other development chains use it, too. */
export const mnemonic = 'test test test test test test test test test test test junk'

/** The private keys of the test accounts, which every development chain has. Everybody knows them. */
export const testKeys: readonly Uint8Array[] = [
  'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  '5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  '7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6',
  '47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a',
  '8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba',
  '92db14e403b83dfe3df233f83dfa3a0d7096f21ca9b0d6d6b8d88b2b4ec1564e',
  '4bbbf85ce3377467afe5d46f804f221813b2bb87f24d81f60f1fcdbf7cbf4356',
  'dbda1821b80551c9d65939329250298aa3472ba22feea921c0cf5d620ea67b97',
  '2a871d0798f97d79848a013d4936a73bf4cc922c825d33c1cf7073dff6d409c6',
].map(bytesOf)

/** Balance of a test account on a new chain, in wei: 10,000 of the native asset. */
const BALANCE = 10_000n * 10n ** 18n

/** Returns the addresses and the private keys of the test accounts, in hex. */
export function testAccounts(): readonly { readonly address: Hex; readonly key: Hex }[] {
  return testKeys.map((key) => ({
    address: getAddress(createAddressFromPrivateKey(key).toString()),
    key: hexOf(key),
  }))
}

/**
 * Funds the test accounts, and deploys the CREATE2 factory and other contracts after the last block. The caller must pause block production.
 */
export async function prepareDevState(
  { vm }: CChain<DevVm>,
  store: Store,
  predeploys: readonly Predeploy[],
): Promise<void> {
  await vm.alter(store, async (machine) => {
    await putCreate2Deployer(machine)
    await putPredeploys(machine, predeploys)
    const addresses = testKeys.map((key) => createAddressFromPrivateKey(key))
    // A fork fetches them, and everybody can make these accounts delegate on public networks.
    const found = await Promise.all(addresses.map((address) => machine.state.getAccount(address)))
    for (const [at, address] of addresses.entries()) {
      const account = createAccount({ balance: BALANCE, nonce: found[at]?.nonce ?? 0n })
      await machine.state.putAccount(address, account)
    }
    return [await supplyChanged(store, BALANCE * BigInt(testKeys.length))]
  })
}
