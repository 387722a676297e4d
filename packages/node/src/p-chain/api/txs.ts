import { rpcErrors } from '@native-node/server'
import type { GetTxStatusResult, PChainHandlers } from '@native-node/server/p-chain'
import type { RpcError } from '@rpcloom/rpc'
import { RefusedTx } from '../../chain/refused-tx.ts'
import { txFromHex } from '../../chain/tx-from-hex.ts'
import type { ID } from '../../codec/field.ts'
import { idText } from '../../codec/ids.ts'
import { checkedHex } from '../../codec/text.ts'
import type { OpenedPChain, PChain } from '../chain.ts'
import { acceptedTxs, rewardUtxos } from '../state/records.ts'
import { storedTx } from '../tx.ts'
import { txJson } from './json.ts'
import { idParam } from '../../chain/params.ts'

const errors = rpcErrors.pChain

export function txHandlers(
  opened: OpenedPChain,
): Pick<PChainHandlers, 'getTx' | 'getTxStatus' | 'getRewardUTXOs' | 'issueTx'> {
  return {
    async getTx({ txID, encoding }) {
      const { read, space } = await opened()
      const id = idParam(txID, '/txID')
      const found = await read(({ reader }) => acceptedTxs.get(reader, id))
      if (found === undefined) throw errors.transactionNotFound()
      if (encoding !== 'json') return { tx: checkedHex(found.bytes), encoding: 'hex' }
      return { tx: txJson(storedTx(found.bytes), space), encoding }
    },
    async getTxStatus({ txID }) {
      return statusOf(await opened(), idParam(txID, '/txID'))
    },
    async getRewardUTXOs({ txID }) {
      const { read } = await opened()
      const id = idParam(txID, '/txID')
      const utxos: string[] = []
      await read(async ({ reader }) => {
        for await (const bytes of rewardUtxos.scan(reader, id)) utxos.push(checkedHex(bytes))
      })
      return { numFetched: utxos.length, utxos, encoding: 'hex' }
    },
    async issueTx({ tx }) {
      const chain = await opened()
      const bytes = txFromHex(tx, errors)
      try {
        return { txID: idText(await chain.issue(bytes)) }
      } catch (error) {
        throw issueError(error)
      }
    },
  }
}

async function statusOf(chain: PChain, id: ID): Promise<GetTxStatusResult> {
  // Look up pending transactions first. In the opposite order, both lookups would miss a
  // transaction that is accepted between them.
  const isPending = chain.pendingTx(id) !== undefined
  const found = await chain.read(({ reader }) => acceptedTxs.get(reader, id))
  if (found !== undefined) return { status: found.aborted ? 'Aborted' : 'Committed' }
  if (isPending || chain.pendingTx(id) !== undefined) return { status: 'Processing' }
  const reason = chain.dropReason(id)
  return reason === undefined ? { status: 'Unknown' } : { status: 'Dropped', reason }
}

const byReason: Readonly<Record<string, (data: undefined, message: string) => RpcError>> = {
  missingUtxo: errors.missingUtxo,
  transactionConflict: errors.transactionConflict,
  wrongSignature: errors.wrongSignature,
  insufficientFunds: errors.insufficientFunds,
  transactionTooLarge: errors.transactionTooLarge,
}

/** Converts an error of the chain to an API error. Returns other errors unchanged. */
function issueError(error: unknown): unknown {
  if (error instanceof RangeError)
    return errors.unparsableTransaction(undefined, `couldn't parse tx: ${error.message}`)
  if (!(error instanceof RefusedTx)) return error
  const make = byReason[error.reason] ?? errors.transactionRefused
  return make(undefined, `couldn't issue tx: ${error.message}`)
}
