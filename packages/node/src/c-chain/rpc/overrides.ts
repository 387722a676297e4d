import type { BlockOverrides, StateOverrides } from '@native-node/server/c-chain'
import { createAccount, createAddressFromString } from '@ethereumjs/util'
import type { EvmHeader } from '../chain/header.ts'
import type { Machine } from '../engine/machine.ts'
import { bytesOf, wordBytes } from '../hex.ts'
import { lower } from './block-reference.ts'
import { present } from './call-request.ts'
import { errors } from './errors.ts'

/** Replaces parts of accounts in the state of a machine. */
export async function overrideState(
  { state }: Machine,
  overrides: StateOverrides | null | undefined,
): Promise<void> {
  for (const [text, override] of Object.entries(overrides ?? {})) {
    const address = createAddressFromString(lower(text))
    const { balance, nonce, code } = override
    const account = (await state.getAccount(address)) ?? createAccount({})
    account.balance = balance ?? account.balance
    account.nonce = nonce ?? account.nonce
    await state.putAccount(address, account)
    if (present(code)) await state.putCode(address, bytesOf(code))
    await overrideStorage(state, address, override)
  }
}

async function overrideStorage(
  state: Machine['state'],
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

/** A header with parts replaced. */
export function overrideHeader(
  header: EvmHeader,
  overrides: BlockOverrides | null | undefined,
): EvmHeader {
  if (!overrides) return header
  const { number, difficulty, time, gasLimit, coinbase, baseFee } = overrides
  return {
    ...header,
    number: number ?? header.number,
    difficulty: difficulty ?? header.difficulty,
    timestamp: time ?? header.timestamp,
    gasLimit: gasLimit ?? header.gasLimit,
    miner: present(coinbase) ? lower(coinbase) : header.miner,
    ...(header.baseFeePerGas !== undefined && { baseFeePerGas: baseFee ?? header.baseFeePerGas }),
  }
}

function word(text: string): Uint8Array {
  const bytes = wordBytes(text)
  if (bytes === undefined) throw errors.invalidStorageKey(undefined, `not a storage word: ${text}`)
  return bytes
}
