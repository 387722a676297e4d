import type { CallRequest, CChainEthHandlers } from '@native-node/server/c-chain'
import type { AccessList } from '@ethereumjs/tx'
import { createAddressFromString } from '@ethereumjs/util'
import type { ChainView } from '../../chain/c-chain.ts'
import type { Machine } from '../../engine/machine.ts'
import type { MessageResult } from '../../engine/message.ts'
import type { Hex } from '../../hex.ts'
import { lower } from './block-reference.ts'
import { gasOf, partsOf, present, pricesOf, senderOf } from './call-request.ts'
import { reportedMessage } from './revert.ts'
import { runUnreported, type Prepared } from './run-call.ts'
import { encodeUnsigned } from './simulate/unsigned.ts'
import { Refusal } from '../../../chain/refusal.ts'

type Listed = Awaited<ReturnType<CChainEthHandlers['createAccessList']>>

/** Runs a request repeatedly until its access list no longer changes. Throws API errors. */
export async function accessListOf(
  chain: ChainView,
  prepared: Prepared,
  request: CallRequest,
  gasCap: bigint,
): Promise<Listed> {
  try {
    return await listed(prepared, request, gasCap)
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason === 'invalidFeeCap') {
      throw reportedMessage(error, (reason) => reason)
    }
    const hash = await unsignedHash(chain, prepared, request, gasCap)
    throw reportedMessage(error, (reason) => `failed to apply transaction: ${hash} err: ${reason}`)
  }
}

/**
 * Returns the hash of a request as an unsigned transaction. Geth identifies requests by this hash
 * in error messages.
 */
async function unsignedHash(
  { vm }: ChainView,
  { machine, header }: Prepared,
  request: CallRequest,
  gasCap: bigint,
): Promise<Hex> {
  const from = senderOf(request)
  const account = await machine.state.getAccount(createAddressFromString(from))
  const { feeCap, gasPrice } = pricesOf(request, header.baseFeePerGas ?? 0n)
  return encodeUnsigned({
    message: { ...partsOf(request), from, gas: gasOf(request, gasCap), gasPrice, feeCap },
    nonce: request.nonce ?? account?.nonce ?? 0n,
    chainId: vm.rules.chainId,
    legacyPrice: present(request.gasPrice) ? feeCap : undefined,
    tipCap: request.maxPriorityFeePerGas ?? 0n,
  }).hash
}

async function listed(prepared: Prepared, request: CallRequest, gasCap: bigint): Promise<Listed> {
  let accessList: AccessList =
    request.accessList?.map(({ address, storageKeys }) => ({
      address: lower(address),
      storageKeys: storageKeys.map(lower),
    })) ?? []
  for (;;) {
    const { result, found } = await reportAccess(prepared, { ...request, accessList }, gasCap)
    if (isSame(found, accessList)) {
      const { failure } = result
      return { accessList, gasUsed: result.gasUsed, ...(failure && { error: failure.message }) }
    }
    accessList = found
  }
}

async function reportAccess(
  prepared: Prepared,
  request: CallRequest,
  gasCap: bigint,
): Promise<{ readonly result: MessageResult; readonly found: AccessList }> {
  const { machine } = prepared
  await machine.state.checkpoint()
  try {
    const result = await runUnreported(prepared, request, gasCap, true)
    const implied = impliedBy(machine, request, result)
    const found = [...(machine.evm.journal.accessList ?? [])]
      .map(([address, slots]) => ({
        address: `0x${address}` as const,
        storageKeys: [...slots].map((slot): Hex => `0x${slot}`),
      }))
      .filter(({ address, storageKeys }) => storageKeys.length > 0 || !implied.has(address))
    return { result, found }
  } finally {
    await machine.state.revert()
    machine.evm.transientStorage.clear()
  }
}

/**
 * Returns the addresses that are warm in every transaction. An access list omits these addresses,
 * because listing them would only cost gas.
 */
function impliedBy(
  { evm }: Machine,
  request: CallRequest,
  { created }: MessageResult,
): ReadonlySet<string> {
  const to = request.to ? [lower(request.to)] : created === undefined ? [] : [created]
  const precompiles = [...evm.precompiles.keys()].map((address) => `0x${address}`)
  return new Set([senderOf(request), ...to, ...precompiles])
}

function isSame(a: AccessList, b: AccessList): boolean {
  const text = (list: AccessList): string =>
    JSON.stringify(
      list
        .map(({ address, storageKeys }) => [address, ...[...storageKeys].sort()])
        .sort(([left = ''], [right = '']) => (left < right ? -1 : 1)),
    )
  return text(a) === text(b)
}
