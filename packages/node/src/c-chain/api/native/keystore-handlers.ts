import type { CChainNativeHandlers } from '@native-node/server/c-chain-native'
import { parseBareAddress } from '../../../codec/address.ts'
import type { ID, ShortID } from '../../../codec/field.ts'
import { idText, parseID } from '../../../codec/ids.ts'
import { parsePrivateKey, privateKeyText } from '../../../crypto/keys.ts'
import { secondsOf } from '../../../chain/clock.ts'
import { storeKey, privateKeys } from '../../../keystore/keys.ts'
import type { UserValues } from '../../../keystore/users.ts'
import { reading } from '../../../store/store.ts'
import { atomicOutputs } from '../../atomic/outputs.ts'
import { evmAddressOf } from '../../atomic/rules.ts'
import { hexOf } from '../../hex.ts'
import type { CChain } from '../../chain/c-chain.ts'
import { getAddress } from '../../checksum.ts'
import { baseFeeNow } from '../evm/fees.ts'
import { spendableBy, type Spendable } from '../../../chain/spendable.ts'
import { exportTx, importTx, type Payer } from '../../atomic/create-tx.ts'
import {
  addressGiven,
  errors,
  evmAddressGiven,
  issueAtomic,
  sourceGiven,
  type NativeParts,
} from './handlers.ts'

type Methods = 'export' | 'exportNATIVE' | 'import' | 'importNATIVE' | 'exportKey' | 'importKey'

interface Credentials {
  readonly username: string
  readonly password: string
}

export function keystoreHandlers(parts: NativeParts): Pick<CChainNativeHandlers, Methods> {
  return {
    async export(params) {
      const { nativeAssetID } = parts.network
      const isNative =
        parts.nativeAliases.includes(params.assetID) || parseID(params.assetID) === nativeAssetID
      if (!isNative) throw errors.unknownAsset()
      return exported(parts, params)
    },
    exportNATIVE: (params) => exported(parts, params),
    import: (params) => imported(parts, params),
    importNATIVE: (params) => imported(parts, params),
    async exportKey({ address, ...credentials }) {
      const keys = await evmKeys(parts, credentials)
      const key = keys.get(evmAddressGiven(address.toLowerCase()))
      if (key === undefined) throw errors.keyNotFound()
      return { privateKey: privateKeyText(key), privateKeyHex: hexOf(key) }
    },
    async importKey({ privateKey, ...credentials }) {
      const key = parsePrivateKey(privateKey)
      if (key === undefined) throw errors.invalidPrivateKey()
      const address = evmAddressOf(key)
      const values = await valuesOf(parts, credentials)
      const isStored = await storeKey(values, {
        chain: parts.network.blockchainID,
        address,
        key,
      })
      if (!isStored) throw errors.tooManyKeys()
      return { address: getAddress(`0x${address}`) }
    },
  }
}

interface ExportParams extends Credentials {
  readonly to: string
  readonly amount: bigint | number
  readonly baseFee?: bigint
}

async function exported(
  parts: NativeParts,
  { to: text, amount, baseFee, ...credentials }: ExportParams,
): Promise<{ txID: string }> {
  const { destination, to } = destinationGiven(parts, text)
  const keys = await evmKeys(parts, credentials)
  const { chain } = parts
  const payers: readonly Payer[] = await Promise.all(
    [...keys].map(async ([address, key]) => ({
      ...(await chain.vm.account(`0x${address}`)),
      address,
      key,
    })),
  )
  const context = { network: parts.network, baseFee: baseFee ?? suggested(chain) }
  const tx = exportTx(context, { destination, to, amount: BigInt(amount) }, payers)
  if (tx === 'insufficientFunds') throw errors.insufficientFunds()
  return { txID: idText(await issueAtomic(chain, tx)) }
}

interface ImportParams extends Credentials {
  readonly to: string
  readonly sourceChain: string
  readonly baseFee?: bigint
}

async function imported(
  parts: NativeParts,
  { to: text, sourceChain, baseFee, ...credentials }: ImportParams,
): Promise<{ txID: string }> {
  const to = text.startsWith('0x') ? evmAddressGiven(text.toLowerCase()) : addressGiven(parts, text)
  const source = sourceGiven(parts, sourceChain)
  const values = await valuesOf(parts, credentials)
  const keys = await privateKeys(values, [parts.network.blockchainID])
  const { chain } = parts
  const time = secondsOf(chain.clock)
  const outputs = await reading(parts.store, async (state) => {
    const set = atomicOutputs(state, { source, destination: parts.network.blockchainID })
    const found = new Map<string, Spendable>()
    for (const owner of keys.keys()) {
      for await (const utxo of set.ofOwner(owner)) {
        const spendable = spendableBy(utxo, keys, time)
        if (spendable) found.set(`${utxo.txID}/${utxo.outputIndex}`, spendable)
        if (found.size >= MOST) return [...found.values()]
      }
    }
    return [...found.values()]
  })
  if (outputs.length === 0) throw errors.nothingToImport()
  const context = { network: parts.network, baseFee: baseFee ?? suggested(chain) }
  const tx = importTx(context, { source, to }, outputs)
  if (tx === 'insufficientFunds') throw errors.insufficientFunds()
  return { txID: idText(await issueAtomic(chain, tx)) }
}

/** Maximum number of outputs per import. The gas of a block limits this number. */
const MOST = 64

/** Returns the current base fee plus 10 %, because the fee may rise until the block is built. */
function suggested(chain: CChain): bigint {
  return (baseFeeNow(chain) * 11n) / 10n
}

/**
 * Parses the destination of an export: an address on another chain that can exchange assets with
 * the C-Chain.
 */
function destinationGiven(
  { registry, network, space }: NativeParts,
  text: string,
): { readonly destination: ID; readonly to: ShortID } {
  const at = text.indexOf('-')
  const destination = registry.find(text.slice(0, Math.max(at, 0)))?.id
  const bare = parseBareAddress(text.slice(at + 1))
  if (
    destination === undefined ||
    !network.peers.has(destination) ||
    bare === undefined ||
    bare.hrp !== space.hrp
  ) {
    throw errors.invalidDestination(undefined, `couldn't parse destination address '${text}'`)
  }
  return { destination, to: bare.shortID }
}

async function valuesOf(
  { users }: NativeParts,
  { username, password }: Credentials,
): Promise<UserValues> {
  const user = await users.values(username, password)
  if (user.ok) return user.value
  throw user.fault === 'unknownUser' ? errors.unknownUser() : errors.wrongPassword()
}

/** Returns the keys of a user by EVM address. */
async function evmKeys(
  parts: NativeParts,
  credentials: Credentials,
): Promise<ReadonlyMap<ShortID, Uint8Array>> {
  const values = await valuesOf(parts, credentials)
  const keys = await privateKeys(values, [parts.network.blockchainID])
  return new Map([...keys.values()].map((key) => [evmAddressOf(key), key]))
}
