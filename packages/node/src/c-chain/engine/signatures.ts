import type { CustomCrypto } from '@ethereumjs/common'
import { ecrecover } from '@ethereumjs/util'
import { keccak } from '../../crypto/keccak.ts'
import { ecdsaRecover } from '../../crypto/native-secp256k1.ts'

/**
 * Cryptography for the EVM: fast hashing, and signature recovery in native code. Platforms without
 * the native code use JavaScript.
 */
export function evmCrypto(): CustomCrypto {
  if (ecdsaRecover === undefined) return { keccak256: keccak }
  const recover = ecdsaRecover
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
      return recover(compact, recovery, hash, false).subarray(1)
    },
  }
}

function recoveryOf(v: bigint, chainId: bigint | undefined): bigint {
  if (v === 0n || v === 1n) return v
  return chainId === undefined ? v - 27n : v - (chainId * 2n + 35n)
}
