import { decode } from '@rpcloom/rpc/internal'
import { expect, test } from 'vitest'
import { pairings, type Json } from './service.ts'

/** Examples with JSON numbers that the service description also allows as decimal strings. */
const examples: readonly (readonly [method: string, name: string, member: string])[] = [
  ['xvm.getTx', 'Creation of an asset as JSON', 'fxIndex'],
  ['xvm.getTx', 'The same transfer as JSON', 'outputIndex'],
  ['platform.getTx', 'The same transfer as JSON', 'networkID'],
  ['platform.getFeeConfig', 'A local network', 'minPrice'],
  ['eth_getChainConfig', 'local network', 'chainId'],
  ['info.upgrades', 'local network', 'apricotPhase4MinPChainHeight'],
]

test.each(examples)('%s: %s is read with its integers as strings', (method, name, member) => {
  const pairing = pairings.find((each) => each.method.name === method && each.name === name)
  if (pairing === undefined) throw new Error('there is no such example')
  const texts = asTexts(pairing.result)
  expect(written(pairing.result)).toMatch(new RegExp(`"${member}":\\d`))
  expect(written(texts)).toMatch(new RegExp(`"${member}":"\\d`))
  const read = decode(pairing.method.result, structuredClone(pairing.result))
  expect(decode(pairing.method.result, texts)).toEqual(read)
})

/** Returns JSON without the difference between forms of larger integers. */
function written(value: Json): string {
  return JSON.stringify(value, (_, inside: unknown) =>
    typeof inside === 'bigint' ? Number(inside) : inside,
  )
}

function asTexts(value: Json): Json {
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'number' && Number.isInteger(value)) return String(value)
  if (Array.isArray(value)) return value.map(asTexts)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inside]) => [name, asTexts(inside)]))
}
