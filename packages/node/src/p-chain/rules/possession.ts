import { BoundedMap } from '../../codec/bounded-map.ts'
import type { ProofOfPossession } from '../../codec/p-chain.ts'
import { verifyPossession } from '../../crypto/bls.ts'
import { refusal } from '../refusals.ts'

/**
 * Maximum number of cached results. A pairing takes milliseconds, and each transaction is checked
 * twice: when the transaction is issued and when it is accepted.
 */
const REMEMBERED = 1024
const verified = new BoundedMap<string, true>(REMEMBERED)

export function checkPossession(signer: ProofOfPossession): void {
  const key = Buffer.concat([signer.publicKey, signer.proofOfPossession]).toString('base64')
  if (verified.has(key)) return
  if (!isValidProof(signer)) throw refusal('possession')
  verified.set(key, true)
}

function isValidProof(signer: ProofOfPossession): boolean {
  try {
    return verifyPossession(signer)
  } catch {
    // The signature check failed because the key or the proof is not a point on the curve.
    return false
  }
}
