import type { ContractCase, ContractFinding } from '@rpcloom/conform'
import { deepEqual, escapePart, stringify } from '@rpcloom/schema/internal'
import { isObject } from '../../json/pointer.ts'

/** A difference of two JSON values. */
export interface Difference {
  /** JSON pointer into the values. */
  readonly pointer: string
  readonly expected: string
  readonly got: string
}

/** What is compared: values, or only their JSON types and the names of members. */
export type Comparison = 'values' | 'shapes'

const MOST = 20
const MAX_LENGTH = 120
const MAX_REQUEST = 500

/** Returns the differences of two values, at most 20. */
export function differences(
  expected: unknown,
  got: unknown,
  comparison: Comparison,
): readonly Difference[] {
  const found: Difference[] = []
  compare(expected, got, { pointer: '', comparison, found })
  return found.slice(0, MOST)
}

/**
 * Returns the differences of two responses, in any order of their members. The message of an error is not
 * compared, because it is text for people.
 */
export function responseDifferences(
  expected: unknown,
  got: unknown,
  comparison: Comparison,
): readonly Difference[] {
  const found =
    Array.isArray(expected) && Array.isArray(got)
      ? batchDifferences(expected, got, comparison)
      : differences(expected, got, comparison)
  return found.filter(({ pointer }) => !/^(?:\/\d+)?\/error\/message$/.test(pointer))
}

function batchDifferences(
  expected: readonly unknown[],
  got: readonly unknown[],
  comparison: Comparison,
): readonly Difference[] {
  const count = Math.max(expected.length, got.length)
  return Array.from({ length: count }, (_, index) => index).flatMap((index) =>
    differences(expected[index], got[index], comparison).map((difference) => ({
      ...difference,
      pointer: `/${index}${difference.pointer}`,
    })),
  )
}

interface Comparing {
  readonly pointer: string
  readonly comparison: Comparison
  readonly found: Difference[]
}

function compare(expected: unknown, got: unknown, at: Comparing): void {
  const { pointer, comparison, found } = at
  if (found.length > MOST) return
  const differ = (): void => {
    found.push({ pointer, expected: shown(expected, comparison), got: shown(got, comparison) })
  }
  const inside = (part: string | number): Comparing => ({
    ...at,
    pointer: `${pointer}/${escapePart(String(part))}`,
  })
  if (Array.isArray(expected) && Array.isArray(got)) {
    if (comparison === 'shapes') compareItems(expected, got, { found, inside })
    else
      for (let index = 0; index < Math.max(expected.length, got.length); index++)
        compare(expected[index], got[index], inside(index))
  } else if (isObject(expected) && isObject(got)) {
    for (const name of new Set([...Object.keys(expected), ...Object.keys(got)]))
      compare(own(expected, name), own(got, name), inside(name))
  } else if (
    comparison === 'values' ? !deepEqual(expected, got) : jsonType(expected) !== jsonType(got)
  )
    differ()
}

/**
 * Compares lists whose lengths may differ: each item must have the shape of one of the expected items. Nothing
 * is known of the items if none is expected.
 */
function compareItems(
  expected: readonly unknown[],
  got: readonly unknown[],
  { found, inside }: Pick<Comparing, 'found'> & { readonly inside: (part: number) => Comparing },
): void {
  if (expected.length === 0) return
  for (const [index, item] of got.entries()) {
    if (found.length > MOST) return
    // Each pair of items is compared once: twice at each level would take exponential time.
    const place = Math.min(index, expected.length - 1)
    const direct = differences(expected[place], item, 'shapes')
    const isExpected = (one: unknown, at: number): boolean =>
      at !== place && differences(one, item, 'shapes').length === 0
    if (direct.length === 0 || expected.some(isExpected)) continue
    const { pointer } = inside(index)
    found.push(...direct.map((one) => ({ ...one, pointer: pointer + one.pointer })))
  }
}

function own(value: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined
}

/** Returns the JSON type of a value: `nothing` for undefined. */
export function jsonType(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'array'
  if (value === null) return 'null'
  return typeof value === 'bigint' ? 'number' : typeof value
}

function shown(value: unknown, comparison: Comparison): string {
  if (value === undefined) return 'nothing'
  if (comparison === 'shapes') return jsonType(value)
  return shortened(stringify(value), MAX_LENGTH)
}

function shortened(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}\u2026` : text
}

/** Returns the difference of two texts that are not both JSON. */
export function textDifference(expected: string, got: string): Difference {
  return {
    pointer: '',
    expected: shortened(expected, MAX_LENGTH),
    got: shortened(got, MAX_LENGTH),
  }
}

/** Returns the finding of a difference in the response to a request. */
export function differsFinding(
  { group, method, name }: ContractCase,
  request: string,
  difference: Difference,
): ContractFinding {
  return {
    code: 'differs',
    severity: 'error',
    fault: 'server',
    group,
    method,
    case: name,
    ...difference,
    request: shortened(request, MAX_REQUEST),
  }
}
