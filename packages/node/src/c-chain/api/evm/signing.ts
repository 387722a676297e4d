import { randomBytes } from 'node:crypto'
import type {
  CallRequest,
  CChainEthHandlers,
  CChainPersonalHandlers,
  EncodedTransactionInput,
} from '@native-node/server/c-chain'
import type { Common } from '@ethereumjs/common'
import { createTx, type AccessList2930TxData, type TypedTransaction } from '@ethereumjs/tx'
import { ecrecover, publicToAddress } from '@ethereumjs/util'
import { concat } from '../../../codec/bytes.ts'
import { keccak } from '../../../crypto/keccak.ts'
import { sign } from '../../../crypto/keys.ts'
import {
  rawKey,
  type AccountFault,
  type Accounts,
  type KeyOrFault,
} from '../../accounts/accounts.ts'
import type { CChain } from '../../chain/c-chain.ts'
import { impersonate } from '../../chain/impersonated.ts'
import { evmTx, unreadable } from '../../chain/tx.ts'
import { bytesOf, hexOf, type Hex } from '../../hex.ts'
import { lower } from './block-reference.ts'
import { callMethods } from './calls.ts'
import { checkPrices, dataOf, present, senderOf } from './call-request.ts'
import { getAddress } from '../../checksum.ts'
import { errors, reported, reporting } from './errors.ts'
import { baseFeeNow, price, suggestedTip } from './fees.ts'
import { bodyJson } from './format.ts'
import { offloading } from './offload.ts'
import type { Caller } from '../../../chain/long-read.ts'
import { calledBy, type RpcParts } from './parts.ts'
import { pendingNonce } from './state.ts'
import { submit } from './submit.ts'

type EthMethods =
  'accounts' | 'sendTransaction' | 'fillTransaction' | 'signTransaction' | 'sign' | 'resend'

/** Accounts that can send transactions without their keys. */
export interface Impersonated {
  readonly has: (address: Hex) => boolean
  readonly list: () => readonly Hex[]
}

export interface SigningParts extends RpcParts {
  readonly accounts: Accounts
  readonly impersonation?: Impersonated
  /** Returns a view of the chain on whose last state gas is estimated; if undefined, that is the chain itself. */
  readonly estimating?: () => Promise<CChain> | undefined
}

export function signingHandlers(parts: SigningParts): Pick<CChainEthHandlers, EthMethods> {
  const { accounts } = parts
  return {
    async accounts() {
      return [...(await accounts.list()), ...(parts.impersonation?.list() ?? [])]
    },
    sendTransaction({ transaction }, ctx) {
      const from = senderOf(transaction)
      const own = partsFor(parts, ctx)
      if (parts.impersonation?.has(from) === true) return sendAs(own, transaction)
      return send(own, transaction, () => accounts.key(from))
    },
    async fillTransaction({ transaction }, ctx) {
      return encoded(await filled(partsFor(parts, ctx), transaction))
    },
    async signTransaction({ transaction }, ctx) {
      checkComplete(transaction)
      const key = await keyOf(accounts.key(senderOf(transaction)))
      return encoded((await filled(partsFor(parts, ctx), transaction)).sign(key))
    },
    async sign({ address, message }) {
      return signed(message, await keyOf(accounts.key(lower(address))))
    },
    async resend({ transaction, gasPrice, gas }, ctx) {
      const key = (): Promise<KeyOrFault> => accounts.key(senderOf(transaction))
      await keyOf(key())
      if (!present(transaction.nonce)) throw errors.nonceMissing()
      const own = partsFor(parts, ctx)
      const old = await filled(own, transaction)
      const waiting = own.chain.pool.at(senderOf(transaction), old.nonce)
      if (waiting === undefined || !isSame(waiting.tx, old)) {
        throw errors.transactionNotFound(undefined, 'transaction not found')
      }
      const again = {
        ...transaction,
        ...(present(gas) && gas > 0n && { gas }),
        ...(present(gasPrice) && gasPrice > 0n && repriced(transaction, gasPrice)),
      }
      return send(own, again, key)
    },
  }
}

/** Returns the parts for a call, whose estimates of gas stop when its caller leaves. */
function partsFor(parts: SigningParts, caller: Caller): SigningParts {
  return { ...parts, chain: calledBy(parts.chain, caller) }
}

