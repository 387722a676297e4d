import {
  createAccount,
  createAddressFromString,
  eoaCode7702RecoverAuthority,
  type Address,
} from '@ethereumjs/util'
import { MAX_U64 } from '../../codec/field.ts'
import { bytesOf, quantityBytes, ZERO_ADDRESS, type Hex } from '../hex.ts'
import type { Machine } from './machine.ts'

/** An authorization that delegates the code of an account to another address (EIP-7702). */
export interface Authorization {
  readonly chainId: bigint
  readonly address: Hex
  readonly nonce: bigint
  readonly yParity: bigint
  readonly r: bigint
  readonly s: bigint
}

/** Prefix of the code of a delegating account. */
const DELEGATION = [0xef, 0x01, 0x00] as const
/** Work to recover the signer of an authorization. */
const RECOVERY_WORK = 10_000
const HALF_ORDER =
  0x7fff_ffff_ffff_ffff_ffff_ffff_ffff_ffff_5d57_6e73_57a4_501d_dfe9_2f46_681b_20a0n

/** Applies the valid authorizations of a message. Resolves with the gas to refund. */
export async function authorize(machine: Machine, list: readonly Authorization[]): Promise<bigint> {
  const { common } = machine
  if (list.length === 0 || !common.isActivatedEIP(7702)) return 0n
  const back = common.param('perEmptyAccountCost') - common.param('perAuthBaseGas')
  let refund = 0n
  for (const authorization of list) {
    machine.meter?.spend(RECOVERY_WORK)
    if (await applied(machine, authorization)) refund += back
  }
  return refund
}

/**
 * Applies one authorization if it is valid. Resolves with true if gas is refunded, because the
 * account existed before.
 */
async function applied(
  { state, evm, common }: Machine,
  authorization: Authorization,
): Promise<boolean> {
  const { chainId, nonce, address } = authorization
  if (chainId !== 0n && chainId !== common.chainId()) return false
  if (nonce >= MAX_U64) return false
  const authority = signerOf(authorization)
  if (authority === undefined) return false
  evm.journal.addAlwaysWarmAddress(authority.toString())
  const code = await state.getCode(authority)
  const isDelegated = DELEGATION.every((byte, at) => code[at] === byte)
  if (code.length > 0 && !isDelegated) return false
  const known = await state.getAccount(authority)
  const account = known ?? createAccount({})
  if (account.nonce !== nonce) return false
  account.nonce++
  await evm.journal.putAccount(authority, account)
  const target = address === ZERO_ADDRESS ? [] : [...DELEGATION, ...bytesOf(address)]
  await state.putCode(authority, Uint8Array.from(target))
  return known !== undefined
}

function signerOf(authorization: Authorization): Address | undefined {
  const { chainId, address, nonce, yParity, r, s } = authorization
  if (s > HALF_ORDER || yParity > 1n) return undefined
  try {
    return eoaCode7702RecoverAuthority([
      quantityBytes(chainId),
      createAddressFromString(address).bytes,
      quantityBytes(nonce),
      quantityBytes(yParity),
      quantityBytes(r),
      quantityBytes(s),
    ])
  } catch {
    // An authorization with an invalid signature has no effect.
    return undefined
  }
}
