import { createRequire } from 'node:module'
import type { CustomCrypto } from '@ethereumjs/common'
import { ecrecover } from '@ethereumjs/util'
import { keccak } from '../../crypto/keccak.ts'

/** The part of the native library that is used here. */
interface NativeSecp256k1 {
  readonly ecdsaRecover: (
    signature: Uint8Array,
    recovery: number,
    hash: Uint8Array,
    compressed: boolean,
  ) => Uint8Array
}

/** Cryptography for the EVM: native recovery of signers where the platform has it, JavaScript elsewhere; fast hashing. */
export function evmCrypto(): CustomCrypto {
  const native = nativeLibrary()
  if (native === undefined) return { keccak256: keccak }
  return {
    keccak256: keccak,
    ecrecover(...[hash, v, r, s, chainId]) {
      const recovery = Number(recoveryOf(v, chainId))
      // The library accepts more than two values; signatures of Ethereum have only these.
      if (recovery !== 0 && recovery !== 1) return ecrecover(hash, v, r, s, chainId)
      const compact = new Uint8Array(64)
      compact.set(r, 32 - r.length)
      compact.set(s, 64 - s.length)
      return native.ecdsaRecover(compact, recovery, hash, false).subarray(1)
    },
  }
}

function recoveryOf(v: bigint, chainId: bigint | undefined): bigint {
  if (v === 0n || v === 1n) return v
  return chainId === undefined ? v - 27n : v - (chainId * 2n + 35n)
}

function nativeLibrary(): NativeSecp256k1 | undefined {
  let library: unknown
  try {
    library = createRequire(import.meta.url)('secp256k1/bindings')
  } catch {
    // Not built for this platform: the portable implementation is used.
    return undefined
  }
  return isNative(library) ? library : undefined
}

function isNative(library: unknown): library is NativeSecp256k1 {
  return typeof library === 'object' && library !== null && 'ecdsaRecover' in library
}
