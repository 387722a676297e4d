import type { CChainDevEthHandlers, TypedData } from '@native-node/server/c-chain-dev'
import { sigHash } from 'micro-eth-signer/typed-data.js'
import { errors } from '../../dev/errors.ts'
import { bytesOf } from '../../hex.ts'
import { lower } from '../evm/block-reference.ts'
import { keyOf, signedHash } from '../evm/signing.ts'
import type { CDevParts } from './parts.ts'

type Methods = 'requestAccounts' | 'signTypedDataV4'

/** Maximum number of types of structured data, because the work grows by its square. */
const MOST_TYPES = 100
/** Maximum length of structured data as JSON, because hashing blocks the node. */
const MOST_CHARACTERS = 100_000

/** Methods that pages call in wallets. */
export function walletHandlers({
  chain,
  signing: { accounts },
}: CDevParts): Pick<CChainDevEthHandlers, Methods> {
  return {
    requestAccounts: () => accounts.list(),
    async signTypedDataV4({ address, data }) {
      const hash = hashOf(typeof data === 'string' ? parsed(data) : data, chain.vm.rules.chainId)
      return signedHash(hash, await keyOf(accounts.key(lower(address))))
    },
  }
}

/** Returns the hash of structured data (EIP-712). Throws an API error if the data is invalid or for another chain. */
function hashOf(given: TypedData, chainId: bigint): Uint8Array {
  if (Object.keys(given.types).length > MOST_TYPES) throw invalid(`more than ${MOST_TYPES} types`)
  const { chainId: wanted = chainId } = given.domain
  if (!['string', 'number', 'bigint'].includes(typeof wanted) || Number(wanted) !== Number(chainId))
    throw invalid(`the chain ID of the domain is not ${chainId}`)
  const text = JSON.stringify(given, numberAsText)
  if (text.length > MOST_CHARACTERS) throw invalid(`more than ${MOST_CHARACTERS} characters`)
  try {
    // Safe cast: the encoder checks the members against the types.
    return bytesOf(sigHash(JSON.parse(text) as Parameters<typeof sigHash>[0]))
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : String(error))
  }
}

/** Replaces numbers by text, from which the encoder reads integers of any type. */
function numberAsText(_: string, value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : value
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
