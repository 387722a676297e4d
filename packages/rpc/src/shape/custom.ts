import { ProtocolError } from '../errors.ts'
import type { Format, FormatCodec } from '@rpcloom/schema/formats'
import type { Codec } from './types.ts'

/** A custom format with a codec. */
type Coded<Value> = Pick<Format, 'validate'> & { readonly codec: FormatCodec<Value> }

/** Returns the codec of a custom format. Callers may pass either the value or its string. */
/* @__NO_SIDE_EFFECTS__ */
export function formatCodec<Value, Name extends string>(
  formats: { readonly [name in Name]: Coded<Value> },
  name: Name,
): Codec {
  const { validate, codec } = formats[name]
  const expected = `a value of format ${name}`
  return {
    kind: 'codec',
    expected,
    matches: (value) => (typeof value === 'string' ? validate(value) : isEncodable(codec, value)),
    read(value) {
      if (typeof value !== 'string') throw new ProtocolError(`is not ${expected}`)
      try {
        return codec.decode(value)
      } catch (cause) {
        throw new ProtocolError(`is not ${expected}`, { cause })
      }
    },
    write(value) {
      if (typeof value === 'string') return value
      try {
        return codec.encode(value as Value)
      } catch (cause) {
        throw new TypeError(`must be ${expected}`, { cause })
      }
    },
  }
}

function isEncodable<Value>(codec: FormatCodec<Value>, value: unknown): boolean {
  try {
    return typeof codec.encode(value as Value) === 'string'
  } catch {
    // The value does not have this format, so the union tries its other alternatives.
    return false
  }
}
