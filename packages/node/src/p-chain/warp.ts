import { encode } from '../codec/field.ts'
import { SignedWarpMessage, WarpMessage } from '../codec/messages.ts'
import { aggregateSignatures, verifyAggregate } from '../crypto/bls.ts'
import type { Member } from './state/records.ts'

/**
 * Minimum total weight of the validators that sign, in percent of the weight of the validator set.
 */
export const QUORUM = 67n

/** A BLS key in a validator set. Its weight is the total weight of the nodes with this key. */
export interface WarpSigner {
  readonly publicKey: Uint8Array
  readonly weight: bigint
}

/** Returns the weight of `some` in percent of the weight of `all`, rounded down. */
export function percentOf(some: Iterable<Weighted>, all: Iterable<Weighted>): bigint {
  const total = sum(all)
  return total === 0n ? 0n : (sum(some) * 100n) / total
}

interface Weighted {
  readonly weight: bigint
}

export type WarpProblem = 'warpSigners' | 'warpQuorum' | 'warpSignature'

/** Returns the signers of a validator set ordered by key, which is the order of the signature bits. */
export function signersOf(members: Iterable<Member>): readonly WarpSigner[] {
  const byKey = new Map<string, WarpSigner>()
  for (const { publicKey, weight } of members) {
    if (publicKey.length === 0) continue
    const order = keyOrder(publicKey)
    const before = byKey.get(order)?.weight ?? 0n
    byKey.set(order, { publicKey, weight: before + weight })
  }
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, signer]) => signer)
}

/**
 * Sort key of a BLS key: keys are ordered by their uncompressed form, so the flags of the compressed form are removed.
 */
function keyOrder(publicKey: Uint8Array): string {
  const [first = 0, ...rest] = publicKey
  return Buffer.from([first & 0x1f, ...rest, first & 0x20]).toString('hex')
}

/** Signs a message with all known secret keys of the signers. */
export function signWarp(
  message: WarpMessage,
  signers: readonly WarpSigner[],
  secretOf: (publicKey: Uint8Array) => Uint8Array | undefined,
): Uint8Array {
  const secrets = signers.flatMap(({ publicKey }, bit) => {
    const secret = secretOf(publicKey)
    return secret === undefined ? [] : [{ bit, secret }]
  })
  if (secrets.length === 0)
    throw new RangeError(
      'not enough signers: the node has no signing key of a validator; add one with dev.addWarpSigner',
    )
  const bytes = encode(WarpMessage, message)
  return encode(SignedWarpMessage, {
    ...message,
    signature: {
      kind: 'bitSetSignature',
      signers: bitSet(secrets.map(({ bit }) => bit)),
      signature: aggregateSignatures(
        bytes,
        secrets.map(({ secret }) => secret),
      ),
    },
  })
}

/** Verifies the signature of a message against a validator set. Returns undefined if it is valid. */
export function warpProblem(
  { signature: { signers: bits, signature }, ...message }: SignedWarpMessage,
  members: Iterable<Member>,
): WarpProblem | undefined {
  const all = [...members]
  const signers = signersOf(all)
  const indices = bitsOf(bits)
  if (indices === undefined) return 'warpSigners'
  const signed = indices.flatMap((index) => signers.slice(index, index + 1))
  if (signed.length < indices.length) return 'warpSigners'
  if (percentOf(signed, all) < QUORUM) return 'warpQuorum'
  const { networkID, sourceChainID, payload } = message
  const bytes = encode(WarpMessage, { networkID, sourceChainID, payload })
  return isSigned(bytes, signature, signed) ? undefined : 'warpSignature'
}

function isSigned(
  bytes: Uint8Array,
  signature: Uint8Array,
  signers: readonly WarpSigner[],
): boolean {
  try {
    return verifyAggregate(
      bytes,
      signature,
      signers.map(({ publicKey }) => publicKey),
    )
  } catch {
    // The signature is not a point on the curve.
    return false
  }
}

/** Encodes a bit set as big-endian bytes without leading zeros. */
function bitSet(bits: readonly number[]): Uint8Array {
  const length = bits.length === 0 ? 0 : (Math.max(...bits) >> 3) + 1
  const bytes = new Uint8Array(length)
  for (const bit of bits) {
    const at = length - 1 - (bit >> 3)
    bytes[at] = (bytes[at] ?? 0) | (1 << (bit & 7))
  }
  return bytes
}

/** Decodes a bit set, lowest bit first. Returns undefined if it has a leading zero byte. */
function bitsOf(bytes: Uint8Array): readonly number[] | undefined {
  if (bytes[0] === 0) return undefined
  const bits: number[] = []
  for (const [at, byte] of [...bytes].reverse().entries())
    for (let bit = 0; bit < 8; bit++) if ((byte >> bit) & 1) bits.push(8 * at + bit)
  return bits
}

function sum(items: Iterable<Weighted>): bigint {
  let total = 0n
  for (const { weight } of items) total += weight
  return total
}
