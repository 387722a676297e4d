import { randomBytes } from 'node:crypto'
import type { CChainDevWalletHandlers } from '@native-node/server/c-chain-dev'
import { BoundedMap } from '../../../codec/bounded-map.ts'
import { errors } from '../../dev/errors.ts'
import { hexOf, type Hex } from '../../hex.ts'
import { quantity } from '../evm/format.ts'
import { signingHandlers } from '../evm/signing.ts'
import { acceptedReceipt } from '../evm/transactions.ts'
import type { CDevParts } from './parts.ts'

type Methods = 'sendCalls' | 'getCallsStatus' | 'showCallsStatus'

/** Maximum number of sent calls whose state is known. */
const KEPT = 1000
const VERSION = '2.0.0'

/** Handlers of EIP-5792. Each call is a transaction of its own. `check` throws if a chain ID is another one. */
export function callsHandlers(
  { chain, signing }: CDevParts,
  check: (chainId: string) => void,
): Pick<CChainDevWalletHandlers, Methods> {
  const { sendTransaction } = signingHandlers(signing)
  const sent = new BoundedMap<string, Hex[]>(KEPT)
  const sentWith = (id: string): readonly Hex[] => {
    const hashes = sent.get(id)
    if (hashes === undefined) throw errors.unknownBundle()
    return hashes
  }
  return {
    async sendCalls({ request }, ctx) {
      const { calls, chainId, id = hexOf(randomBytes(32)), atomicRequired } = request
      if (chainId !== undefined) check(quantity(chainId))
      if (atomicRequired === true) throw errors.atomicityUnsupported()
      if (sent.has(id)) throw errors.duplicateBundle()
      const [first] = await signing.accounts.list()
      const from = request.from ?? first
      if (from === undefined) throw errors.invalidParams(undefined, 'there is no account')
      const hashes: Hex[] = []
      sent.set(id, hashes)
      for (const { to, data, value } of calls) {
        const call = { ...(to !== undefined && { to }), ...(data !== undefined && { data }) }
        const transaction = { ...call, from, value: value ?? 0n }
        try {
          hashes.push((await sendTransaction({ transaction }, ctx)) as Hex)
        } catch (error) {
          if (hashes.length === 0) sent.delete(id)
          throw error
        }
      }
      return { id }
    },
    async getCallsStatus({ id }) {
      const hashes = sentWith(id)
      const found = await Promise.all(hashes.map((hash) => acceptedReceipt(chain, hash)))
      const receipts = found.flatMap((receipt) => receipt ?? [])
      const failed = receipts.filter(({ status }) => BigInt(status ?? 1) === 0n).length
      const isPending = receipts.length < hashes.length
      const status = isPending ? 100 : failed === 0 ? 200 : failed === hashes.length ? 500 : 600
      const { chainId } = chain.vm.rules
      return { version: VERSION, id, chainId, status, atomic: false, receipts }
    },
    showCallsStatus({ id }) {
      sentWith(id)
      return null
    },
  }
}
