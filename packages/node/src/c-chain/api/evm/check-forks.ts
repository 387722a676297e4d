import type { Common } from '@ethereumjs/common'
import type { CallRequest } from '@native-node/server/c-chain'
import { getAddress } from '../../checksum.ts'
import { present, senderOf } from './call-request.ts'
import { errors } from './errors.ts'
import { refusal } from '../../refusals.ts'

/**
 * Checks that the hard forks that introduced the members of a request are active at a block of a
 * chain, so that no run ignores them. Unknown members are ignored, as in geth.
 */
export function checkForks(request: CallRequest, common: Common): void {
  const { maxFeePerGas, maxPriorityFeePerGas, accessList, authorizationList } = request
  const { blobVersionedHashes, maxFeePerBlobGas } = request
  const isUnknown = (eip: number, ...members: readonly unknown[]): boolean =>
    members.some(present) && !common.isActivatedEIP(eip)
  if (isUnknown(1559, maxFeePerGas, maxPriorityFeePerGas)) {
    const text = 'maxFeePerGas and maxPriorityFeePerGas are not valid before London is active'
    throw errors.invalidTransaction(undefined, text)
  }
  const kind =
    (isUnknown(2930, accessList) && 'access list') ||
    (isUnknown(4844, blobVersionedHashes, maxFeePerBlobGas) && 'blob') ||
    (isUnknown(7702, authorizationList) && 'setcode')
  if (kind === false) return
  const text = `transaction type not supported: ${kind} tx (sender ${getAddress(senderOf(request))})`
  throw refusal('invalidTransaction', text)
}
