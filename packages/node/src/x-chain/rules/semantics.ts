import { assetDetail, missingDetail, valueDetail } from '../../chain/refusal-details.ts'
import type { AddressForm } from '../../chain/signatures.ts'
import type { ID } from '../../codec/field.ts'
import type {
  SecpTransferInput,
  SecpTransferOutput,
  Spending,
  Transferable,
  Utxo,
} from '../../codec/structures.ts'
import type { Credential, Operation } from '../../codec/x-chain.ts'
import { utxoIDOf } from '../../chain/utxo-id.ts'
import { fxOf, type FxIndex } from '../fx.ts'
import type { Verdict } from '../refusals.ts'
import type { Tx } from '../tx.ts'
import { checkFxOperation, checkSignatures, type Signing } from './spending.ts'

export interface View {
  readonly utxo: (id: ID) => Promise<Utxo | undefined>
  /** Returns an output that another chain exported to this chain. */
  readonly imported: (source: ID, id: ID) => Promise<Utxo | undefined>
  /** Returns the extensions that an asset uses, or `notAnAsset` if the ID belongs to a transaction of another type. */
  readonly asset: (id: ID) => Promise<ReadonlySet<number> | 'notAnAsset' | undefined>
}

export interface CheckContext {
  readonly view: View
  readonly blockchainID: ID
  /** The other chains of the subnet, which can exchange assets with this chain. */
  readonly peers: ReadonlySet<ID>
  /** Unix seconds. */
  readonly now: bigint
  readonly form: AddressForm
}

/** Checks a transaction against the state: spent outputs, signatures and assets. */
export async function checkSemantics(tx: Tx, context: CheckContext): Promise<Verdict> {
  const { unsigned } = tx
  const { inputs } = unsigned
  return (
    (await checkSpendings(
      tx,
      { inputs, first: 0, find: context.view.utxo, name: 'input' },
      context,
    )) ??
    (await checkAssets(unsigned.outputs, context.view)) ??
    (await checkKind(tx, context))
  )
}

async function checkKind(tx: Tx, context: CheckContext): Promise<Verdict> {
  const { unsigned } = tx
  const first = unsigned.inputs.length
  switch (unsigned.kind) {
    case 'baseTx':
    case 'createAssetTx':
      return undefined
    case 'operationTx':
      for (const [at, operation] of unsigned.operations.entries()) {
        const spend = { credential: tx.credentials[first + at], label: `operation ${at}` }
        const verdict = await checkOperation(tx, operation, spend, context)
        if (verdict !== undefined) return verdict
      }
      return undefined
    case 'importTx': {
      const { sourceChain, importedInputs } = unsigned
      const find = (id: ID): Promise<Utxo | undefined> => context.view.imported(sourceChain, id)
      return (
        checkPeer(sourceChain, context) ??
        (await checkSpendings(
          tx,
          { inputs: importedInputs, first, find, name: 'imported input' },
          context,
        ))
      )
    }
    case 'exportTx':
      return (
        checkPeer(unsigned.destinationChain, context) ??
        (await checkAssets(unsigned.exportedOutputs, context.view))
      )
  }
}

function checkPeer(chain: ID, { blockchainID, peers }: CheckContext): Verdict {
  if (chain === blockchainID) return 'sameChain'
  return peers.has(chain) ? undefined : 'otherSubnet'
}

/** Inputs, the index of their first credential, and the lookup of the outputs that they spend. */
interface Spendings {
  readonly inputs: readonly Spending<SecpTransferInput>[]
  readonly first: number
  readonly find: (id: ID) => Promise<Utxo | undefined>
  readonly name: string
}

async function checkSpendings(
  { credentials, signedHash }: Tx,
  { inputs, first, find, name }: Spendings,
  { view, now: time, form }: CheckContext,
): Promise<Verdict> {
  for (const [at, { input, ...spending }] of inputs.entries()) {
    const label = `${name} ${at}`
    const utxo = await find(utxoIDOf(spending))
    if (utxo === undefined) return { rule: 'missing', detail: missingDetail(label, spending) }
    if (utxo.assetID !== spending.assetID)
      return { rule: 'wrongAsset', detail: assetDetail(label, spending.assetID, utxo.assetID) }
    const credential = credentials[first + at]
    if (credential === undefined)
      return { rule: 'credentialCount', detail: `${label} has no credential` }
    const verdict =
      (await checkAsset(spending.assetID, 0, view)) ??
      checkTransfer(input, utxo, { signedHash, credential, time, label, form })
    if (verdict !== undefined) return verdict
  }
  return undefined
}

function checkTransfer(input: SecpTransferInput, { output }: Utxo, signing: Signing): Verdict {
  if (output.kind !== 'secpTransferOutput') return 'wrongKind'
  if (signing.credential.kind !== 'secpCredential') return 'credentialKind'
  if (input.amount !== output.amount)
    return { rule: 'wrongAmount', detail: valueDetail(signing.label, input.amount, output.amount) }
  return checkSignatures(output, input.sigIndices, signing)
}

async function checkAssets(
  outputs: readonly Transferable<SecpTransferOutput>[],
  view: View,
): Promise<Verdict> {
  for (const { assetID, output } of outputs) {
    const verdict = await checkAsset(assetID, fxOf(output), view)
    if (verdict !== undefined) return verdict
  }
  return undefined
}

/**
 * Checks that an asset was created with support for the extension. An asset cannot be used with
 * other extensions.
 */
async function checkAsset(assetID: ID, fx: FxIndex, view: View): Promise<Verdict> {
  const extensions = await view.asset(assetID)
  if (extensions === undefined) return 'unknownAsset'
  if (extensions === 'notAnAsset') return 'notAnAsset'
  return extensions.has(fx) ? undefined : 'incompatibleFx'
}

async function checkOperation(
  { signedHash }: Tx,
  { assetID, utxoIDs, operation }: Operation,
  { credential, label }: { readonly credential: Credential | undefined; readonly label: string },
  { view, now: time, form }: CheckContext,
): Promise<Verdict> {
  const [utxoID, ...more] = utxoIDs
  if (utxoID === undefined || more.length > 0) return 'operationInputs'
  const utxo = await view.utxo(utxoIDOf(utxoID))
  if (utxo === undefined) return { rule: 'missing', detail: missingDetail(label, utxoID) }
  if (utxo.assetID !== assetID)
    return { rule: 'wrongAsset', detail: assetDetail(label, assetID, utxo.assetID) }
  if (credential === undefined)
    return { rule: 'credentialCount', detail: `${label} has no credential` }
  return (
    (await checkAsset(assetID, fxOf(operation), view)) ??
    checkFxOperation(operation, utxo, { signedHash, credential, time, label, form })
  )
}
