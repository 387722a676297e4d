import { bls12_381 } from '@noble/curves/bls12-381.js'

/** A BLS public key (48 bytes) and its proof of possession (96 bytes). */
export interface BlsKey {
  readonly publicKey: Uint8Array
  readonly proofOfPossession: Uint8Array
}

const POSSESSION = 'BLS_POP_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_'
const MESSAGE = 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_'
const scheme = bls12_381.longSignatures

/** Returns the public key of a 32-byte secret scalar, with its proof of possession. */
export function blsIdentity(secret: Uint8Array): BlsKey {
  const publicKey = scheme.getPublicKey(secret).toBytes(true)
  const signature = scheme.sign(scheme.hash(publicKey, POSSESSION), secret)
  return { publicKey, proofOfPossession: scheme.Signature.toBytes(signature) }
}

export function verifyPossession({ publicKey, proofOfPossession }: BlsKey): boolean {
  return scheme.verify(proofOfPossession, scheme.hash(publicKey, POSSESSION), publicKey)
}

/**
 * Signs a message with several secrets. Returns the aggregated signature of 96 bytes, which equals the signature with
 * the sum of the secrets. Throws a RangeError if that sum is 0.
 */
export function aggregateSignatures(
  message: Uint8Array,
  secrets: readonly Uint8Array[],
): Uint8Array {
  const { Fr } = bls12_381.fields
  const sum = secrets.reduce((total, secret) => Fr.add(total, Fr.fromBytes(secret)), Fr.ZERO)
  if (Fr.is0(sum)) throw new RangeError('the keys of the signers cancel each other out')
  return scheme.Signature.toBytes(scheme.sign(scheme.hash(message, MESSAGE), Fr.toBytes(sum)))
}

/** Verifies an aggregated signature of all keys over one message. Throws if a key is not a valid point. */
export function verifyAggregate(
  message: Uint8Array,
  signature: Uint8Array,
  publicKeys: readonly Uint8Array[],
): boolean {
  const keys = publicKeys.map((key) => bls12_381.G1.Point.fromBytes(key))
  return scheme.verify(signature, scheme.hash(message, MESSAGE), scheme.aggregatePublicKeys(keys))
}

/** Returns the public key of a 32-byte secret scalar. */
export function blsPublicKey(secret: Uint8Array): Uint8Array {
  return scheme.getPublicKey(secret).toBytes(true)
}
