import { createHash } from 'node:crypto'
import type { Block } from '@ethereumjs/block'
import { createAccount, createAddressFromString } from '@ethereumjs/util'
import { concat } from '../../../codec/bytes.ts'
import type { Withdrawal } from '../../chain/block.ts'
import type { Machine } from '../../engine/machine.ts'
import { hexOf, type Hex } from '../../hex.ts'

const SYSTEM = '0xfffffffffffffffffffffffffffffffffffffffe'
const GAS = 30_000_000n
const GWEI = 1_000_000_000n

/**
 * System contracts called at the end of a block for requests to the consensus layer, by request
 * type.
 */
const queues = [
  { type: 1, eip: 7002, address: '0x00000961ef480eb55e80d19ad83579a64c007002' },
  { type: 2, eip: 7251, address: '0x0000bbddc7ce488642fb579f8b00f3a590007251' },
] as const

/**
 * Reads the requests from the system contracts and pays withdrawals. Resolves with the hash of the
 * requests.
 */
export async function endBlock(
  machine: Machine,
  block: Block,
  withdrawals: readonly Withdrawal[],
): Promise<Hex | undefined> {
  const { state, common, evm } = machine
  const requests: Uint8Array[] = []
  for (const { type, eip, address } of queues) {
    if (!common.isActivatedEIP(eip)) continue
    const { execResult } = await evm.runCall({
      block,
      caller: createAddressFromString(SYSTEM),
      to: createAddressFromString(address),
      gasLimit: GAS,
      skipNonceIncrement: true,
    })
    const { returnValue, exceptionError } = execResult
    if (exceptionError === undefined && returnValue.length > 0) {
      requests.push(concat(Uint8Array.of(type), returnValue))
    }
    await evm.journal.cleanup()
  }
  for (const { address, amount } of withdrawals) {
    const receiver = createAddressFromString(address)
    const account = (await state.getAccount(receiver)) ?? createAccount({})
    account.balance += amount * GWEI
    await state.putAccount(receiver, account)
  }
  return common.isActivatedEIP(7685) ? requestsHash(requests) : undefined
}

function requestsHash(requests: readonly Uint8Array[]): Hex {
  const hash = createHash('sha256')
  for (const request of requests) hash.update(createHash('sha256').update(request).digest())
  return hexOf(hash.digest())
}
