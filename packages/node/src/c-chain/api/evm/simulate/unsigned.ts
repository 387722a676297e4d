import { concat } from '../../../../codec/bytes.ts'
import { keccak } from '../../../../crypto/keccak.ts'
import type { EvmMessage } from '../../../engine/evm-message.ts'
import { bytesOf, hexOf, quantityBytes, type Hex } from '../../../hex.ts'
import { quantity } from '../format.ts'
import { encodeRlp, type RlpInput } from '../../../rlp.ts'

/** A call in the form of an unsigned transaction. */
export interface UnsignedTx {
  readonly message: EvmMessage
  readonly nonce: bigint
  readonly chainId: bigint
  /** Gas price of a legacy transaction; undefined for a transaction with fee caps. */
  readonly legacyPrice: bigint | undefined
  readonly tipCap: bigint
}

export interface EncodedTx {
  readonly type: number
  readonly hash: Hex
  readonly bytes: Uint8Array
  /** RLP item of the transaction list. */
  readonly item: RlpInput
}

const UNSIGNED: readonly Uint8Array[] = [0n, 0n, 0n].map(quantityBytes)

function typeOf({ message, legacyPrice }: UnsignedTx): number {
  if (legacyPrice !== undefined) return 0
  if (message.authorizations !== undefined) return 4
  return message.blobHashes === undefined ? 2 : 3
}

export function encodeUnsigned(tx: UnsignedTx): EncodedTx {
  const type = typeOf(tx)
  const { message, nonce, chainId, legacyPrice, tipCap } = tx
  const { gas, value, data } = message
  const to = message.to === undefined ? new Uint8Array(0) : bytesOf(message.to)
  if (legacyPrice !== undefined) {
    const fields = [nonce, legacyPrice, gas].map(quantityBytes)
    const item: RlpInput = [...fields, to, quantityBytes(value), data, ...UNSIGNED]
    const bytes = encodeRlp(item)
    return { type, bytes, item, hash: hexOf(keccak(bytes)) }
  }
  const fields: RlpInput = [
    ...[chainId, nonce, tipCap, message.feeCap, gas].map(quantityBytes),
    to,
    quantityBytes(value),
    data,
    message.accessList.map(({ address, storageKeys }) => [
      bytesOf(address),
      storageKeys.map(bytesOf),
    ]),
    ...(type === 3
      ? [quantityBytes(message.blobFeeCap ?? 0n), (message.blobHashes ?? []).map(bytesOf)]
      : []),
    ...(type === 4 ? [(message.authorizations ?? []).map(authorizationItem)] : []),
    ...UNSIGNED,
  ]
  const bytes = concat(Uint8Array.of(type), encodeRlp(fields))
  return { type, bytes, item: bytes, hash: hexOf(keccak(bytes)) }
}

function authorizationItem({
  chainId,
  address,
  nonce,
  yParity,
  r,
  s,
}: NonNullable<EvmMessage['authorizations']>[number]): RlpInput {
  const [first, ...rest] = [chainId, nonce, yParity, r, s].map(quantityBytes)
  return [first ?? new Uint8Array(0), bytesOf(address), ...rest]
}

export function unsignedJson(tx: UnsignedTx, { type, hash }: EncodedTx): object {
  const { message, nonce, chainId, tipCap } = tx
  return {
    from: message.from,
    gas: quantity(message.gas),
    gasPrice: quantity(message.gasPrice),
    hash,
    input: hexOf(message.data),
    nonce: quantity(nonce),
    to: message.to ?? null,
    value: quantity(message.value),
    type: quantity(type),
    v: '0x0',
    r: '0x0',
    s: '0x0',
    ...(type !== 0 && {
      maxFeePerGas: quantity(message.feeCap),
      maxPriorityFeePerGas: quantity(tipCap),
      accessList: message.accessList,
      chainId: quantity(chainId),
      yParity: '0x0',
    }),
    ...(type === 3 && {
      maxFeePerBlobGas: quantity(message.blobFeeCap ?? 0n),
      blobVersionedHashes: message.blobHashes,
    }),
    ...(type === 4 && {
      authorizationList: (message.authorizations ?? []).map(({ address, ...numbers }) => ({
        address,
        ...Object.fromEntries(
          Object.entries(numbers).map(([name, value]) => [name, quantity(value)]),
        ),
      })),
    }),
  }
}
