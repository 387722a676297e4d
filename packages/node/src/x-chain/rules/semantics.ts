import type { AddressForm } from '../../chain/rules/signatures.ts'
import { checkAmount, checkCredential, checkSpent } from '../../chain/rules/spending.ts'
import type { ID } from '../../codec/field.ts'
import type { SecpTransferInput, Spending, Utxo } from '../../codec/structures.ts'
import type { Credential, Operation } from '../../codec/x-chain.ts'
import { utxoIDOf } from '../../chain/utxo-id.ts'
import { fxOf, type FxIndex } from '../fx.ts'
import { refusal } from '../refusals.ts'
import type { Tx } from '../tx.ts'
import { checkCredentialOf, checkFxOperation, type Signing } from './spending.ts'

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

/**
 * Checks a transaction against the state: spent outputs, signatures and assets. Throws a Refusal. The assets of
 * outputs are those of inputs, because the amounts of inputs cover those of outputs.
 */
export async function checkSemantics(tx: Tx, context: CheckContext): Promise<void> {
  const { inputs } = tx.unsigned
  const spendings = { inputs, first: 0, find: context.view.utxo, name: 'input' }
  await checkSpendings(tx, spendings, context)
  await checkKind(tx, context)
}

async function checkKind(tx: Tx, context: CheckContext): Promise<void> {
  const { unsigned } = tx
  const first = unsigned.inputs.length
  switch (unsigned.kind) {
    case 'baseTx':
    case 'createAssetTx':
      return
    case 'operationTx':
      for (const [at, operation] of unsigned.operations.entries()) {
        const spend = { credential: tx.credentials[first + at], label: `operation ${at}` }
        await checkOperation(tx, operation, spend, context)
      }
      return
    case 'importTx': {
      const { sourceChain, importedInputs: inputs } = unsigned
      checkPeer(sourceChain, context)
      const find = (id: ID): Promise<Utxo | undefined> => context.view.imported(sourceChain, id)
      return checkSpendings(tx, { inputs, first, find, name: 'imported input' }, context)
    }
    case 'exportTx':
      return checkPeer(unsigned.destinationChain, context)
  }
}

function checkPeer(chain: ID, { blockchainID, peers }: CheckContext): void {
  if (chain === blockchainID) throw refusal('sameChain')
  if (!peers.has(chain)) throw refusal('otherSubnet')
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
): Promise<void> {
  for (const [at, { input, ...spending }] of inputs.entries()) {
    const label = `${name} ${at}`
    const utxo = checkSpent(await find(utxoIDOf(spending)), spending, label, refusal)
    const credential = checkCredential(credentials[first + at], label, refusal)
    await checkAsset(spending.assetID, 0, view)
    checkTransfer(input, utxo, { signedHash, credential, time, label, form })
  }
}

function checkTransfer(input: SecpTransferInput, { output }: Utxo, signing: Signing): void {
  if (output.kind !== 'secpTransferOutput') throw refusal('wrongKind')
  if (signing.credential.kind !== 'secpCredential') throw refusal('credentialKind')
  checkAmount(input.amount, output.amount, signing.label, refusal)
  checkCredentialOf(output, input, signing)
}

/**
 * Checks that an asset was created with support for the extension. An asset cannot be used with
 * other extensions.
 */
async function checkAsset(assetID: ID, fx: FxIndex, view: View): Promise<void> {
  const extensions = await view.asset(assetID)
  if (extensions === undefined) throw refusal('unknownAsset')
  if (extensions === 'notAnAsset') throw refusal('notAnAsset')
  if (!extensions.has(fx)) throw refusal('incompatibleFx')
}

async function checkOperation(
  { signedHash }: Tx,
  { assetID, utxoIDs, operation }: Operation,
  given: { readonly credential: Credential | undefined; readonly label: string },
  { view, now: time, form }: CheckContext,
): Promise<void> {
  const { label } = given
  const [utxoID, ...more] = utxoIDs
  if (utxoID === undefined || more.length > 0) throw refusal('operationInputs')
  const found = await view.utxo(utxoIDOf(utxoID))
  const utxo = checkSpent(found, { ...utxoID, assetID }, label, refusal)
  const credential = checkCredential(given.credential, label, refusal)
  await checkAsset(assetID, fxOf(operation), view)
  checkFxOperation(operation, utxo, { signedHash, credential, time, label, form })
}
