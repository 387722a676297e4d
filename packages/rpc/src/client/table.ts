import type { ClientTable } from './client.ts'
import { method } from './method.ts'
import type { ClientGroup, MethodSpec, Standalone } from './types.ts'

/** Methods whose values need the same: their names, with blanks between them, what is needed, and what is around them. */
export type TableRow = readonly [
  names: string,
  spec?: Omit<MethodSpec, 'wire' | 'group'>,
  around?: (call: Standalone<readonly [never], unknown>) => object,
]

/** Where the methods of a table are, and what begins their wire names. */
export interface TableHead {
  readonly group: ClientGroup
  readonly prefix: string
}

/**
 * The functions that a client offers under one namespace. The wire name of a method is its own behind
 * the prefix; `own` are those that are more than a method, or that go elsewhere.
 */
/* @__NO_SIDE_EFFECTS__ */
export function table(
  { group, prefix }: TableHead,
  rows: readonly TableRow[],
  own: ClientTable = {},
): ClientTable {
  const methods = rows.flatMap(([names, spec, around = (call) => call]) =>
    names
      .split(' ')
      .map((name) => [name, around(method({ ...spec, group, wire: prefix + name }))] as const),
  )
  return { ...Object.fromEntries(methods), ...own }
}
