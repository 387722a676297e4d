import { bech32, bech32Parts, bytesOf, cb58, cb58Length, hasChecksum, hex } from './encodings.ts'
import type { Random } from './random.ts'
import { sha256 } from './sha256.ts'

type Maker = (random: Random) => string

/** Examples are looked at once: there are only so many in a document. */
const makers = new Map<string, Maker | undefined>()
const MAX_KNOWN = 10_000

/**
 * Another text of the encoding that an example is in, with a right checksum: cb58 and node IDs, Bech32
 * addresses with the example's chain and network, bytes in hex with a checksum. `undefined` for any other text.
 */
export function textLike(example: string, random: Random): string | undefined {
  if (!makers.has(example)) {
    if (makers.size >= MAX_KNOWN) makers.clear()
    makers.set(example, makerLike(example))
  }
  return makers.get(example)?.(random)
}

function makerLike(example: string): Maker | undefined {
  if (/^0x(?:[\da-f]{2}){5,}$/i.test(example)) {
    const bytes = bytesOf(example.slice(2))
    if (!hasChecksum(bytes)) return undefined
    return (random) => checksummedHex(random.bytes(bytes.length - 4))
  }
  const [, label = '', rest = ''] = /^((?:[0-9A-Za-z]+-)?)(.*)$/s.exec(example) ?? []
  const address = bech32Parts(rest)
  if (address) {
    return (random) => `${label}${bech32(address.prefix, random.bytes(address.length))}`
  }
  const length = cb58Length(rest)
  return length === undefined ? undefined : (random) => `${label}${cb58(random.bytes(length))}`
}

function checksummedHex(bytes: Uint8Array): string {
  return hex(Uint8Array.from([...bytes, ...sha256(bytes).slice(-4)]))
}
