import { createHash } from 'node:crypto'
import type { Block } from '@ethereumjs/block'
import { createAddressFromString } from '@ethereumjs/util'
import type { Withdrawal } from '../c-chain/chain/block.ts'
import type { EvmHeader } from '../c-chain/chain/header.ts'
import type { SystemRules } from '../c-chain/chain/rules.ts'
import type { Machine } from '../c-chain/engine/machine.ts'
import { bytesOf, hexOf, wordBytes, type Hex } from '../c-chain/hex.ts'
import { concat } from '../codec/bytes.ts'

const BEACON_ROOTS: Hex = '0x000f3df6d732807ef1319fb7b8bb8522d0beac02'
const HISTORY: Hex = '0x0000f90827f1c53a10cb7a02335b175320002935'
const WITHDRAWALS: Hex = '0x00000961ef480eb55e80d19ad83579a64c007002'
const CONSOLIDATIONS: Hex = '0x0000bbddc7ce488642fb579f8b00f3a590007251'
const DEPOSITS: Hex = '0x00000000219ab540356cbb839cbe05303d7705fa'
const BUFFER = 8191n
const SYSTEM = '0xfffffffffffffffffffffffffffffffffffffffe'
const GAS = 30_000_000n
const GWEI = 1_000_000_000n

/**
 * System contracts called at the end of a block for requests to the consensus layer, by request
 * type.
 */
const queues = [
  { type: 1, eip: 7002, address: WITHDRAWALS },
  { type: 2, eip: 7251, address: CONSOLIDATIONS },
] as const

/** Returns the system operations of a chain with the given configuration, the `config` object of its genesis file. */
export function systemRules(config: Readonly<Record<string, unknown>>): SystemRules {
  const deposits = config['depositContractAddress']
  return {
    begin: beginBlock,
    end: endBlock,
    contracts: (common) => ({
      ...(common.isActivatedEIP(4788) && { BEACON_ROOTS_ADDRESS: BEACON_ROOTS }),
      ...(common.isActivatedEIP(7685) && {
        CONSOLIDATION_REQUEST_PREDEPLOY_ADDRESS: CONSOLIDATIONS,
        DEPOSIT_CONTRACT_ADDRESS: typeof deposits === 'string' ? deposits.toLowerCase() : DEPOSITS,
        HISTORY_STORAGE_ADDRESS: HISTORY,
        WITHDRAWAL_REQUEST_PREDEPLOY_ADDRESS: WITHDRAWALS,
      }),
    }),
  }
}

/** Applies the system writes of Ethereum before the transactions of a block. */
async function beginBlock({ state, common }: Machine, header: EvmHeader): Promise<void> {
  const write = async (contract: Hex, slot: bigint, value: Uint8Array): Promise<void> => {
    const address = createAddressFromString(contract)
    if ((await state.getAccount(address)) === undefined) return
    await state.putStorage(address, wordBytes(slot.toString(16)) ?? value, value)
  }
  if (common.isActivatedEIP(4788) && header.parentBeaconBlockRoot !== undefined) {
    const slot = header.timestamp % BUFFER
    const time = wordBytes(header.timestamp.toString(16))
    if (time !== undefined) await write(BEACON_ROOTS, slot, time)
    await write(BEACON_ROOTS, slot + BUFFER, bytesOf(header.parentBeaconBlockRoot))
  }
  if (common.isActivatedEIP(2935)) {
    await write(HISTORY, (header.number - 1n) % BUFFER, bytesOf(header.parentHash))
  }
}

/**
 * Pays the block reward, as before the merge, reads the requests from the system contracts, and pays withdrawals.
 * Resolves with the hash of the requests.
 */
async function endBlock(
  machine: Machine,
  block: Block,
  withdrawals: readonly Withdrawal[],
): Promise<Hex | undefined> {
  const { common, evm } = machine
  if (common.consensusType() === 'pow')
    await machine.state.addBalance(block.header.coinbase, common.param('minerReward'))
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
    await machine.state.addBalance(createAddressFromString(address), amount * GWEI)
  }
  return common.isActivatedEIP(7685) ? requestsHash(requests) : undefined
}

function requestsHash(requests: readonly Uint8Array[]): Hex {
  const hash = createHash('sha256')
  for (const request of requests) hash.update(createHash('sha256').update(request).digest())
  return hexOf(hash.digest())
}
