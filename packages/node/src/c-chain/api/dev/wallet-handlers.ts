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
function hashOf({ types, primaryType, domain, message }: TypedData, chainId: bigint): Uint8Array {
  if (Object.keys(types).length > MOST_TYPES) throw invalid(`more than ${MOST_TYPES} types`)
  const { chainId: wanted = chainId } = domain
  if (!['string', 'number', 'bigint'].includes(typeof wanted) || Number(wanted) !== Number(chainId))
    throw invalid(`the chain ID of the domain is not ${chainId}`)
  try {
    const data = { types, primaryType, domain: asText(domain), message: asText(message) }
    // Safe cast: the encoder checks the members against the types.
    return bytesOf(sigHash(data as unknown as Parameters<typeof sigHash>[0]))
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : String(error))
  }
}

/** Returns a value with its numbers as text, from which the encoder reads integers of any type. */
function asText<T>(value: T): T {
  const text = JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'number' || typeof one === 'bigint' ? String(one) : one,
  )
  return JSON.parse(text) as T
}

/** Parses data; the encoder checks what is inside its members. */
function parsed(text: string): TypedData {
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