export function personalHandlers(parts: SigningParts): CChainPersonalHandlers {
  const { accounts } = parts
  const noWallet = (): never => {
    throw errors.unknownWallet()
  }
  return {
    listAccounts: () => accounts.list(),
    async listWallets() {
      const all = await accounts.list()
      return Promise.all(
        all.map(async (address) => ({
          url: `keystore://${address.slice(2)}`,
          status: (await accounts.key(address)) instanceof Uint8Array ? 'Unlocked' : 'Locked',
          accounts: [{ address, url: `keystore://${address.slice(2)}` }],
        })),
      )
    },
    async newAccount({ passphrase }) {
      return getAddress(await accounts.add(randomBytes(32), passphrase))
    },
    async importRawKey({ privateKey, passphrase }) {
      const key = rawKey(privateKey)
      if (key === undefined) throw errors.invalidPrivateKey()
      const address = await accounts.add(key, passphrase)
      if (address === 'accountExists') throw errors.accountExists()
      return address
    },
    async unlockAccount({ address, passphrase, duration }) {
      const fault = await accounts.unlock(lower(address), passphrase, duration ?? 300)
      if (fault !== undefined) throw errors[fault]()
      return true
    },
    lockAccount: ({ address }) => accounts.lock(lower(address)),
    sendTransaction: ({ transaction, passphrase }, ctx) =>
      send(partsFor(parts, ctx), transaction, () =>
        accounts.keyWith(senderOf(transaction), passphrase),
      ),
    async signTransaction({ transaction, passphrase }, ctx) {
      checkComplete(transaction)
      const key = await keyOf(accounts.keyWith(senderOf(transaction), passphrase))
      return encoded((await filled(partsFor(parts, ctx), transaction)).sign(key))
    },
    async sign({ passphrase, ...given }) {
      const { message, from } = signedParams(given, await accounts.list())
      const key = present(passphrase) ? accounts.keyWith(from, passphrase) : accounts.key(from)
      return signed(message, await keyOf(key))
    },
    ecRecover: ({ message, signature }) => recovered(message, bytesOf(signature)),
    openWallet: noWallet,
    deriveAccount: noWallet,
    initializeWallet: noWallet,
    unpair: noWallet,
  }
}

/**
 * Returns the message and the account of `personal_sign`. Some pages send the address first, as for `eth_sign`: it is the first
 * one if only that is an account.
 */
function signedParams(
  { message, address }: { readonly message: Hex; readonly address: Hex },
  known: readonly string[],
): { readonly message: Hex; readonly from: Hex } {
  const isAccount = (value: string): boolean => known.includes(value.toLowerCase())
  if (isAccount(message) && !isAccount(address)) return { message: address, from: lower(message) }
  if (address.length === 42) return { message, from: lower(address) }
  throw errors.invalidParams(undefined, 'neither param is the address of an account')
}

/** Returns the key of an account. Throws an API error if the account cannot sign. */
export async function keyOf(work: Promise<KeyOrFault>): Promise<Uint8Array> {
  const key = await work
  if (typeof key === 'string') throw errors[key satisfies AccountFault]()
  return key
}

/** Signs and sends a transaction. Transactions of the same sender are sent in the order of the calls. */
function send(
  parts: SigningParts,
  request: CallRequest,
  key: () => Promise<KeyOrFault>,
): Promise<Hex> {
  const { chain, limits, accounts } = parts
  return accounts.inTurn(senderOf(request), async () => {
    const known = await keyOf(key())
    const tx = await filled(parts, request)
    return reporting((async () => submit(chain, limits, evmTx(tx.sign(known))))())
  })
}

/** Sends a transaction without the key of its sender: a fake signature encodes the sender. */
export function sendAs(parts: SigningParts, request: CallRequest): Promise<Hex> {
  const { chain, limits, accounts } = parts
  const from = senderOf(request)
  return accounts.inTurn(from, async () => {
    const tx = await filled(parts, request)
    return reporting(submit(chain, limits, evmTx(impersonate(tx, from))))
  })
}

/**
 * Returns an unsigned transaction with all members. Computes the members that the request omits.
 */
async function filled(
  { chain, limits, estimating }: SigningParts,
  request: CallRequest,
): Promise<TypedTransaction> {
  const { vm } = chain
  checkType(request)
  const from = senderOf(request)
  const chainId = vm.rules.chainId
  if (present(request.chainId) && request.chainId !== chainId) {
    const text = `chainId does not match node's (have=${request.chainId}, want=${chainId})`
    throw errors.chainIdMismatch(undefined, text)
  }
  const data = dataOf(request)
  if (!present(request.to) && data.length === 0) {
    throw errors.contractWithoutCode(undefined, 'contract creation without any data provided')
  }
  const nonce = request.nonce ?? (await pendingNonce(chain, from))
  const prices = await pricesFor(chain, request)
  const estimate = async (): Promise<bigint> => {
    const view = await estimating?.()
    const own = { chain: view ?? chain, limits }
    const { estimateGas } = offloading(own, callMethods, () => 'executionAborted')
    const transaction = estimated(request, prices)
    // The last block of the view has the time and the base fee of the next block already.
    const params = view === undefined ? { transaction } : { transaction, block: 'latest' as const }
    return BigInt(await estimateGas(params, chain))
  }
  const gasLimit = request.gas ?? (await estimate())
  const body = {
    nonce,
    gasLimit,
    value: request.value ?? 0n,
    data,
    ...(present(request.to) && { to: lower(request.to) }),
  }
  return built({ ...body, ...prices }, vm.rules.commonAt(vm.tip.header))
}

