import type { SimulatedBlockOverrides, StateOverrides } from '@native-node/server/c-chain'
import { createAccount, createAddressFromString } from '@ethereumjs/util'
import type { EvmHeader } from '../../chain/header.ts'
import { MAX_CODE } from '../../engine/frames.ts'
import type { Machine } from '../../engine/machine.ts'
import { bytesOf, wordBytes } from '../../hex.ts'
import { lower } from './block-reference.ts'
import { present } from './call-request.ts'
import { errors, invalidParam } from './errors.ts'

/**
 * Applies state overrides to a machine. An override can also move a precompiled contract to another
 * address.
 */
export async function overrideState(
  machine: Machine,
  overrides: StateOverrides | null | undefined,
): Promise<void> {
  const { state, meter } = machine
  meter?.spend(workOf(overrides ?? {}))
  movePrecompiles(machine, overrides ?? {})
  for (const [text, override] of Object.entries(overrides ?? {})) {
    const address = createAddressFromString(lower(text))
    const { balance, nonce, code, state: replacement, stateDiff } = override
    const isChanged = [balance, nonce, code, replacement, stateDiff].some(present)
    if (!isChanged) continue
    const account = (await state.getAccount(address)) ?? createAccount({})
    account.balance = balance ?? account.balance
    account.nonce = nonce ?? account.nonce
    await state.putAccount(address, account)
    if (present(code)) await state.putCode(address, codeOf(code, text))
    await overrideStorage(machine, address, override)
  }
}

/**
 * Removes the precompiled contracts at overridden addresses, or moves them to the address that the
 * override requests.
 */
function movePrecompiles({ evm: { precompiles } }: Machine, overrides: StateOverrides): void {
  const addresses = Object.keys(overrides).map(lower)
  for (const [text, override] of Object.entries(overrides)) {
    const address = lower(text)
    const target = override.movePrecompileToAddress ?? override.MovePrecompileToAddress
    const contract = precompiles.get(address.slice(2))
    if (present(target)) {
      if (contract === undefined) {
        throw errors.notAPrecompile(undefined, `account ${address} is not a precompile`)
      }
      if (addresses.includes(lower(target))) {
        throw errors.notAPrecompile(undefined, `account ${lower(target)} is already overridden`)
      }
      precompiles.set(lower(target).slice(2), contract)
    }
    if (contract !== undefined) precompiles.delete(address.slice(2))
  }
}

/** Maximum number of overridden accounts and slots of a call or a simulated block. */
const MOST = 10_000
/** Work to override an account or a slot. */
const OVERRIDE_WORK = 500

/** Returns the work to apply overrides: to write each account and slot, and to hash each byte of code. */
function workOf(overrides: StateOverrides): number {
  let [count, digits] = [0, 0]
  for (const { code, state, stateDiff } of Object.values(overrides)) {
    count += 1 + Object.keys(state ?? stateDiff ?? {}).length
    digits += code?.length ?? 0
  }
  if (count > MOST) throw invalidParam(`state overrides have more than ${MOST} accounts and slots`)
  return count * OVERRIDE_WORK + digits / 2
}

function codeOf(code: string, account: string): Uint8Array {
  const bytes = bytesOf(code)
  if (bytes.length <= MAX_CODE) return bytes
  throw invalidParam(`code of account ${account} has ${bytes.length} bytes, at most ${MAX_CODE}`)
}

async function overrideStorage(
  { state }: Machine,
  address: ReturnType<typeof createAddressFromString>,
  { state: replacement, stateDiff }: StateOverrides[string],
): Promise<void> {
  if (replacement && stateDiff) {
    const text = `account ${address.toString()} has both 'state' and 'stateDiff'`
    throw errors.conflictingOverride(undefined, text)
  }
  if (replacement) await state.clearStorage(address)
  for (const [slot, value] of Object.entries(replacement ?? stateDiff ?? {})) {
    await state.putStorage(address, word(slot), word(value))
  }
}

/** Returns a header with overridden members. Throws an API error for members that only simulated blocks can have. */
export function overrideHeader(
  header: EvmHeader,
  overrides: SimulatedBlockOverrides | null | undefined,
): EvmHeader {
  if (!overrides) return header
  const { beaconRoot, withdrawals } = overrides
  const unsupported = present(beaconRoot) ? 'beaconRoot' : present(withdrawals) && 'withdrawals'
  if (unsupported) {
    const text = `block override "${unsupported}" is not supported for this RPC method`
    throw errors.unsupportedOverride(undefined, text)
  }
  const { number, difficulty, time, gasLimit, prevRandao } = overrides
  const coinbase = overrides.feeRecipient ?? overrides.coinbase
  const baseFee = overrides.baseFeePerGas ?? overrides.baseFee
  // The opcode PREVRANDAO returns the difficulty of a C-Chain block.
  const random =
    present(prevRandao) && header.extDataHash !== undefined ? BigInt(prevRandao) : undefined
  return {
    ...header,
    number: number ?? header.number,
    difficulty: difficulty ?? random ?? header.difficulty,
    timestamp: time ?? header.timestamp,
    gasLimit: gasLimit ?? header.gasLimit,
    miner: present(coinbase) ? lower(coinbase) : header.miner,
    mixHash: present(prevRandao) ? lower(prevRandao) : header.mixHash,
    ...(header.baseFeePerGas !== undefined && { baseFeePerGas: baseFee ?? header.baseFeePerGas }),
  }
}

function word(text: string): Uint8Array {
  const bytes = wordBytes(text)
  if (bytes === undefined)
    throw errors.invalidStorageKey(
      undefined,
      `storage word ${text} must be at most 32 bytes in hex`,
    )
  return bytes
}
