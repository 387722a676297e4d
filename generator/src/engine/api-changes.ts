/**
 * Changes of the API between two runs, by group key and method name. `rpcloom diff` reports which changes are
 * breaking.
 */
export interface ApiChanges {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly changed: readonly string[]
}

export const noChanges: ApiChanges = { added: [], removed: [], changed: [] }

export function compareApi(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): ApiChanges {
  const names = Object.keys(after).sort()
  return {
    added: names.filter((name) => !Object.hasOwn(before, name)),
    removed: Object.keys(before)
      .filter((name) => !Object.hasOwn(after, name))
      .sort(),
    changed: names.filter((name) => Object.hasOwn(before, name) && before[name] !== after[name]),
  }
}
