import type { CallRequest } from '@native-node/server/c-chain'
import { createAddressFromString } from '@ethereumjs/util'
import { runMessage, type MessageResult } from '../../engine/message.ts'
import { checkPrices, messageOf, senderOf } from './call-request.ts'
import { checkForks } from './check-forks.ts'
import { errors } from './errors.ts'
import { failureError, reportedMessage } from './revert.ts'
import { contextOf, type Prepared } from './run-call.ts'
import { Refusal } from '../../../chain/refusal.ts'

const TRANSFER = 21_000n
const STIPEND = 2_300n
/** Relative tolerance of the search. */
const TOLERANCE = 0.015

/** Returns the minimum gas with which a request succeeds, within the tolerance. */
export async function estimateGas(
  prepared: Prepared,
  request: CallRequest,
  gasCap: bigint,
): Promise<bigint> {
  const succeeds = (gas: bigint): Promise<boolean> => isEnough(prepared, request, gas)
  if ((await isPlainTransfer(prepared, request)) && (await succeeds(TRANSFER))) return TRANSFER
  checkPrices(request)
  let high = await ceiling(prepared, request, gasCap)
  const first = await highest(prepared, request, high)
  let low = first.gasUsed - 1n
  // Most requests need the gas that they use before refunds. If that is enough, less is not, and nothing is left to try.
  const peak = first.gasPeak
  const isExact = first.isPeakEnough || (peak < high && (await succeeds(peak)))
  const isSufficient = async (gas: bigint): Promise<boolean> =>
    isExact ? gas >= peak : succeeds(gas)
  // A nested call gets at most 63/64 of the remaining gas, so the required gas limit may exceed the
  // used gas. The first guess accounts for this, and is usually sufficient.
  const guess = ((peak + STIPEND) * 64n) / 63n
  if (guess < high) {
    if (await isSufficient(guess)) high = guess
    else low = guess
  }
  while (low + 1n < high) {
    if (Number(high - low) / Number(high) < TOLERANCE) break
    const middle = (high + low) / 2n
    // Stay close to the lower bound, because most requests need little more gas than they use.
    const next = middle > low * 2n ? low * 2n : middle
    if (await isSufficient(next)) high = next
    else low = next
  }
  return high
}

async function highest(
  prepared: Prepared,
  request: CallRequest,
  gas: bigint,
): Promise<MessageResult> {
  const tooLittle = (): Error =>
    errors.gasRequiredExceedsAllowance(undefined, `gas required exceeds allowance (${gas})`)
  const result = await tried(prepared, request, gas).catch((error: unknown) => {
    throw error instanceof Refusal && error.reason === 'intrinsicGasTooLow'
      ? tooLittle()
      : reportedMessage(error, (reason) => `failed with ${gas} gas: ${reason}`)
  })
  if (result.failure === undefined) return result
  throw result.failure.kind === 'outOfGas' ? tooLittle() : failureError(result.failure, result)
}

/** Returns the maximum gas that the request, the block, the balance and the node allow. */
async function ceiling(
  { machine, header }: Prepared,
  request: CallRequest,
  gasCap: bigint,
): Promise<bigint> {
  const given = request.gas ?? 0n
  let high = given >= TRANSFER ? given : header.gasLimit
  // The run that follows refuses a tip above the fee cap.
  const feeCap = request.gasPrice ?? request.maxFeePerGas ?? 0n
  if (feeCap > 0n) {
    const account = await machine.state.getAccount(createAddressFromString(senderOf(request)))
    const balance = account?.balance ?? 0n
    const value = request.value ?? 0n
    if (value >= balance && value > 0n) {
      throw errors.insufficientFundsForTransfer(undefined, 'insufficient funds for transfer')
    }
    const affordable = (balance - value) / feeCap
    if (affordable < high) high = affordable
  }
  return gasCap < high ? gasCap : high
}

async function isPlainTransfer({ machine }: Prepared, request: CallRequest): Promise<boolean> {
  const { to, input, data } = request
  if (!to || (input ?? data ?? '0x').length > 2 || (request.accessList ?? []).length > 0)
    return false
  return (await machine.state.getCode(createAddressFromString(to))).length === 0
}

async function isEnough(prepared: Prepared, request: CallRequest, gas: bigint): Promise<boolean> {
  try {
    return (await tried(prepared, request, gas)).failure === undefined
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

async function tried(
  prepared: Prepared,
  request: CallRequest,
  gas: bigint,
): Promise<MessageResult> {
  const { machine } = prepared
  checkForks(request, machine.common)
  const run = messageOf(request, prepared.header, gas)
  await machine.state.checkpoint()
  try {
    // Replaces the gas in the message, since a copy of the request may have many unknown members.
    const message = { ...run.message, gas }
    return await runMessage(machine, message, contextOf(prepared, run.header))
  } finally {
    await machine.state.revert()
    machine.evm.transientStorage.clear()
  }
}