function built(fields: Fields, common: Common): TypedTransaction {
  try {
    return createTx(fields, { common, freeze: false })
  } catch (error) {
    throw reported(unreadable(error))
  }
}

/**
 * Returns the request to estimate. A request with a tip needs the fee cap of the transaction;
 * without prices, the sender need not be able to pay for the maximum gas.
 */
function estimated(request: CallRequest, { maxFeePerGas }: Prices): CallRequest {
  const needsFee = present(request.maxPriorityFeePerGas) && !present(request.maxFeePerGas)
  return needsFee && maxFeePerGas !== undefined ? { ...request, maxFeePerGas } : request
}

/**
 * Throws if a request has members of a transaction type that this node does not sign, instead of
 * ignoring these members.
 */
function checkType(request: CallRequest): void {
  const { blobVersionedHashes, maxFeePerBlobGas, authorizationList } = request
  if (present(blobVersionedHashes) || present(maxFeePerBlobGas)) {
    throw errors.invalidTransaction(undefined, 'signing blob transactions not supported')
  }
  if (present(authorizationList)) {
    throw errors.invalidTransaction(undefined, 'transaction type not supported')
  }
}

type Fields = Parameters<typeof createTx>[0]

/** The members of a transaction that depend on its type. */
interface Prices extends Pick<AccessList2930TxData, 'accessList' | 'chainId' | 'gasPrice'> {
  readonly type: 0 | 1 | 2
  readonly maxFeePerGas?: bigint
  readonly maxPriorityFeePerGas?: bigint
}

async function pricesFor(chain: CChain, request: CallRequest): Promise<Prices> {
  checkPrices(request)
  const { chainId } = chain.vm.rules
  const accessList = (request.accessList ?? []).map(({ address, storageKeys }) => ({
    address: lower(address),
    storageKeys: storageKeys.map(lower),
  }))
  if (present(request.gasPrice)) {
    return accessList.length === 0
      ? { type: 0, gasPrice: request.gasPrice }
      : { type: 1, chainId, gasPrice: request.gasPrice, accessList }
  }
  const tip = request.maxPriorityFeePerGas ?? (await suggestedTip(chain))
  const fee = request.maxFeePerGas ?? price(baseFeeNow(chain) * 2n + tip)
  if (tip > fee) {
    const text = `maxFeePerGas (${fee}) < maxPriorityFeePerGas (${tip})`
    throw errors.invalidFeeCap(undefined, text)
  }
  return {
    type: 2,
    chainId,
    accessList,
    maxFeePerGas: fee,
    maxPriorityFeePerGas: tip,
  }
}

function encoded(tx: TypedTransaction): EncodedTransactionInput {
  const hash = tx.isSigned() ? hexOf(tx.hash()) : `0x${'00'.repeat(32)}`
  const prices =
    tx.type < 2
      ? {
          maxFeePerGas: null,
          maxPriorityFeePerGas: null,
          ...('gasPrice' in tx && { gasPrice: tx.gasPrice }),
        }
      : { gasPrice: null }
  // Safe cast: the transaction type determines the member of the union.
  const body = { ...prices, ...bodyJson(tx), hash } as EncodedTransactionInput['tx']
  return { raw: hexOf(tx.serialize()), tx: body }
}

function checkComplete(request: CallRequest): void {
  if (!present(request.gas)) throw errors.gasMissing()
  if (!present(request.gasPrice) && !present(request.maxFeePerGas)) throw errors.feeMissing()
  if (!present(request.nonce)) throw errors.nonceMissing()
}

function isSame(pending: TypedTransaction, requested: TypedTransaction): boolean {
  return hexOf(pending.getHashedMessageToSign()) === hexOf(requested.getHashedMessageToSign())
}

function repriced(request: CallRequest, gasPrice: bigint): Partial<CallRequest> {
  return present(request.gasPrice)
    ? { gasPrice }
    : { maxFeePerGas: gasPrice, maxPriorityFeePerGas: gasPrice }
}

function signed(message: string, key: Uint8Array): Hex {
  return signedHash(messageHash(message), key)
}

/** Signs a hash. V of the signature is 27 or 28. */
export function signedHash(hash: Uint8Array, key: Uint8Array): Hex {
  const bytes = sign(hash, key)
  bytes[64] = 27 + (bytes[64] ?? 0)
  return hexOf(bytes)
}

/** Returns the hash of a message with the prefix of signed messages (EIP-191). */
function messageHash(message: string): Uint8Array {
  const bytes = bytesOf(message)
  return keccak(concat(Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes))
}

function recovered(message: string, signature: Uint8Array): Hex {
  const v = signature[64]
  if (signature.length !== 65 || (v !== 27 && v !== 28)) {
    throw errors.invalidSignature(undefined, 'invalid Ethereum signature (V is not 27 or 28)')
  }
  try {
    const hash = messageHash(message)
    const key = ecrecover(hash, BigInt(v), signature.slice(0, 32), signature.slice(32, 64))
    return hexOf(publicToAddress(key))
  } catch {
    throw errors.invalidSignature()
  }
}
