import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { hexNodeID, nodeIDText, type NodeID } from '../codec/ids.ts'
import { shortHash } from '../crypto/hashes.ts'
import type { BlsKey } from '../crypto/bls.ts'
import { put, type Store } from '../store/store.ts'
import { LOCAL_VALIDATOR } from './genesis/local.ts'
import type { Network } from './network.ts'

const NODE_ID = Buffer.from('identity/node-id')
const BLS_SECRET = Buffer.from('identity/bls-secret')
const BLS_KEY = Buffer.from('identity/bls-key')
const BLS_PROOF = Buffer.from('identity/bls-proof')

export interface Identity {
  readonly nodeID: NodeID
  readonly bls: BlsKey
}

/**
 * Returns the identity of the known local validator if the genesis contains this validator.
 * Otherwise returns an identity that is generated once and stored.
 */
export async function identityOf(network: Network, store: Store): Promise<Identity> {
  const local = network.validators.find((validator) => validator.nodeID === LOCAL_VALIDATOR)
  if (local?.key !== undefined) return { nodeID: local.nodeID, bls: local.key }
  return (await storedIdentity(store)) ?? createIdentity(store)
}

async function storedIdentity(store: Store): Promise<Identity | undefined> {
  const [id, publicKey, proofOfPossession] = await store.getMany([NODE_ID, BLS_KEY, BLS_PROOF])
  if (id === undefined || publicKey === undefined || proofOfPossession === undefined)
    return undefined
  return { nodeID: textOf(id), bls: { publicKey, proofOfPossession } }
}

async function createIdentity(store: Store): Promise<Identity> {
  // Import on demand, because loading and warming up the pairing code is the slowest part of starting.
  const { blsIdentity } = await import('../crypto/bls.ts')
  const id = newNodeID()
  const secret = newBlsSecret()
  const bls = blsIdentity(secret)
  await store.write([
    put(NODE_ID, id),
    put(BLS_SECRET, secret),
    put(BLS_KEY, bls.publicKey),
    put(BLS_PROOF, bls.proofOfPossession),
  ])
  return { nodeID: textOf(id), bls }
}

/** Generates a node ID of 20 bytes, hashed from a new key instead of a staking certificate. */
function newNodeID(): Uint8Array {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return Buffer.from(shortHash(publicKey.export({ type: 'spki', format: 'der' })), 'hex')
}

function textOf(id: Uint8Array): NodeID {
  return nodeIDText(hexNodeID(Buffer.from(id).toString('hex')))
}

/** Generates a secret scalar. Clearing the top two bits makes it smaller than the group order. */
function newBlsSecret(): Uint8Array {
  const secret = randomBytes(32)
  secret[0] = (secret[0] ?? 0) & 0x3f
  return secret
}
