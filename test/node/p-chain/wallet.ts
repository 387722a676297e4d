import { encode, encodeBare } from '../../../packages/node/src/codec/field.ts'
import { hexNodeID, ZERO_ID } from '../../../packages/node/src/codec/ids.ts'
import {
  PlatformOutput,
  PlatformTx,
  SignedPlatformTx,
  type BaseTx,
  type PlatformInput,
  type Validator,
} from '../../../packages/node/src/codec/p-chain.ts'
import type {
  OutputOwners,
  Spending,
  Transferable,
  Utxo,
} from '../../../packages/node/src/codec/structures.ts'
import { blsIdentity } from '../../../packages/node/src/crypto/bls.ts'
import { sha256 } from '../../../packages/node/src/crypto/hashes.ts'
import { sign } from '../../../packages/node/src/crypto/keys.ts'
import { complexityOf, gasOf } from '../../../packages/node/src/p-chain/fees/complexity.ts'
import { gasPrice, type GasConfig } from '../../../packages/node/src/p-chain/fees/gas.ts'
import { advanceTime } from '../../../packages/node/src/p-chain/execute/time.ts'
import { amountOf } from '../../../packages/node/src/p-chain/rules/syntax.ts'
import { PlatformDraft } from '../../../packages/node/src/p-chain/state/state.ts'
import { NATIVE, sortedInputs, type Owner } from '../x-chain/wallet.ts'
import { params, type TestChain } from './chain.ts'

export type Out = Transferable<PlatformOutput>
export type Coin = Utxo<PlatformOutput>
export type Moving = Extract<PlatformTx, BaseTx>
type Without<T> = T extends unknown ? Omit<T, keyof BaseTx> : never
export type Body = Without<Moving>

/** Owners as stored in records. */
export function owners(...by: readonly Owner[]): OutputOwners {
  return { locktime: 0n, threshold: 1, addresses: by.map(({ address }) => address).sort() }
}

/** Owners as encoded in transactions. */
export function owned(
  ...by: readonly Owner[]
): { readonly kind: 'secpOutputOwners' } & OutputOwners {
  return { kind: 'secpOutputOwners', ...owners(...by) }
}

/** Returns an output of an amount, optionally locked until a time. */
export function sum(to: Owner, amount: bigint, locked?: bigint): Out {
  const output = { kind: 'secpTransferOutput', amount, ...owners(to) } as const
  return {
    assetID: NATIVE,
    output: locked === undefined ? output : { kind: 'lockOut', locktime: locked, output },
  }
}

/** An authorization signed by the first owner. */
export const auth = { kind: 'secpInput', sigIndices: [0] } as const

/** Spends an output with the signature of its only owner. */
export function spend({ txID, outputIndex, assetID, output }: Coin): Spending<PlatformInput> {
  const { amount } = output.kind === 'lockOut' ? output.output : output
  const input = { kind: 'secpTransferInput', amount, sigIndices: [0] } as const
  return {
    txID,
    outputIndex,
    assetID,
    input: output.kind === 'lockOut' ? { kind: 'lockIn', locktime: output.locktime, input } : input,
  }
}

/** Returns the outputs in canonical order. */
export function sorted(outputs: readonly Out[]): Out[] {
  return [...outputs].sort(
    (a, b) =>
      (a.assetID < b.assetID ? -1 : Number(a.assetID > b.assetID)) ||
      Buffer.compare(encodeBare(PlatformOutput, a.output), encodeBare(PlatformOutput, b.output)),
  )
}

export function base(inputs: readonly Spending<PlatformInput>[], outputs: readonly Out[]): BaseTx {
  return {
    networkID: 12_345,
    blockchainID: ZERO_ID,
    outputs: sorted(outputs),
    inputs: sortedInputs(inputs),
    memo: new Uint8Array(),
  }
}

/** Returns what a transaction pays in addition to its fee and its outputs. */
function spentBy(body: Body): bigint {
  const outputs =
    body.kind === 'exportTx' ? body.exportedOutputs : 'stake' in body ? body.stake : []
  const staked = outputs.reduce((total, { output }) => total + amountOf(output), 0n)
  if (body.kind === 'convertSubnetToL1Tx')
    return body.validators.reduce((total, { balance }) => total + balance, staked)
  return 'balance' in body ? body.balance + staked : staked
}

