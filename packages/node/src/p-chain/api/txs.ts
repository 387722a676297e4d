import { rpcErrors } from '@native-node/server'
import type { GetTxStatusResult, PChainHandlers } from '@native-node/server/p-chain'
import { NOT_ISSUED, toApiError } from '../../chain/api-error.ts'
import { txFromHex } from '../../chain/tx-from-hex.ts'
import type { ID } from '../../codec/field.ts'
import { idText } from '../../codec/ids.ts'
import { checkedHex } from '../../codec/text.ts'
import type { PChain } from '../chain.ts'
import { acceptedTxs, rewardUtxos } from '../state/records.ts'
import { storedTx } from '../tx.ts'
import { txJson } from './json.ts'
import { idParam } from '../../chain/params.ts'

const errors = rpcErrors.pChain

export function txHandlers(
  chain: PChain,
): Pick<PChainHandlers, 'getTx' | 'getTxStatus' | 'getRewardUTXOs' | 'issueTx'> {
  return {
    async getTx({ txID, encoding }) {
      const { read, space } = chain
      const id = idParam(txID, '/txID')
      const found = await read(({ reader }) => acceptedTxs.get(reader, id))
      if (found === undefined) throw errors.transactionNotFound()
      if (encoding !== 'json') return { tx: checkedHex(found.bytes), encoding: 'hex' }
      return { tx: txJson(storedTx(found.bytes), space), encoding }
    },
    async getTxStatus({ txID }) {
      return statusOf(chain, idParam(txID, '/txID'))
    },
    async getRewardUTXOs({ txID }) {
      const { read } = chain
      const id = idParam(txID, '/txID')
      const utxos: string[] = []
      await read(async ({ reader }) => {
        for await (const bytes of rewardUtxos.scan(reader, id)) utxos.push(checkedHex(bytes))
      })
      return { numFetched: utxos.length, utxos, encoding: 'hex' }
    },
    async issueTx({ tx }) {
      const bytes = txFromHex(tx, errors)
      try {
        return { txID: idText(await chain.issue(bytes)) }
      } catch (error) {
        throw toApiError(error, errors, NOT_ISSUED)
      }
    },
  }
}

async function statusOf({ status, read }: PChain, id: ID): Promise<GetTxStatusResult> {
  const found = await status(id, () => read(({ reader }) => acceptedTxs.get(reader, id)))
  switch (found.kind) {
    case 'accepted':
      return { status: found.accepted.aborted ? 'Aborted' : 'Committed' }
    case 'pending':
      return { status: 'Processing' }
    case 'dropped':
      return { status: 'Dropped', reason: found.error.message }
    case 'unknown':
      return { status: 'Unknown' }
  }
}
