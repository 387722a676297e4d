import { memoryStore, MovableClock } from '@native-node/node'
import { expect, test } from 'vitest'
import type { StateOverrides } from '@native-node/server/c-chain'
import { estimateGas } from '../../../packages/node/src/c-chain/api/evm/estimate.ts'
import { overrideState } from '../../../packages/node/src/c-chain/api/evm/overrides.ts'
import { Meter, workerLimits } from '../../../packages/node/src/c-chain/engine/meter.ts'
import { openCChain } from '../../../packages/node/src/c-chain/open.ts'
import { localGenesis } from '../../../packages/node/src/network/genesis/local.ts'
import { networkOf } from '../../../packages/node/src/network/network.ts'
import { defaults } from '../../../packages/node/src/settings/settings.ts'
import { assemble } from './assemble.ts'
import { funded } from './running.ts'

const { vm } = await openCChain(memoryStore(), {
  network: networkOf(localGenesis),
  clock: MovableClock.running(),
  settings: defaults,
  onFailure: () => {},
})
const to = '0x00000000000000000000000000000000000c0de0'
const other = '0x00000000000000000000000000000000000c0de1'
const price = 10n ** 12n

interface Contract {
  readonly code: `0x${string}`
  readonly request?: { readonly gasPrice?: bigint; readonly value?: bigint }
}

/** Estimates the gas of a contract. Returns the number of runs, and whether the estimate is enough. */
async function estimated({ code, request = {} }: Contract): Promise<object> {
  const { header } = vm.tip
  const slots = { [`0x${'0'.repeat(64)}`]: `0x${'0'.repeat(63)}1` } as const
  const overrides = {
    [to]: { code, stateDiff: slots },
    [other]: { code: assemble('0x00 SLOAD POP STOP') },
  } as StateOverrides
  return vm.engine.scratch(header, async (machine) => {
    machine.meter = new Meter(workerLimits)
    await overrideState(machine, overrides)
    let runs = 0
    machine.evm.events.on('beforeMessage', ({ depth }, done) => {
      if (depth === 0) runs++
      done?.()
    })
    const prepared = { machine, header }
    const transaction = { from: funded.address, to, ...request } as const
    const gas = await estimateGas(prepared, transaction, 50_000_000n)
    const used = runs
    const outcome = (limit: bigint): Promise<boolean> =>
      estimateGas(prepared, { ...transaction, gas: limit }, limit).then(
        () => true,
        () => false,
      )
    return { runs: used, isEnough: await outcome(gas) }
  })
}

test.each([
  ['stores a word', { code: assemble('0x02 0x00 SSTORE STOP') }, 1],
  // SSTORE needs more gas than it takes.
  ['stores the same word', { code: assemble('0x01 0x00 SSTORE STOP') }, undefined],
  [
    'fails with little gas',
    { code: assemble('GAS 0xc350 LT @ok JUMPI 0x00 0x00 REVERT ok: STOP') },
    undefined,
  ],
  [
    'calls a contract, which gets a part of the gas',
    {
      code: assemble(
        `0x00 0x00 0x00 0x00 0x00 ${other} GAS CALL @ok JUMPI 0x00 0x00 REVERT ok: STOP`,
      ),
    },
    undefined,
  ],
  [
    'stores a word, with a price',
    { code: assemble('0x02 0x00 SSTORE STOP'), request: { gasPrice: price } },
    2,
  ],
  ['receives value', { code: assemble('0x00 SLOAD POP STOP'), request: { value: 5n } }, 1],
] as const)('a contract that %s gets enough gas', async (_, contract, runs) => {
  const result = await estimated(contract)
  expect(result).toMatchObject({ isEnough: true, ...(runs !== undefined && { runs }) })
})
