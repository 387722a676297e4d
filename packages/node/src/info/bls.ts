import { bls12_381 } from '@noble/curves/bls12-381.js'
import { plainHex } from '../codec/text.ts'

const POSSESSION = 'BLS_POP_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_'
const scheme = bls12_381.longSignatures

/** A node's BLS key as it publishes it: compressed G1 key, 48 bytes; G2 signature over it, 96 bytes. */
export interface BlsIdentity {
  readonly publicKey: Uint8Array
  readonly proofOfPossession: Uint8Array
}

/** The identity that belongs to a secret scalar of 32 bytes. */
export function blsIdentity(secret: Uint8Array): BlsIdentity {
  const publicKey = scheme.getPublicKey(secret).toBytes(true)
  const signature = scheme.sign(scheme.hash(publicKey, POSSESSION), secret)
  return { publicKey, proofOfPossession: scheme.Signature.toBytes(signature) }
}

/** Whether the signature was made over the key with the secret that belongs to it. */
export function provesPossession({ publicKey, proofOfPossession }: BlsIdentity): boolean {
  return scheme.verify(proofOfPossession, scheme.hash(publicKey, POSSESSION), publicKey)
}

/** The identity in the form of `nodePOP`. */
export function publishedBls(identity: BlsIdentity): {
  publicKey: string
  proofOfPossession: string
} {
  return {
    publicKey: plainHex(identity.publicKey),
    proofOfPossession: plainHex(identity.proofOfPossession),
  }
}
