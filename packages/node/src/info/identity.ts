import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { nodeID, type NodeID } from '../codec/ids.ts'
import type { Store } from '../store/store.ts'
import { blsIdentity, type BlsIdentity } from './bls.ts'
import { localNetwork } from './networks.ts'

const NODE_ID = Buffer.from('identity/node-id')
const BLS_SECRET = Buffer.from('identity/bls-secret')

/** Who this node is to others. */
export interface Identity {
  readonly nodeID: NodeID
  readonly bls: BlsIdentity
}

/** First of the five public validators of the local network; its keys are public too. */
const localValidator = {
  nodeID: 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg' as const,
  blsSecret: Buffer.from('AvalancheLocalNetworkValidator01', 'ascii'),
}

/** The identity of the local network's validator, or of this data folder: made once and kept. */
export async function identityOf(networkID: number, store: Store): Promise<Identity> {
  if (networkID === localNetwork.id) {
    return { nodeID: localValidator.nodeID, bls: blsIdentity(localValidator.blsSecret) }
  }
  const [id, secret] = await Promise.all([store.get(NODE_ID), store.get(BLS_SECRET)])
  if (id !== undefined && secret !== undefined)
    return { nodeID: nodeID(id), bls: blsIdentity(secret) }
  const made = { id: newNodeID(), secret: newBlsSecret() }
  await store.write([
    { kind: 'put', key: NODE_ID, value: made.id },
    { kind: 'put', key: BLS_SECRET, value: made.secret },
  ])
  return { nodeID: nodeID(made.id), bls: blsIdentity(made.secret) }
}

/** 20 bytes, hashed from a fresh key as node IDs are from staking certificates. */
function newNodeID(): Uint8Array {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return ripemd160(sha256(publicKey.export({ type: 'spki', format: 'der' })))
}

/** A scalar below the order of the group: its top two bits are clear. */
function newBlsSecret(): Uint8Array {
  const secret = randomBytes(32)
  secret[0] = (secret[0] ?? 0) & 0x3f
  return secret
}
