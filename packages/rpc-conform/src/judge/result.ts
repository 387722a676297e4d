import { atPointer, checkSchema } from '@rpcloom/rpc/schema'
import { lostDigits } from './precision.ts'
import type { Judging, Remark } from './report.ts'
import { shown } from './shown.ts'
import { unknownFields } from './unknown-fields.ts'

/** Keywords whose issues name what belongs there. */
const naming: ReadonlySet<string> = new Set(['type', 'enum'])

/** What an issue says of a member, as what was expected. */
const wanted: Readonly<Record<string, string>> = {
  'is required': 'a member that is required',
  'is not a known member': 'no such member',
}

/** Where a result is not what the document says. */
export function resultRemarks(
  { contract }: Judging,
  {
    schema,
    value,
    pointer,
    example,
  }: {
    readonly schema: unknown
    readonly value: unknown
    readonly pointer: string
    readonly example?: { readonly value: unknown } | undefined
  },
): readonly Remark[] {
  const { resolve } = contract
  const issues = checkSchema(schema, value, { resolve })
  const misfits = issues.map(({ pointer: place, message, expected, keyword }): Remark => {
    const at = atPointer(value, place)
    return {
      code: 'result',
      pointer: pointer + place,
      expected: wanted[message] ?? (naming.has(keyword) ? (expected ?? message) : message),
      got: shown(at),
    }
  })
  const lost = example ? lostDigits(example.value, value, pointer) : []
  // What does not fit may be read by none of the alternatives, and then nothing in it is known.
  if (misfits.length > 0) return [...misfits, ...lost]
  const unknown = unknownFields(schema, value, resolve).map((place): Remark => ({
    code: 'unknown-field',
    severity: 'warning',
    pointer: pointer + place,
    expected: 'a member that the document describes',
    got: shown(atPointer(value, place)),
  }))
  return [...lost, ...unknown]
}
