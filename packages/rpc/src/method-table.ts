import type { MethodDescriptor, MethodTable } from './descriptor.ts'

/** A method with its names in clients, servers and mocks. */
export interface NamedMethod {
  /** Names of the namespaces, joined by dots: `device.port`. */
  readonly namespace?: string
  readonly member: string
  readonly method: MethodDescriptor
}

/** Whether an entry of a table is a method rather than a namespace. */
export function isMethod(entry: MethodDescriptor | MethodTable): entry is MethodDescriptor {
  return typeof entry.name === 'string'
}

/** Returns the methods of a table, including the methods of its namespaces. */
export function methodsOf(table: MethodTable, namespace?: string): readonly NamedMethod[] {
  return Object.entries(table).flatMap(([member, entry]) =>
    isMethod(entry)
      ? [{ ...(namespace !== undefined && { namespace }), member, method: entry }]
      : methodsOf(entry, namespace === undefined ? member : `${namespace}.${member}`),
  )
}