/** Adds inputs that cover the transaction, and an output for the change. */
export function funded(
  body: Body,
  coins: readonly Coin[],
  by: Owner,
  { price = 1n, outputs = [] }: { readonly price?: bigint; readonly outputs?: readonly Out[] } = {},
): Moving {
  const imported =
    body.kind === 'importTx'
      ? body.importedInputs.reduce((total, { input }) => total + amountIn(input), 0n)
      : 0n
  const have = coins.reduce((total, { output }) => total + amountOf(output), imported)
  const given = outputs.reduce((total, { output }) => total + amountOf(output), spentBy(body))
  const inputs = coins.map(spend)
  const withRest = (rest: bigint): Moving => ({
    ...body,
    ...base(inputs, rest > 0n ? [...outputs, sum(by, rest)] : outputs),
  })
  const fee = feeOf(withRest(1n), price)
  return withRest(have - given - fee)
}

export function feeOf(tx: PlatformTx, price: bigint): bigint {
  const complexity = complexityOf(tx)
  if (complexity === undefined) throw new Error(`${tx.kind} has no fee`)
  return gasOf(params.gas, complexity) * price
}

function amountIn(input: PlatformInput): bigint {
  return input.kind === 'lockIn' ? input.input.amount : input.amount
}

/** The signed bytes: one credential for each input and one for the authorization, by the same owner. */
export function signedBy(by: Owner, tx: PlatformTx, authorized: Owner = by): Uint8Array {
  const inputs = 'inputs' in tx ? tx.inputs.length : 0
  const imported = tx.kind === 'importTx' ? tx.importedInputs.length : 0
  const signers = Array.from({ length: inputs + imported }, () => [by])
  const hasAuth = 'subnetAuth' in tx || 'disableAuth' in tx
  return signedWith(tx, hasAuth ? [...signers, [authorized]] : signers)
}

/** The signed bytes; `signers` are in the order of the credentials. */
export function signedWith(tx: PlatformTx, signers: readonly (readonly Owner[])[]): Uint8Array {
  const hash = sha256(encode(PlatformTx, tx))
  const credentials = signers.map((by) => ({
    kind: 'secpCredential' as const,
    signatures: by.map(({ key }) => sign(hash, key)),
  }))
  return encode(SignedPlatformTx, { unsignedTx: tx, credentials })
}

export async function coinsOf({ state }: TestChain, { address }: Owner): Promise<Coin[]> {
  const coins: Coin[] = []
  for await (const coin of state.utxos.ofOwner(address)) coins.push(coin)
  return coins
}

export async function priceNow(chain: TestChain, gas: GasConfig = params.gas): Promise<bigint> {
  const draft = new PlatformDraft(chain.store)
  const time = chain.now > chain.tip.time ? chain.now : chain.tip.time
  await advanceTime(draft, { ...params, gas }, time)
  return gasPrice(gas, await draft.totals())
}

/** Funds, signs and issues; resolves with the ID of the transaction and the bytes. */
export async function issue(
  chain: TestChain,
  by: Owner,
  body: Body,
  outputs: readonly Out[] = [],
): Promise<ReturnType<TestChain['accept']> extends Promise<infer ID> ? ID : never> {
  await chain.wake()
  const free = (await coinsOf(chain, by)).filter(({ output }) => output.kind !== 'lockOut')
  const tx = funded(body, free, by, { price: await priceNow(chain), outputs })
  return chain.accept(signedBy(by, tx))
}

export interface TestNode {
  readonly nodeID: Validator['nodeID']
  readonly bytes: Uint8Array
  readonly secret: Uint8Array
  readonly signer: ReturnType<typeof blsIdentity>
}

/** Returns the same node for the same number. */
export function testNode(number: number): TestNode {
  const bytes = Buffer.alloc(20, 7)
  bytes.writeUInt32BE(number)
  const secret = Buffer.alloc(32, 3)
  secret.writeUInt32BE(number, 28)
  return { nodeID: hexNodeID(bytes.toString('hex')), bytes, secret, signer: blsIdentity(secret) }
}
