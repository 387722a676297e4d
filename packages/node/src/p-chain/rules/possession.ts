import type { ProofOfPossession } from '../../codec/p-chain.ts'
import { provesPossession } from '../../crypto/bls.ts'
import { refused } from '../refusals.ts'

/** A pairing takes milliseconds, and each transaction is checked when it is issued and when it is accepted. */
const REMEMBERED = 1024
const proved = new Set<string>()

/** Checks that the owner of a BLS key has its secret. */
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
    // Not a point of the curve: the bytes are neither key nor proof.
    return false
  }
}
