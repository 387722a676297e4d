import type { Client } from '@native-node/client'
import {
  decode,
  encode,
  encodeBare,
  type ID,
  type ShortID,
} from '../../../packages/node/src/codec/field.ts'
import { idText, parseID, ZERO_ID } from '../../../packages/node/src/codec/ids.ts'
import {
  Output,
  type SecpTransferInput,
  type SecpTransferOutput,
  type Spending,
  type Transferable,
  type Utxo,
} from '../../../packages/node/src/codec/structures.ts'
import { checkedHex, fromCheckedHex } from '../../../packages/node/src/codec/text.ts'
import {
  Operation,
  SignedTx,
  UnsignedTx,
  XUtxo,
  type BaseTx,
  type Credential,
} from '../../../packages/node/src/codec/x-chain.ts'
import { sha256 } from '../../../packages/node/src/crypto/hashes.ts'
import { addressOf, sign } from '../../../packages/node/src/crypto/keys.ts'
import { bareAddress } from '../../../packages/node/src/codec/address.ts'

/** A test key and its address. */
export interface Owner {
  readonly key: Uint8Array
  readonly address: ShortID
  readonly text: string
}

function owner(key: Uint8Array): Owner {
  const address = addressOf(key)
  return { key, address, text: `X-${bareAddress('local', address)}` }
}

/** The prefunded owner. */
export const funded: Owner = owner(
  Buffer.from('56289e99c94b6912bfc12adc093c9b51124f0dc54ac7a766b2bc5ccf558d8027', 'hex'),
)

/** Returns the same owner for the same number. */
export function someone(number: number): Owner {
  const key = Buffer.alloc(32, 1)
  key.writeUInt32BE(number, 28)
  return owner(key)
}

export const NATIVE: ID = parseID('2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe') ?? ZERO_ID
export const X: ID = parseID('2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed') ?? ZERO_ID
export const C: ID = parseID('2owdGqyG6FFzTHy5qhenDXQcEghvr571KZE3gSfRJERSJinuwC') ?? ZERO_ID
export const P: ID = ZERO_ID
export const FEE = 1_000_000n

/** Returns all outputs that reference the owner, as listed by the node. */
export async function unspent(client: Client, { text }: Owner): Promise<Utxo[]> {
  const utxos: Utxo[] = []
  for await (const utxo of client.xChain.getUTXOs.items({ addresses: [text] }))
    utxos.push(decode(XUtxo, fromCheckedHex(utxo)))
  return utxos
}

/** Owners of an output, its locktime and its threshold. */
export interface Terms {
  readonly assetID?: ID
  readonly locktime?: bigint
  readonly threshold?: number
}

export function amount(
  to: readonly Owner[],
  units: bigint,
  { assetID = NATIVE, locktime = 0n, threshold = 1 }: Terms = {},
): Transferable<SecpTransferOutput> {
  const addresses = to.map(({ address }) => address).sort()
  return {
    assetID,
    output: { kind: 'secpTransferOutput', amount: units, locktime, threshold, addresses },
  }
}

/** Returns an input that spends an amount, signed by the owners at these positions. */
export function input(
  utxo: Utxo,
  sigIndices: readonly number[] = [0],
): Spending<SecpTransferInput> {
  const { txID, outputIndex, assetID, output } = utxo
  if (output.kind !== 'secpTransferOutput') throw new Error(`${output.kind} is no sum`)
  return {
    txID,
    outputIndex,
    assetID,
    input: { kind: 'secpTransferInput', amount: output.amount, sigIndices },
  }
}

/** Returns the common fields of a transaction. */
export function base(
  inputs: readonly Spending<SecpTransferInput>[],
  outputs: readonly Transferable<SecpTransferOutput>[],
): BaseTx {
  return {
    networkID: 12_345,
    blockchainID: X,
    outputs: sortedOutputs(outputs),
    inputs: sortedInputs(inputs),
    memo: new Uint8Array(),
  }
}

/** Spends all outputs of an owner in the native asset: given amounts to others, the rest as change. */
export async function funding(
  client: Client,
  from: Owner,
  outputs: readonly Transferable<SecpTransferOutput>[] = [],
  fee: bigint = FEE,
): Promise<BaseTx> {
  const inputs = (await unspent(client, from))
    .filter(({ assetID, output }) => assetID === NATIVE && output.kind === 'secpTransferOutput')
    .map((utxo) => input(utxo))
  const given = outputs
    .filter(({ assetID }) => assetID === NATIVE)
    .reduce((sum, { output }) => sum + output.amount, fee)
  const rest = inputs.reduce((sum, { input: { amount: units } }) => sum + units, -given)
  return base(inputs, [...outputs, ...(rest > 0n ? [amount([from], rest)] : [])])
}

export function sortedOutputs<T extends Output>(
  outputs: readonly Transferable<T>[],
): Transferable<T>[] {
  return [...outputs].sort(
    (a, b) =>
      (a.assetID < b.assetID ? -1 : Number(a.assetID > b.assetID)) ||
      Buffer.compare(encodeBare(Output, a.output), encodeBare(Output, b.output)),
  )
}

export function sortedInputs<T>(inputs: readonly Spending<T>[]): Spending<T>[] {
  return [...inputs].sort(
    (a, b) => (a.txID < b.txID ? -1 : Number(a.txID > b.txID)) || a.outputIndex - b.outputIndex,
  )
}

export function sortedOperations(operations: readonly Operation[]): Operation[] {
  return [...operations].sort((a, b) =>
    Buffer.compare(encodeBare(Operation, a), encodeBare(Operation, b)),
  )
}

/** Signers of one input or operation, and the extension. */
export interface Signers {
  readonly kind?: Credential['kind']
  readonly by: readonly Owner[]
}

/** The signed bytes. `signers` are in the order of the credentials. */
export function signedBytes(unsignedTx: UnsignedTx, signers: readonly Signers[]): Uint8Array {
  const hash = sha256(encode(UnsignedTx, unsignedTx))
  const credentials = signers.map(({ kind = 'secpCredential', by }) => ({
    kind,
    signatures: by.map(({ key }) => sign(hash, key)),
  }))
  return encode(SignedTx, { unsignedTx, credentials })
}

/** The signed transaction in the form of the API. */
export function signedText(unsignedTx: UnsignedTx, signers: readonly Signers[]): string {
  return checkedHex(signedBytes(unsignedTx, signers))
}

/** One credential for each input, all signed by one owner. */
export function allBy(by: Owner, unsigned: UnsignedTx): Signers[] {
  const more = unsigned.kind === 'importTx' ? unsigned.importedInputs : []
  return [...unsigned.inputs, ...more].map(() => ({ by: [by] }))
}

/** Issues a transaction signed by one owner; resolves with its ID. */
export async function issue(
  client: Client,
  by: Owner,
  unsigned: UnsignedTx,
  further: readonly Signers[] = [],
): Promise<ID> {
  const tx = signedText(unsigned, [...allBy(by, unsigned), ...further])
  const { txID } = await client.xChain.issueTx({ tx })
  const id = parseID(txID)
  if (id === undefined) throw new Error(`${txID} is no ID`)
  return id
}

/** Returns the owner's total balance of an asset. */
export async function balance(
  client: Client,
  { text }: Owner,
  assetID: ID = NATIVE,
): Promise<bigint> {
  const params = { address: text, assetID: idText(assetID), includePartial: true }
  return (await client.xChain.getBalance(params)).balance
}
