import { createAccount, createAddressFromString } from '@ethereumjs/util'
import type { Machine } from '../engine/machine.ts'
import { bytesOf } from '../hex.ts'

/**
 * The CREATE2 factory that Foundry, Hardhat Ignition and others call, at the address that it has on every chain. Its code
 * is what the signed transaction of the factory deploys: https://github.com/Arachnid/deterministic-deployment-proxy
 */
const address = createAddressFromString('0x4e59b44847b379578588920ca78fbf26c0b4956c')
const code = bytesOf(
  '7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3',
)

/** Writes the factory to a state. */
export async function putCreate2Deployer({ state }: Machine): Promise<void> {
  // A fork may have it.
  if ((await state.getCode(address)).length > 0) return
  await state.putAccount(address, createAccount({ nonce: 1n }))
  await state.putCode(address, code)
}
