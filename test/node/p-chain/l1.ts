import { decode, encode, type ID } from '../../../packages/node/src/codec/field.ts'
import { hexID, ZERO_ID } from '../../../packages/node/src/codec/ids.ts'
import {
  L1Message,
  SignedWarpMessage,
  WarpPayload,
} from '../../../packages/node/src/codec/messages.ts'
import type { ConvertedValidator } from '../../../packages/node/src/codec/p-chain.ts'
import { concat, u32 } from '../../../packages/node/src/codec/bytes.ts'
import { hashID } from '../../../packages/node/src/crypto/hashes.ts'
import { LocalSigner } from '../../../packages/node/src/p-chain/local-signer.ts'
import { validatorsAt } from '../../../packages/node/src/p-chain/state/validator-sets.ts'
import { signersOf, signWarp } from '../../../packages/node/src/p-chain/warp.ts'
import { signAddressed } from '../../../packages/node/src/p-chain/sign-warp.ts'
import { C, funded, type Owner } from '../x-chain/wallet.ts'
import { params, type TestChain } from './chain.ts'
import { auth, issue, owned, testNode, type TestNode } from './wallet.ts'

/** Manager of the L1s in tests: an account on the C-Chain, so that the local validators sign for it. */
export const manager: Uint8Array = Buffer.from('8db97c7cece249c2b98bdc0226cc4c2a57bf52fc', 'hex')
export const signer: LocalSigner = LocalSigner.ofLocalNetwork()

export function l1Owner(...by: readonly Owner[]): {
  readonly threshold: number
  readonly addresses: Owner['address'][]
} {
  return { threshold: 1, addresses: by.map(({ address }) => address).sort() }
}

export function converted(
  node: TestNode,
  {
    weight = 100n,
    balance = 1_000n,
    owner = funded,
  }: {
    readonly weight?: bigint
    readonly balance?: bigint
    readonly owner?: Owner
  } = {},
): ConvertedValidator {
  return {
    nodeID: node.bytes,
    weight,
    balance,
    signer: node.signer,
    remainingBalanceOwner: l1Owner(owner),
    deactivationOwner: l1Owner(owner),
  }
}

/** Returns the validation ID of the nth validator of a subnet's conversion. */
export function validationOf(subnetID: ID, at: number): ID {
  return hashID(concat(Buffer.from(subnetID, 'hex'), u32(at)))
}

/** A subnet that was converted to an L1 with one validator. */
export async function makeL1(
  chain: TestChain,
  validators: readonly ConvertedValidator[] = [converted(testNode(1))],
  by: Owner = funded,
): Promise<ID> {
  const subnetID = await issue(chain, by, { kind: 'createSubnetTx', owner: owned(by) })
  await issue(chain, by, {
    kind: 'convertSubnetToL1Tx',
    subnetID,
    managerChainID: C,
    managerAddress: manager,
    validators,
    subnetAuth: auth,
  })
  return subnetID
}

/** A message of the manager, signed by the local validators. */
export async function fromManager(
  chain: TestChain,
  message: L1Message,
  from: { readonly sourceChainID?: ID; readonly sourceAddress?: Uint8Array } = {},
): Promise<Uint8Array> {
  const { sourceChainID = C, sourceAddress = manager } = from
  const payload = encode(L1Message, message)
  return signAddressed(chain.state, params, signer, { sourceChainID, sourceAddress, payload })
}

/** A registration of a node, and its validation ID. */
export function registration(
  subnetID: ID,
  node: TestNode,
  expiry: bigint,
  weight = 50n,
): { readonly message: L1Message; readonly validationID: ID } {
  const message: L1Message = {
    kind: 'registerL1Validator',
    subnetID,
    nodeID: node.bytes,
    blsPublicKey: node.signer.publicKey,
    expiry,
    remainingBalanceOwner: l1Owner(funded),
    disableOwner: l1Owner(funded),
    weight,
  }
  return { message, validationID: hashID(encode(L1Message, message)) }
}

export const NOBODY: ID = hexID('ee'.repeat(32))

/** Changes a message after it was signed. */
export function rewarp(
  change: (message: SignedWarpMessage) => SignedWarpMessage,
): (bytes: Uint8Array) => Uint8Array {
  return (bytes) => encode(SignedWarpMessage, change(decode(SignedWarpMessage, bytes)))
}

/** Replaces the signed weight by another one. */
export function otherPayload(message: SignedWarpMessage): SignedWarpMessage {
  const call = decode(WarpPayload, message.payload)
  if (call.kind !== 'addressedCall') throw new Error('not a call')
  const payload = Uint8Array.from(call.payload)
  payload[payload.length - 1] = 51
  return { ...message, payload: encode(WarpPayload, { ...call, payload }) }
}

/** A message of the manager, signed by the first `count` validators only. */
export async function partlySigned(
  chain: TestChain,
  message: L1Message,
  count: number,
): Promise<Uint8Array> {
  const members = (await validatorsAt(chain.state, ZERO_ID, chain.tip.height)).values()
  const signers = signersOf(members)
  const hex = (key: Uint8Array): string => Buffer.from(key).toString('hex')
  const chosen = new Set(signers.slice(0, count).map(({ publicKey }) => hex(publicKey)))
  const whole = decode(SignedWarpMessage, await fromManager(chain, message))
  const { networkID, sourceChainID, payload } = whole
  return signWarp({ networkID, sourceChainID, payload }, signers, (key) =>
    chosen.has(hex(key)) ? signer.secretOf(key) : undefined,
  )
}
