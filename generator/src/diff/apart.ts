import { commonTypes, deepEqual } from '@rpcloom/schema/internal'
import { areDisjointPatterns } from './patterns.ts'
import type { Version } from './version.ts'
import { type Conjunction, possibleTypes, type View, viewOf } from './view.ts'

/** Most members inside of each other that are compared. */
const deepest = 5

/**
 * Whether no value is valid against both of two schemas, as far as it can be proven. Objects whose members are declared
 * are assumed to have no others: a required member tells them apart from objects that do not declare it. Arrays whose items are
 * apart are apart, although an array may be empty.
 */
export function areApart(
  version: Version,
  one: Conjunction,
  other: Conjunction,
  depth: number = 0,
): boolean {
  const [view, against] = [viewOf(version, one), viewOf(version, other)]
  const types = [view, against].map((each) => possibleTypes(version, each))
  const common = types[0] && types[1] && commonTypes(types[0], types[1])
  if (common?.length === 0) return true
  if (view.values && against.values) {
    const { values } = against
    return !view.values.some((value) => values.some((same) => deepEqual(value, same)))
  }
  const areAll = (type: string): boolean => common?.every((each) => each === type) === true
  if (areAll('string') && haveOtherTexts(view, against)) return true
  if (depth >= deepest) return false
  const isApart = (left: Conjunction, right: Conjunction): boolean =>
    areApart(version, left, right, depth + 1)
  return (
    isEachApart(view, (option) => isApart(option, other)) ||
    isEachApart(against, (option) => isApart(one, option)) ||
    (areAll('object') && haveOtherMembers(view, against, isApart)) ||
    (areAll('array') && haveItems(view, against) && isApart(view.rest, against.rest))
  )
}

/** Whether every alternative of a union satisfies a condition. */
function isEachApart({ choices }: View, isApart: (option: Conjunction) => boolean): boolean {
  return choices.some(({ options }) => options.every((option) => isApart([option])))
}

function haveItems(...views: readonly View[]): boolean {
  return views.every(({ first, rest }) => first.length === 0 && rest.length > 0)
}

function haveOtherTexts(view: View, against: View): boolean {
  const patternsOf = (each: View): readonly string[] => [
    ...each.valuesOf('pattern').filter((pattern) => typeof pattern === 'string'),
    ...(each.values === undefined ? [] : [exactly(each.values)]),
  ]
  return patternsOf(view).some((left) =>
    patternsOf(against).some((right) => areDisjointPatterns(left, right)),
  )
}

/** Returns a pattern that only some strings match. */
function exactly(values: readonly unknown[]): string {
  const literals = values
    .filter((value) => typeof value === 'string')
    .map((value) => value.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`))
  return `^(?:${literals.join('|')})$`
}

function haveOtherMembers(
  view: View,
  against: View,
  isApart: (left: Conjunction, right: Conjunction) => boolean,
): boolean {
  return [...new Set([...view.required, ...against.required])].some((name) => {
    const [left, right] = [view.properties.get(name), against.properties.get(name)]
    if (left && right) return isApart(left, right)
    return (!left && lacks(view, name)) || (!right && lacks(against, name))
  })
}

/** Whether an object declares its members, and not this one. */
function lacks({ properties, patterns, required, additional }: View, name: string): boolean {
  const isDescribed = properties.size > 0 && patterns.size === 0 && !required.has(name)
  return isDescribed && additional.every(({ json }) => typeof json === 'boolean')
}
