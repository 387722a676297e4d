import type {
  CChainDevEthHandlers,
  CChainDevWalletHandlers,
  TypedData,
  TypedValue,
  WalletChain,
} from '@native-node/server/c-chain-dev'
import { sigHash } from 'micro-eth-signer/typed-data.js'
import { errors } from '../../dev/errors.ts'
import { bytesOf, type Hex } from '../../hex.ts'
import { lower } from '../evm/block-reference.ts'
import { quantity } from '../evm/format.ts'
import { keyOf, signedHash } from '../evm/signing.ts'
import type { CDevParts } from './parts.ts'
import { callsHandlers } from './wallet-calls.ts'
import { typedValuesHash } from './typed-values.ts'

type Methods = 'requestAccounts' | 'signTypedData' | 'signTypedDataV3' | 'signTypedDataV4'

/** Maximum number of types of structured data, because the work grows by its square. */
const MOST_TYPES = 100
/** Maximum length of structured data as JSON, because hashing blocks the node. */
const MOST_CHARACTERS = 100_000

/** Methods of the eth namespace that pages call in wallets. */
export function signingHandlers({
  chain,
  signing: { accounts },
}: CDevParts): Pick<CChainDevEthHandlers, Methods> {
  const signed = async (address: string, hash: Uint8Array): Promise<Hex> =>
    signedHash(hash, await keyOf(accounts.key(lower(address))))
  const signedData = (address: string, data: TypedData): Promise<Hex> =>
    signed(address, hashOf(data, chain.vm.rules.chainId))
  return {
    requestAccounts: () => accounts.list(),
    async signTypedData({ first, second }) {
      if (typeof first === 'string') return signedData(first, dataOf(second))
      if (typeof second !== 'string' || !/^0x[\da-f]{40}$/i.test(second))
        throw invalid('an address is required after the values')
      return signed(second, hashOfValues(first))
    },
    async signTypedDataV3({ address, data: given }) {
      const data = dataOf(given)
      const members: readonly unknown[] = Object.values(data.types).flat()
      if (members.some((member) => isRecord(member) && String(member['type']).endsWith(']')))
        throw invalid('version 3 has no arrays; use eth_signTypedData_v4')
      return signedData(address, data)
    },
    signTypedDataV4: async ({ address, data }) => signedData(address, dataOf(data)),
  }
}

/** Methods of wallets. Nobody is asked, since all keys are for tests. */
export function walletHandlers(parts: CDevParts): CChainDevWalletHandlers {
  const {
    chain,
    signing: { accounts },
  } = parts
  const { chainId } = chain.vm.rules
  const permissions: CChainDevWalletHandlers['getPermissions'] = async () => {
    const value = await accounts.list()
    const caveats = [{ type: 'restrictReturnedAccounts' as const, value }]
    return [{ parentCapability: 'eth_accounts', caveats }]
  }
  const checkId = (wanted: string | bigint): null => {
    if (BigInt(wanted) === chainId) return null
    const text = `unrecognized chain ${BigInt(wanted)}: the chain of this node is ${chainId}`
    throw errors.unrecognizedChain(undefined, text)
  }
  const check = ({ chain: wanted }: { readonly chain: WalletChain }): null =>
    checkId(wanted.chainId)
  return {
    getPermissions: permissions,
    requestPermissions: permissions,
    revokePermissions: () => null,
    switchEthereumChain: check,
    addEthereumChain: check,
    watchAsset: () => true,
    getCapabilities: () => ({ [quantity(chainId)]: {} }),
    ...callsHandlers(parts, checkId),
  }
}

/** Returns the hash of structured data (EIP-712). Throws an API error if the data is invalid or for another chain. */
function hashOf(given: TypedData, chainId: bigint): Uint8Array {
  if (Object.keys(given.types).length > MOST_TYPES) throw invalid(`more than ${MOST_TYPES} types`)
  const { chainId: wanted = chainId } = given.domain
  if (!['string', 'number', 'bigint'].includes(typeof wanted) || Number(wanted) !== Number(chainId))
    throw invalid(`the chain ID of the domain is not ${chainId}`)
  const text = textOf(given)
  // Safe casts: the encoder checks the members against the types.
  return checked(() => {
    const data = declaredOf(JSON.parse(text) as TypedData)
    return bytesOf(sigHash(data as Parameters<typeof sigHash>[0]))
  })
}

/** Returns data with the members that its types name. Wallets ignore others, and the encoder refuses them. */
function declaredOf({ types, primaryType, domain, message }: TypedData): TypedData {
  const declared = (type: string, value: unknown): unknown => {
    if (Array.isArray(value))
      return value.map((item) => declared(type.replace(/\[\d*\]$/, ''), item))
    const members = Object.hasOwn(types, type) ? types[type] : undefined
    if (!Array.isArray(members) || !isRecord(value)) return value
    const own = members.filter(({ name }) => Object.hasOwn(value, name))
    return Object.fromEntries(
      own.map(({ name, type: inner }) => [name, declared(inner, value[name])]),
    )
  }
  return {
    types,
    primaryType,
    // Without the type of the domain, all of its members count.
    domain: declared('EIP712Domain', domain) as TypedData['domain'],
    message: declared(primaryType, message) as TypedData['message'],
  }
}

function hashOfValues(values: readonly TypedValue[]): Uint8Array {
  textOf(values)
  return checked(() => typedValuesHash(values))
}

/** Returns data as JSON, in which the encoder reads integers of any type. Throws an API error if it is too long. */
function textOf(data: unknown): string {
  const text = JSON.stringify(data, numberAsText)
  if (text.length > MOST_CHARACTERS) throw invalid(`more than ${MOST_CHARACTERS} characters`)
  return text
}

function checked(hash: () => Uint8Array): Uint8Array {
  try {
    return hash()
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : String(error))
  }
}

/** Replaces numbers by text, from which the encoder reads integers of any type. */
function numberAsText(_: string, value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : value
}

function dataOf(data: TypedData | string): TypedData {
  return typeof data === 'string' ? parsed(data) : data
}

/** Parses data; the encoder checks what is inside its members. */
function parsed(text: string): TypedData {
  if (text.length > MOST_CHARACTERS) throw invalid(`more than ${MOST_CHARACTERS} characters`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw invalid('the text is not JSON')
  }
  if (isRecord(value) && isRecord(value['types']) && isRecord(value['domain']))
    return value as unknown as TypedData
  throw invalid('types, primaryType, domain and message are required')
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function invalid(reason: string): Error {
  return errors.invalidTypedData(undefined, `invalid typed data: ${reason.slice(0, 200)}`)
}
