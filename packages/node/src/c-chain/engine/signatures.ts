import { createRequire } from 'node:module'
import type { CustomCrypto } from '@ethereumjs/common'
import { ecrecover } from '@ethereumjs/util'
import { keccak } from '../../crypto/keccak.ts'

interface NativeSecp256k1 {
  readonly ecdsaRecover: (
    signature: Uint8Array,
    recovery: number,
    hash: Uint8Array,
    compressed: boolean,
  ) => Uint8Array
}

/**
 * Cryptography for the EVM: fast hashing, and signature recovery in native code. Platforms without
 * the native code use JavaScript.
 */
export function evmCrypto(): CustomCrypto {
  const native = nativeLibrary()
  if (native === undefined) return { keccak256: keccak }
  return {
    keccak256: keccak,
    ecrecover(...[hash, v, r, s, chainId]) {
      const recovery = Number(recoveryOf(v, chainId))
      // Ethereum signatures have only the recovery values 0 and 1, but the native library accepts
      // more values.
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
    // The native library is not available for this platform. The caller then uses the portable
    // implementation.
    return undefined
  }
  return isNative(library) ? library : undefined
}

function isNative(library: unknown): library is NativeSecp256k1 {
  return typeof library === 'object' && library !== null && 'ecdsaRecover' in library
}
