import {
  privateToAddress,
  createAccount,
  createAddressFromString,
  publicToAddress,
} from '@ethereumjs/util'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { checkSignatures, type AddressForm } from '../../chain/rules/signatures.ts'
import { checkAmount, checkCredential, checkSpent } from '../../chain/rules/spending.ts'
import { utxoIDOf, utxosOf } from '../../chain/utxo-id.ts'
import { SignedAtomicTx, type AtomicExportTx, type AtomicImportTx } from '../../codec/c-chain.ts'
import { encode, list, type ShortID } from '../../codec/field.ts'
import { shortIDOf } from '../../codec/ids.ts'
import type { SecpTransferOutput, Utxo } from '../../codec/structures.ts'
import { sha256 } from '../../crypto/hashes.ts'
import { signerOf } from '../../crypto/recovery.ts'
import type { AtomicContext, AtomicRules } from '../chain/atomic-rules.ts'
import type { AtomicCTx } from '../chain/tx.ts'
import type { Machine } from '../engine/machine.ts'
import type { Hex } from '../hex.ts'
import { atomicTxs } from '../tables.ts'
import { atomicRefusal as refusal } from '../refusals.ts'
import { atomicFee, atomicGas, burnedBy, WEI } from './fee.ts'
import { atomicConflicts, checkAtomicForm, type AtomicNetwork } from './form.ts'
import { atomicOutputs } from './outputs.ts'

const GAS_LIMIT = 100_000n
const SignedAtomicTxs = list(SignedAtomicTx)

export function atomicRules(network: AtomicNetwork): AtomicRules {
  const route = (
    tx: AtomicCTx,
  ): { source: AtomicNetwork['blockchainID']; destination: AtomicNetwork['blockchainID'] } => {
    const { unsignedTx } = tx.signed
    return unsignedTx.kind === 'importTx'
      ? { source: unsignedTx.sourceChain, destination: network.blockchainID }
      : { source: network.blockchainID, destination: unsignedTx.destinationChain }
  }
  const gasOf = (tx: AtomicCTx): bigint => atomicGas(tx.signed.unsignedTx, tx.unsignedBytes.length)
  return {
    gasLimit: GAS_LIMIT,
    gasOf,
    checkForm: (tx) => checkAtomicForm(tx.signed, network),
    conflicts: (tx) => atomicConflicts(tx.signed),
    async check(tx, context) {
      const { unsignedTx } = tx.signed
      const fee = atomicFee(gasOf(tx), context.baseFee)
      const burned = burnedBy(unsignedTx)
      if (burned < fee) throw refusal('feeTooLow', `burned ${burned}, fee ${fee}`)
      const set = atomicOutputs(context.state, route(tx))
      if (unsignedTx.kind === 'exportTx') return checkExport(tx, unsignedTx, context)
      const form = { hrp: network.hrp, alias: 'C' }
      const found = await set.getMany(unsignedTx.importedInputs.map(utxoIDOf))
      return checkImport(tx, unsignedTx, { ...context, form, found })
    },
    apply: (tx, machine) => applyAtomic(tx, machine),
    async changes(tx, state) {
      const { unsignedTx } = tx.signed
      const set = atomicOutputs(state, route(tx))
      if (unsignedTx.kind === 'exportTx') {
        const exported = utxosOf(tx.id, unsignedTx.exportedOutputs)
        return exported.flatMap((utxo) => set.added(utxo))
      }
      const found = await set.getMany(unsignedTx.importedInputs.map(utxoIDOf))
      return [...found.values()].flatMap((utxo) => set.removed(utxo))
    },
    accepted: (tx, height) => [atomicTxs.put({ height, bytes: tx.bytes }, tx.id)],
    encodeAll: (txs) =>
      txs.length === 0
        ? new Uint8Array(0)
        : encode(
            SignedAtomicTxs,
            txs.map(({ signed }) => signed),
          ),
  }
}

interface ImportContext extends AtomicContext {
  readonly form: AddressForm
  readonly found: ReadonlyMap<string, Utxo<SecpTransferOutput>>
}

function checkImport(
  { signed, unsignedBytes }: AtomicCTx,
  { importedInputs }: AtomicImportTx,
  { found, time, form }: ImportContext,
): void {
  const signedHash = sha256(unsignedBytes)
  for (const [at, { input, ...spending }] of importedInputs.entries()) {
    const label = `imported input ${at}`
    const { output } = checkSpent(found.get(utxoIDOf(spending)), spending, label, refusal)
    checkAmount(input.amount, output.amount, label, refusal)
    const { signatures } = checkCredential(signed.credentials[at], label, refusal)
    const { sigIndices } = input
    checkSignatures(output, { signedHash, time, sigIndices, signatures, label, form }, refusal)
  }
}

async function checkExport(
  { signed, unsignedBytes }: AtomicCTx,
  { ins }: AtomicExportTx,
  { account }: AtomicContext,
): Promise<void> {
  const hash = sha256(unsignedBytes)
  for (const [at, { address, amount, nonce }] of ins.entries()) {
    const signatures = signed.credentials[at]?.signatures ?? []
    const [signature, ...more] = signatures
    const signer = signature && more.length === 0 ? evmSigner(hash, signature) : undefined
    if (signer !== address) {
      const found =
        signer === undefined
          ? 'does not have exactly one valid signature'
          : `is signed by 0x${signer}`
      throw refusal('signature', `input ${at} ${found}, expected 0x${address}`)
    }
    const { balance, nonce: next } = await account(`0x${address}`)
    if (nonce !== next) throw refusal('nonce', `have ${nonce}, want ${next}`)
    if (balance < amount * WEI) throw refusal('funds')
  }
}

/** Returns the EVM address that signed a hash; undefined if the signature is invalid. */
function evmSigner(hash: Uint8Array, signature: Uint8Array): ShortID | undefined {
  // Reject malleable signatures, for example signatures with a high s, as the other chains do.
  if (signerOf(hash, signature) === undefined) return undefined
  const recovery = signature[64] ?? 0
  const parsed = secp256k1.Signature.fromBytes(signature.subarray(0, 64), 'compact')
  const point = parsed.addRecoveryBit(recovery).recoverPublicKey(hash)
  return shortIDOf(publicToAddress(point.toBytes(false).subarray(1)))
}

export function evmAddressOf(key: Uint8Array): ShortID {
  return shortIDOf(privateToAddress(key))
}

/** Credits imported amounts, or debits exported amounts and increments the nonces. */
async function applyAtomic({ signed }: AtomicCTx, { state }: Machine): Promise<void> {
  const { unsignedTx } = signed
  const change = async (address: ShortID, amount: bigint, sent: bigint): Promise<void> => {
    const text: Hex = `0x${address}`
    const at = createAddressFromString(text)
    const account = (await state.getAccount(at)) ?? createAccount({})
    account.balance += amount * WEI
    account.nonce += sent
    await state.putAccount(at, account)
  }
  if (unsignedTx.kind === 'importTx') {
    for (const { address, amount } of unsignedTx.outs) await change(address, amount, 0n)
  } else {
    for (const { address, amount } of unsignedTx.ins) await change(address, -amount, 1n)
  }
}
