import { expect, test } from 'vitest'
import { devRpc, first } from './rpc.ts'

const contract = '0x00000000000000000000000000000000000000aa'
/** Reads the gas that is left. */
const observing = '5a50'

const codes: Readonly<Record<string, string>> = {
  'does nothing': '00',
  'stores two words': '60015f55600160015500',
  // Needs 2,300 gas that it does not use.
  'stores what was there': '5f545f5500',
  'clears a slot': '5f60025500',
  'grows memory and hashes it': '600161ffff526201000060002000',
  'logs a word': '60205f5fa000',
  'calls itself, and needs a success': '3615600657005b5f5f60015f5f305af16016575f5ffd5b00',
  'creates a contract': '5f5f5ff000',
}

test.each(Object.entries(codes))('code that %s gets as much gas as it needs', async (_, code) => {
  const { ask, result } = await devRpc()
  // Code before a jump would move its target.
  for (const own of code.includes('57') ? [code] : [code, observing + code]) {
    await result('anvil_setCode', contract, `0x${own}`)
    await result('anvil_setStorageAt', contract, '0x2', `0x${'1'.padStart(64, '0')}`)
    const call = { from: first, to: contract }
    const estimate = Number(await result('eth_estimateGas', call))
    const succeeds = async (gas: number): Promise<boolean> => {
      const { error } = await ask('eth_call', { ...call, gas: `0x${gas.toString(16)}` }, 'latest')
      return error === undefined
    }
    expect(await succeeds(estimate)).toBe(true)
    // geth stops its search at 1.5 %.
    if (estimate > 21_000) expect(await succeeds(Math.floor(estimate * 0.98))).toBe(false)
  }
})
