import type { ProofOfPossession } from '../../codec/p-chain.ts'
import { provesPossession } from '../../crypto/bls.ts'
import { refused } from '../refusals.ts'

/**
 * Maximum number of cached results. A pairing takes milliseconds, and each transaction is checked twice: when it is
 * issued and when it is accepted.
 */
const REMEMBERED = 1024
const proved = new Set<string>()

export function checkPossession(signer: ProofOfPossession): void {
  const key = Buffer.concat([signer.publicKey, signer.proofOfPossession]).toString('base64')
  if (proved.has(key)) return
  if (!isProved(signer)) throw refused('possession')
  if (proved.size >= REMEMBERED) proved.clear()
  proved.add(key)
}

function isProved(signer: ProofOfPossession): boolean {
  try {
    return provesPossession(signer)
  } catch {
    // The key or the proof is not a point on the curve.
    return false
  }
}
