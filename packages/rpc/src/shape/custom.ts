import { ProtocolError } from '../errors.ts'
import type { Format, FormatCodec, NumberCodec, NumberFormat } from '@rpcloom/schema/formats'
import type { Codec } from './types.ts'

/** A custom format with a codec. */
type Coded<Value> = Pick<Format, 'validate'> & { readonly codec: FormatCodec<Value> }
type CodedNumber<Value> = Pick<NumberFormat, 'validate'> & { readonly codec: NumberCodec<Value> }

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
    matches: (value) =>
      typeof value === 'string'
        ? tests(() => validate(value) && codec.decode(value) !== undefined)
        : tests(() => typeof codec.encode(value as Value) === 'string'),
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
        const text: unknown = codec.encode(value as Value)
        if (typeof text === 'string') return text
        throw new TypeError('is not encoded as a string')
      } catch (cause) {
        throw new TypeError(`must be ${expected}`, { cause })
      }
    },
  }
}

/** Returns the codec of a custom format of numbers. */
/* @__NO_SIDE_EFFECTS__ */
export function numberFormatCodec<Value, Name extends string>(
  formats: { readonly [name in Name]: CodedNumber<Value> },
  name: Name,
): Codec {
  const { validate, codec } = formats[name]
  const expected = `a value of format ${name}`
  const encode = (value: unknown): number | bigint => {
    const number: unknown = codec.encode(value as Value)
    if (!isNumeric(number) || !validate(number))
      throw new TypeError('is encoded as an invalid number')
    // A small bigint becomes a number, so that only large ones need a special serializer.
    return Number.isSafeInteger(Number(number)) ? Number(number) : number
  }
  return {
    kind: 'codec',
    expected,
    matches: (value) =>
      (isNumeric(value) && tests(() => validate(value) && codec.decode(value) !== undefined)) ||
      tests(() => isNumeric(encode(value))),
    read(value) {
      if (!isNumeric(value)) throw new ProtocolError(`is not ${expected}`)
      try {
        return codec.decode(value)
      } catch (cause) {
        throw new ProtocolError(`is not ${expected}`, { cause })
      }
    },
    write(value) {
      try {
        return encode(value)
      } catch (cause) {
        throw new TypeError(`must be ${expected}`, { cause })
      }
    },
  }
}

/** Whether JSON can have a value as a number: not NaN or an infinity. */
function isNumeric(value: unknown): value is number | bigint {
  return Number.isFinite(value) || typeof value === 'bigint'
}

/** Returns the result of a test; false if it throws. */
function tests(test: () => boolean): boolean {
  try {
    return test()
  } catch {
    // The value does not have this format, so the union tries its other alternatives.
    return false
  }
}
