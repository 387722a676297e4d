import type { CallRequest } from '@native-node/server/c-chain'
import type { EvmHeader } from '../../chain/header.ts'
import { getAddress } from '../../checksum.ts'
import type { Authorization } from '../../engine/authorize.ts'
import type { EvmMessage } from '../../engine/evm-message.ts'
import { bytesOf, ZERO_ADDRESS, type Hex } from '../../hex.ts'
import { lower } from './block-reference.ts'
import { errors } from './errors.ts'
import { refusal } from '../../refusals.ts'

/** Returns the data of a request: the member `input` or, in older requests, `data`. */
export function dataOf({ input, data }: CallRequest): Uint8Array {
  if (present(input) && present(data) && lower(input) !== lower(data)) {
    const text =
      'both "data" and "input" are set and not equal. Please use "input" to pass transaction call data'
    throw errors.conflictingData(undefined, text)
  }
  return bytesOf((present(input) ? input : data) ?? '0x')
}

/**
 * Checks that a request does not have both a gas price and fee caps. Throws an API error otherwise.
 */
export function checkPrices(request: CallRequest): void {
  if (present(request.gasPrice) && hasDynamicPrice(request)) {
    const text = 'both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified'
    throw errors.conflictingFees(undefined, text)
  }
}

function hasDynamicPrice({ maxFeePerGas, maxPriorityFeePerGas }: CallRequest): boolean {
  return present(maxFeePerGas) || present(maxPriorityFeePerGas)
}

/**
 * Returns the fee cap of a request, and its effective gas price at a base fee. Throws a
 * Refusal if the tip exceeds the fee cap.
 */
export function pricesOf(
  request: CallRequest,
  baseFee: bigint,
): { readonly feeCap: bigint; readonly gasPrice: bigint } {
  checkPrices(request)
  if (!hasDynamicPrice(request)) {
    return { feeCap: request.gasPrice ?? 0n, gasPrice: request.gasPrice ?? 0n }
  }
  const [fee, tip] = [request.maxFeePerGas ?? 0n, request.maxPriorityFeePerGas ?? 0n]
  if (tip > fee) {
    const text = `max priority fee per gas higher than max fee per gas: address ${getAddress(senderOf(request))}, maxPriorityFeePerGas: ${tip}, maxFeePerGas: ${fee}`
    throw refusal('invalidFeeCap', text)
  }
  const price = baseFee + tip < fee ? baseFee + tip : fee
  return { feeCap: fee, gasPrice: price }
}

/** Returns the sender of a request, by default the zero address. */
export function senderOf({ from }: CallRequest): Hex {
  return present(from) ? lower(from) : ZERO_ADDRESS
}

/** Returns the gas limit of a request. `gasCap` is both the default and the maximum. */
export function gasOf({ gas }: CallRequest, gasCap: bigint): bigint {
  return present(gas) && gas < gasCap ? gas : gasCap
}

/**
 * Returns the EVM message of a request, and the header to run it with. Without a gas price, the
 * sender pays nothing and the header has a base fee of 0. Throws a Refusal if the gas price
 * is below the base fee.
 */
export function messageOf(
  request: CallRequest,
  header: EvmHeader,
  gasCap: bigint,
): { readonly message: EvmMessage; readonly header: EvmHeader } {
  const baseFee = header.baseFeePerGas ?? 0n
  const { feeCap, gasPrice } = pricesOf(request, baseFee)
  const from = senderOf(request)
  if (feeCap > 0n) checkFee(from, feeCap, baseFee)
  const message = { ...partsOf(request), from, gas: gasOf(request, gasCap), gasPrice, feeCap }
  const isFree = feeCap === 0n && header.baseFeePerGas !== undefined
  return { message, header: isFree ? freeOf(header) : header }
}

/** Cache of header copies with a base fee of 0, by the original header. */
const free = new WeakMap<EvmHeader, EvmHeader>()

function freeOf(header: EvmHeader): EvmHeader {
  const cached = free.get(header) ?? { ...header, baseFeePerGas: 0n }
  free.set(header, cached)
  return cached
}

/** Checks that a fee cap is not below the base fee. Throws a Refusal otherwise. */
export function checkFee(from: Hex, feeCap: bigint, baseFee = 0n): void {
  if (feeCap >= baseFee) return
  const text = `max fee per gas less than block base fee: address ${getAddress(from)}, maxFeePerGas: ${feeCap}, baseFee: ${baseFee}`
  throw refusal('feeBelowBaseFee', text)
}

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

/** Converts null to undefined. Like other clients, this node treats null as an omitted member. */
export function present<T>(value: T | null | undefined): value is T {
  return value !== undefined && value !== null
}
