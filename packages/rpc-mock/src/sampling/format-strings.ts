import type { Random } from '@rpcloom/schema/internal'

const generators: Readonly<Record<string, (random: Random) => string>> = {
  'evm-address': (random) => hex(random.bytes(20)),
  hex: (random) => hex(random.bytes(random.integer(4, 16))),
  'hex-quantity': (random) => `0x${random.integer(1, 2 ** 31).toString(16)}`,
  decimal: (random) => (random.integer(0, 1_000_000) / 10_000).toFixed(4),
  'date-time': (random) => dateOf(random).replace('.000', ''),
  rfc3339: (random) => dateOf(random).replace('.000', ''),
  date: (random) => dateOf(random).slice(0, 10),
  time: (random) => dateOf(random).slice(11).replace('.000', ''),
  uri: (random) => `https://example.com/${randomWord(random, 6)}`,
  'uri-reference': (random) => `/${randomWord(random, 6)}`,
  email: (random) => `${randomWord(random, 6)}@example.com`,
  'idn-email': (random) => `${randomWord(random, 6)}@example.com`,
  iri: (random) => `https://example.com/${randomWord(random, 6)}`,
  'iri-reference': (random) => `/${randomWord(random, 6)}`,
  'uri-template': (random) => `https://example.com/{${randomWord(random, 4)}}`,
  'relative-json-pointer': (random) => `${random.integer(0, 3)}/${randomWord(random, 4)}`,
  duration: (random) => `P${random.integer(1, 30)}D`,
  hostname: (random) => `${randomWord(random, 6)}.example.com`,
  ipv4: (random) => `192.0.2.${random.integer(1, 254)}`,
  ipv6: (random) => `2001:db8::${random.integer(1, 0xffff).toString(16)}`,
  uuid: (random) =>
    hex(random.bytes(16))
      .slice(2)
      .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
  'json-pointer': (random) => `/${randomWord(random, 4)}`,
  regex: () => '^[a-z]+$',
}

/** Returns a string of a format; `undefined` for an unknown format. */
export function stringOfFormat(format: string, random: Random): string | undefined {
  return Object.hasOwn(generators, format) ? generators[format]?.(random) : undefined
}

function hex(bytes: Uint8Array): string {
  return `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Returns a word of lower-case letters that can be pronounced, such as `banana`. */
export function randomWord(random: Random, length: number): string {
  const letters = ['b d f g k l m n p r s t v z', 'a e i o u'].map((some) => some.split(' '))
  return Array.from({ length }, (_, at) => random.pick(letters[at % 2] ?? []) ?? '').join('')
}

/** Returns a string of any printable ASCII characters. */
export function randomAscii(random: Random, length: number): string {
  return Array.from({ length }, () => String.fromCharCode(random.integer(32, 126))).join('')
}

function dateOf(random: Random): string {
  // Only whole seconds, from the years 2020 to 2024.
  return new Date(random.integer(1_577_836_800, 1_735_689_599) * 1000).toISOString()
}
