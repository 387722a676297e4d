/** Returns a copy of an object with other values. */
export function mapValues(
  object: Readonly<Record<string, unknown>>,
  change: (value: unknown, name: string) => unknown,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(object).map(([name, one]) => [name, change(one, name)]))
}
