import { compareText } from 'rpcloom/codegen'

/**
 * Compares version names, so that the newest version comes first. Compares the numbers first. A release comes
 * before its pre-releases.
 */
export function byVersion(left: string, right: string): number {
  const [one, other] = [numbersAndRest(left), numbersAndRest(right)]
  // Names without a number are not versions and come last.
  if (one.numbers.length === 0 || other.numbers.length === 0) {
    return other.numbers.length - one.numbers.length || compareText(left, right)
  }
  for (let at = 0; at < Math.max(one.numbers.length, other.numbers.length); at++) {
    const difference = (other.numbers[at] ?? 0) - (one.numbers[at] ?? 0)
    if (difference !== 0) return difference
  }
  if (one.rest === other.rest) return compareText(left, right)
  if (one.rest === '' || other.rest === '') return one.rest === '' ? -1 : 1
  return compareText(other.rest, one.rest)
}

/** Whether two names such as `v1.2.0` and `1.2.0` denote the same version. */
export function isSameVersion(left: string, right: string): boolean {
  return plain(left) === plain(right)
}

function plain(version: string): string {
  return version.trim().replace(/^v(?=\d)/i, '')
}

function numbersAndRest(version: string): {
  readonly numbers: readonly number[]
  readonly rest: string
} {
  const [, numbers = '', rest = ''] = /^(\d+(?:\.\d+)*)?(.*)$/s.exec(plain(version)) ?? []
  return { numbers: numbers === '' ? [] : numbers.split('.').map(Number), rest }
}
