import type { MethodTable } from '../descriptor.ts'
import { methodsOf } from '../method-table.ts'
import type { ParamsCheck } from '../schema/emitted.ts'
import type { ServerMethod } from './types.ts'

/** A module of the types package. It exports the constants of a group's methods, and their table. */
interface MethodsModule {
  readonly methods: MethodTable
}

/** Properties of a method that only servers use. */
type ServerFacts = Partial<Pick<ServerMethod, 'availability' | 'enabledBy' | 'topics'>>

/**
 * Adds the validators of params and the other server properties to the methods of a document. `checks` and
 * `facts` have the names of the methods' constants as keys.
 */
export function serverMethods(
  descriptors: MethodsModule,
  checks: Readonly<Record<string, ParamsCheck>>,
  facts: Readonly<Record<string, ServerFacts>> = {},
): readonly ServerMethod[] {
  const names = new Map(Object.entries<unknown>({ ...descriptors }).map(([key, one]) => [one, key]))
  return methodsOf(descriptors.methods).map(({ method, ...named }) => {
    const key = names.get(method) ?? ''
    return { ...method, ...named, ...own(checks, key), ...own(facts, key) }
  })
}

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}
