import type { Client } from '@native-node/client'
import { privateKeyToAccount } from 'viem/accounts'
import {
  AtomicTx,
  SignedAtomicTx,
  type AtomicExportTx,
  type AtomicImportTx,
} from '../../../packages/node/src/codec/c-chain.ts'
import { decode, encode, type ID, type ShortID } from '../../../packages/node/src/codec/field.ts'
import { shortIDOf } from '../../../packages/node/src/codec/ids.ts'
import { PlatformUtxo } from '../../../packages/node/src/codec/p-chain.ts'
import type { Utxo } from '../../../packages/node/src/codec/structures.ts'
import { checkedHex, fromCheckedHex } from '../../../packages/node/src/codec/text.ts'
import { XUtxo, type UnsignedTx } from '../../../packages/node/src/codec/x-chain.ts'
import { sha256 } from '../../../packages/node/src/crypto/hashes.ts'
import { sign } from '../../../packages/node/src/crypto/keys.ts'
import { amountOf } from '../../../packages/node/src/p-chain/rules/syntax.ts'
import {
  funded as fundedBy,
  signedBy,
  spend,
  type Body,
  type Coin,
  type Out,
} from '../p-chain/wallet.ts'
import {
  allBy,
  amount,
  base,
  C,
  FEE,
  input,
  NATIVE,
  P,
  signedBytes,
  sortedInputs,
  unspent,
  X,
  type Owner,
} from '../x-chain/wallet.ts'

export type ChainName = 'X' | 'P' | 'C'
export const chainIDs: Readonly<Record<ChainName, ID>> = { X, P, C }

/** Amount that atomic transactions of the C-Chain burn: more than the fee at any base fee of the tests. */
export const C_FEE = 5_000_000n
export const WEI = 10n ** 9n

export interface Signed {
  readonly chain: ChainName
  readonly bytes: Uint8Array
}

const on = (chain: ChainName, { text }: Owner): string => `${chain}-${text.slice(2)}`

export const evmAccount = ({ key }: Owner): ReturnType<typeof privateKeyToAccount> =>
  privateKeyToAccount(`0x${Buffer.from(key).toString('hex')}`)

const evmID = (owner: Owner): ShortID =>
  shortIDOf(Buffer.from(evmAccount(owner).address.slice(2), 'hex'))

/** Issues a transaction; resolves with its ID once it is acknowledged. */
export async function issueSigned(client: Client, { chain, bytes }: Signed): Promise<string> {
  const tx = checkedHex(bytes)
  switch (chain) {
    case 'X':
      return (await client.xChain.issueTx({ tx })).txID
    case 'P':
      return (await client.pChain.issueTx({ tx })).txID
    case 'C':
      return bytes[0] === 0
        ? (await client.cChainNative.issueTx({ tx })).txID
        : client.cChain.eth.sendRawTransaction(`0x${Buffer.from(bytes).toString('hex')}`)
  }
}

export type { Coin }

export async function coinsOn(client: Client, owner: Owner): Promise<Coin[]> {
  const coins: Coin[] = []
  for await (const utxo of client.pChain.getUTXOs.items({ addresses: [on('P', owner)] }))
    coins.push(decode(PlatformUtxo, fromCheckedHex(utxo)))
  return coins.filter(({ output }) => output.kind !== 'lockOut')
}

/** Returns the outputs exported to an owner and not imported yet. */
export async function exported(
  client: Client,
  owner: Owner,
  source: ChainName,
  destination: ChainName,
): Promise<Utxo[]> {
  const { utxos } = await pageFrom(client, owner, source, destination)
  return utxos.map((text) => decode(XUtxo, fromCheckedHex(text)))
}

function pageFrom(
  client: Client,
  owner: Owner,
  source: ChainName,
  destination: ChainName,
): Promise<{ readonly utxos: readonly string[] }> {
  const params = { addresses: [on(destination, owner)], sourceChain: source }
  switch (destination) {
    case 'X':
      return client.xChain.getUTXOs(params)
    case 'P':
      return client.pChain.getUTXOs(params)
    case 'C':
      return client.cChainNative.getUTXOs(params)
  }
}

/** Moves an amount on the X-Chain, or exports it. */
export async function fromX(
  client: Client,
  { by, to, units, destination }: Movement,
): Promise<Signed | undefined> {
  const utxos = (await unspent(client, by)).filter(({ output }) => isSum(output.kind))
  const inputs = utxos.slice(0, 16).map((utxo) => input(utxo))
  const rest = inputs.reduce((sum, { input: { amount: units } }) => sum + units, -units - FEE)
  if (rest <= 0n) return undefined
  const given = amount([to], units)
  const back = amount([by], rest)
  const unsigned: UnsignedTx =
    destination === undefined
      ? { kind: 'baseTx', ...base(inputs, [given, back]) }
      : {
          kind: 'exportTx',
          ...base(inputs, [back]),
          destinationChain: chainIDs[destination],
          exportedOutputs: [given],
        }
  return { chain: 'X', bytes: signedBytes(unsigned, allBy(by, unsigned)) }
}

const isSum = (kind: string): boolean => kind === 'secpTransferOutput'

/** Sender, amount and recipient of a transfer; an export if a chain is given. */
export interface Movement {
  readonly by: Owner
  readonly to: Owner
  readonly units: bigint
  readonly destination?: ChainName
}

/** Imports everything that was exported to an owner into the X-Chain. */
export async function intoX(
  client: Client,
  by: Owner,
  source: ChainName,
): Promise<Signed | undefined> {
  const importedInputs = sortedInputs(
    (await exported(client, by, source, 'X')).map((utxo) => input(utxo)),
  )
  const rest = importedInputs.reduce((sum, { input: { amount: units } }) => sum + units, -FEE)
  if (rest <= 0n) return undefined
  const unsigned: UnsignedTx = {
    kind: 'importTx',
    ...base([], [amount([by], rest)]),
    sourceChain: chainIDs[source],
    importedInputs,
  }
  return { chain: 'X', bytes: signedBytes(unsigned, allBy(by, unsigned)) }
}

