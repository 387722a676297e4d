import type { CallRequest } from '@native-node/server/c-chain'
import type { EvmHeader } from '../chain/header.ts'
import type { Authorization } from '../engine/authorize.ts'
import type { EvmMessage } from '../engine/message.ts'
import { bytesOf, type Hex } from '../hex.ts'
import { lower } from './block-reference.ts'
import { errors } from './errors.ts'

const ZERO: Hex = `0x${'00'.repeat(20)}`

/** Returns the data of a request, which has two alternative names. */
export function dataOf({ input, data }: CallRequest): Uint8Array {
  if (present(input) && present(data) && lower(input) !== lower(data)) {
    const text =
      'both "data" and "input" are set and not equal. Please use "input" to pass transaction call data'
    throw errors.conflictingData(undefined, text)
  }
  return bytesOf((present(input) ? input : data) ?? '0x')
}

/** Returns the maximum gas price of a request, and its effective gas price at a base fee. */
export function pricesOf(
  request: CallRequest,
  baseFee: bigint,
): { readonly feeCap: bigint; readonly gasPrice: bigint } {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = request
  const hasDynamic = present(maxFeePerGas) || present(maxPriorityFeePerGas)
  if (present(gasPrice) && hasDynamic) {
    const text = 'both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified'
    throw errors.conflictingFees(undefined, text)
  }
  if (!hasDynamic) return { feeCap: gasPrice ?? 0n, gasPrice: gasPrice ?? 0n }
  const [fee, tip] = [maxFeePerGas ?? 0n, maxPriorityFeePerGas ?? 0n]
  if (tip > fee) {
    const text = `max priority fee per gas higher than max fee per gas: address ${senderOf(request)}, maxPriorityFeePerGas: ${tip}, maxFeePerGas: ${fee}`
    throw errors.invalidFeeCap(undefined, text)
  }
  const price = baseFee + tip < fee ? baseFee + tip : fee
  return { feeCap: fee, gasPrice: price }
}

/** Returns the sender of a request, by default the zero address. */
export function senderOf({ from }: CallRequest): Hex {
  return present(from) ? lower(from) : ZERO
}

/** Returns the message of a request, and the header of its block. Without a price, gas is free. */
export function messageOf(
  request: CallRequest,
  header: EvmHeader,
  gasCap: bigint,
): { readonly message: EvmMessage; readonly header: EvmHeader } {
  const baseFee = header.baseFeePerGas ?? 0n
  const { feeCap, gasPrice } = pricesOf(request, baseFee)
  const from = senderOf(request)
  if (feeCap > 0n && feeCap < baseFee) {
    const text = `max fee per gas less than block base fee: address ${from}, maxFeePerGas: ${feeCap}, baseFee: ${baseFee}`
    throw errors.feeBelowBaseFee(undefined, text)
  }
  const gas = present(request.gas) && request.gas < gasCap ? request.gas : gasCap
  const message = { ...partsOf(request), from, gas, gasPrice, feeCap }
  const isFree = feeCap === 0n && header.baseFeePerGas !== undefined
  return { message, header: isFree ? { ...header, baseFeePerGas: 0n } : header }
}

/** Returns the members of a message that depend only on the request. */
export function partsOf(
  request: CallRequest,
): Omit<EvmMessage, 'from' | 'gas' | 'gasPrice' | 'feeCap'> {
  const { to, value, accessList, blobVersionedHashes, maxFeePerBlobGas, authorizationList } =
    request
  return {
    to: present(to) ? lower(to) : undefined,
    value: value ?? 0n,
    data: dataOf(request),
    accessList: (accessList ?? []).map(({ address, storageKeys }) => ({
      address: lower(address),
      storageKeys: storageKeys.map(lower),
    })),
    ...(present(blobVersionedHashes) && {
      blobHashes: blobVersionedHashes.map(lower),
      blobFeeCap: maxFeePerBlobGas ?? 0n,
    }),
    ...(present(authorizationList) && {
      authorizations: authorizationList.map(authorizationOf),
    }),
  }
}

function authorizationOf(
  item: NonNullable<CallRequest['authorizationList']>[number],
): Authorization {
  const { chainId, address, nonce, yParity, r, s } = item
  return {
    chainId: BigInt(chainId),
    address: lower(address),
    nonce: BigInt(nonce),
    yParity: BigInt(yParity),
    r: BigInt(r),
    s: BigInt(s),
  }
}

/** Whether a member is present. Null counts as absent, as in other clients. */
export function present<T>(value: T | null | undefined): value is T {
  return value !== undefined && value !== null
}
