import { blsPublicKey } from '../crypto/bls.ts'
import { localGenesis } from '../network/genesis/local.ts'

/** The BLS secret keys of validators for which this process signs. */
export class LocalSigner {
  readonly #secrets = new Map<string, Uint8Array>()

  /**
   * Returns a signer for the validators of local networks. The secret keys of these validators are
   * public.
   */
  static ofLocalNetwork(): LocalSigner {
    const signer = new LocalSigner()
    for (const [at, { signer: key }] of localGenesis.initialStakers.entries())
      if (key !== undefined)
        signer.#secrets.set(
          hex(key.publicKey),
          Buffer.from(`AvalancheLocalNetworkValidator0${at + 1}`),
        )
    return signer
  }

  add(secret: Uint8Array): Uint8Array {
    const publicKey = blsPublicKey(secret)
    this.#secrets.set(hex(publicKey), secret)
    return publicKey
  }

  readonly secretOf = (publicKey: Uint8Array): Uint8Array | undefined =>
    this.#secrets.get(hex(publicKey))
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