/** Returns a P-Chain transaction of one owner; undefined if it cannot pay for it. */
export async function onP(
  client: Client,
  by: Owner,
  body: Body,
  outputs: readonly Out[] = [],
): Promise<Signed | undefined> {
  const coins = (await coinsOn(client, by)).slice(0, 16)
  const { price } = await client.pChain.getFeeState()
  const tx = fundedBy(body, coins, by, { price: 2n * price, outputs })
  const rest = tx.outputs.every(({ output }) => amountOf(output) > 0n)
  const back = tx.outputs.reduce((sum, { output }) => sum + amountOf(output), 0n)
  const paid = outputs.reduce((sum, { output }) => sum + amountOf(output), 0n)
  return rest && back > paid ? { chain: 'P', bytes: signedBy(by, tx) } : undefined
}

/** Imports everything that was exported to an owner into the P-Chain. */
export async function intoP(
  client: Client,
  by: Owner,
  source: ChainName,
): Promise<Signed | undefined> {
  const utxos = await exported(client, by, source, 'P')
  if (utxos.length === 0) return undefined
  const importedInputs = sortedInputs(
    utxos.map(({ txID, outputIndex, assetID, output }) => {
      if (output.kind !== 'secpTransferOutput') throw new Error('not a sum')
      return spend({ txID, outputIndex, assetID, output })
    }),
  )
  const body: Body = { kind: 'importTx', sourceChain: chainIDs[source], importedInputs }
  const { price } = await client.pChain.getFeeState()
  const tx = fundedBy(body, [], by, { price: 2n * price })
  return tx.outputs.length > 0 ? { chain: 'P', bytes: signedBy(by, tx) } : undefined
}

/** Imports everything that was exported to an owner into the C-Chain. */
export async function intoC(
  client: Client,
  by: Owner,
  source: ChainName,
): Promise<Signed | undefined> {
  const importedInputs = sortedInputs(
    (await exported(client, by, source, 'C')).slice(0, 16).map((utxo) => input(utxo)),
  )
  const total = importedInputs.reduce((sum, { input: { amount: units } }) => sum + units, 0n)
  if (total <= C_FEE) return undefined
  const tx: AtomicImportTx = {
    networkID: 12_345,
    blockchainID: C,
    sourceChain: chainIDs[source],
    importedInputs,
    outs: [{ address: evmID(by), amount: total - C_FEE, assetID: NATIVE }],
  }
  return signedAtomic({ kind: 'importTx', ...tx }, by, importedInputs.length)
}

/** Exports an amount of an account of the C-Chain. */
export function fromC({ by, to, units, destination = 'X' }: Movement, nonce: bigint): Signed {
  const tx: AtomicExportTx = {
    networkID: 12_345,
    blockchainID: C,
    destinationChain: chainIDs[destination],
    ins: [{ address: evmID(by), amount: units + C_FEE, assetID: NATIVE, nonce }],
    exportedOutputs: [amount([to], units)],
  }
  return signedAtomic({ kind: 'exportTx', ...tx }, by, 1)
}

function signedAtomic(unsignedTx: AtomicTx, by: Owner, count: number): Signed {
  const signature = sign(sha256(encode(AtomicTx, unsignedTx)), by.key)
  const credentials = Array.from({ length: count }, () => ({
    kind: 'secpCredential' as const,
    signatures: [signature],
  }))
  return { chain: 'C', bytes: encode(SignedAtomicTx, { unsignedTx, credentials }) }
}

export interface EvmCall {
  readonly to?: `0x${string}`
  /** In wei. */
  readonly value?: bigint
  readonly data?: `0x${string}`
  readonly gas?: bigint
}

export async function onC(by: Owner, nonce: bigint, call: EvmCall): Promise<Signed> {
  const { gas = 100_000n, ...rest } = call
  const text = await evmAccount(by).signTransaction({
    ...rest,
    chainId: 43_112,
    nonce: Number(nonce),
    gas,
    type: 'eip1559',
    maxFeePerGas: 500n * WEI,
    maxPriorityFeePerGas: 0n,
  })
  return { chain: 'C', bytes: Buffer.from(text.slice(2), 'hex') }
}

export function nonceOf(client: Client, owner: Owner): Promise<bigint> {
  return client.cChain.eth.getTransactionCount(evmAccount(owner).address, 'latest')
}

/** Returns whether an acknowledged transaction is accepted; throws if it is lost. */
export async function isAccepted(client: Client, chain: ChainName, txID: string): Promise<boolean> {
  const status = await statusOf(client, chain, txID)
  if (status === 'Accepted' || status === 'Committed') return true
  if (status === 'Processing') return false
  throw new Error(`${txID} of the ${chain}-Chain was acknowledged, and is ${status}`)
}

async function statusOf(client: Client, chain: ChainName, txID: string): Promise<string> {
  if (chain === 'X') return (await client.xChain.getTxStatus({ txID })).status
  if (chain === 'P') return Object.values(await client.pChain.getTxStatus({ txID })).join(': ')
  if (!txID.startsWith('0x')) return (await client.cChainNative.getAtomicTxStatus({ txID })).status
  const hash = txID as `0x${string}`
  if ((await client.cChain.eth.getTransactionReceipt(hash)) !== null) return 'Accepted'
  return (await client.cChain.eth.getTransactionByHash(hash)) === null ? 'gone' : 'Processing'
}
