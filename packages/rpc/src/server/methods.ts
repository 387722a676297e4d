import type { MethodTable } from '../descriptor.ts'
import { methodsOf } from '../method-table.ts'
import type { ServerMethod } from './types.ts'

/** A module of the types package. It exports the constants of a group's methods, and their table. */
interface MethodsModule {
  readonly methods: MethodTable
}

/** Properties of a method that only servers use. */
type ServerProperties = Partial<
  Pick<ServerMethod, 'availability' | 'enabledBy' | 'cost' | 'topics'>
>

/**
 * Adds the server properties to the methods of a document. `properties` has the names of the methods' constants as
 * keys.
 */
export function serverMethods(
  descriptors: MethodsModule,
  properties: Readonly<Record<string, ServerProperties>> = {},
): readonly ServerMethod[] {
  const names = new Map(Object.entries<unknown>({ ...descriptors }).map(([key, one]) => [one, key]))
  return methodsOf(descriptors.methods).map(({ method, ...named }) => {
    const key = names.get(method) ?? ''
    return { ...method, ...named, ...(Object.hasOwn(properties, key) && properties[key]) }
  })
}
