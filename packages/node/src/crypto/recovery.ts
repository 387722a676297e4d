import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { ShortID } from '../codec/field.ts'
import { shortHash } from './hashes.ts'
import { ecdsaRecover, type NativeRecover } from './native-secp256k1.ts'

const SIGNATURE_LENGTH = 65
/**
 * Maximum recovery number. Numbers above 1 mean that r was reduced modulo the order of the curve,
 * which practically never occurs.
 */
const MAX_RECOVERY = 3

/**
 * Recovers the compressed public key from a compact signature over a hash. Returns undefined for an invalid signature.
 */
type Recover = (hash: Uint8Array, compact: Uint8Array, recovery: number) => Uint8Array | undefined

/** Recovers a public key in JavaScript, on any platform. */
export const recoverPortably: Recover = (hash, compact, recovery) => {
  try {
    const signature = secp256k1.Signature.fromBytes(compact, 'compact')
    return signature.addRecoveryBit(recovery).recoverPublicKey(hash).toBytes(true)
  } catch {
    // The signature is invalid: a number is out of range, or the point is not on the curve.
    return undefined
  }
}

/**
 * Recovers a public key in native code, about twenty times as fast as `recoverPortably`. Undefined
 * if the native library is not built for this platform.
 */
export const recoverNatively: Recover | undefined = ecdsaRecover && withLibrary(ecdsaRecover)

function withLibrary(recoverKey: NativeRecover): Recover {
  return (hash, compact, recovery) => {
    try {
      return recoverKey(compact, recovery, hash, true)
    } catch {
      // The native library throws if the signature is invalid.
      return undefined
    }
  }
}

const recover = recoverNatively ?? recoverPortably

/** Half of the curve order: signatures with a larger s are rejected. */
const HALF = Buffer.from((secp256k1.Point.Fn.ORDER >> 1n).toString(16).padStart(64, '0'), 'hex')

/** Recovers the address that signed a hash. Returns undefined for an invalid signature or a high s. */
export function signerOf(hash: Uint8Array, signature: Uint8Array): ShortID | undefined {
  const recovery = signature[SIGNATURE_LENGTH - 1]
  if (signature.length !== SIGNATURE_LENGTH || recovery === undefined) return undefined
  if (recovery > MAX_RECOVERY || Buffer.compare(signature.subarray(32, 64), HALF) > 0)
    return undefined
  const publicKey = recover(hash, signature.subarray(0, 64), recovery)
  return publicKey && shortHash(publicKey)
}
