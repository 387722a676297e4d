import { groups, type Handlers } from '@native-node/server'

type Handler = (params: unknown, ctx: unknown) => unknown
type Table = Record<string, Handler>

/**
 * Returns handlers for all methods of the groups with the given keys. A call waits for the handlers of the open chain,
 * and fails if the chain cannot be opened. Once the chain is open, its own handlers take their place.
 */
export function onceOpen(keys: readonly (keyof Handlers)[], opening: Promise<Handlers>): Handlers {
  const waiting: Handlers = Object.fromEntries(keys.map((key) => [key, {}]))
  const own = groups.filter(({ key }) => Object.hasOwn(waiting, key))
  const methods = own.flatMap(({ key, methods }) => methods.map((method) => ({ ...method, key })))
  for (const { key, namespace, member, topics } of methods)
    for (const name of topics?.map((topic) => topic.member) ?? [member])
      tableOf(waiting, key, namespace)[name] = async (params, ctx) =>
        tableOf(await opening, key, namespace)[name]?.(params, ctx)
  const replace = (handlers: Handlers): void => {
    for (const { key, namespace } of methods)
      Object.assign(tableOf(waiting, key, namespace), tableOf(handlers, key, namespace))
  }
  // Each call reports the failure of a chain that cannot be opened.
  opening.then(replace, () => {})
  return waiting
}

/** Returns the handlers of a namespace or, without a namespace, of a group. Adds an empty object if there are none. */
function tableOf(handlers: Handlers, key: string, namespace: string | undefined): Table {
  // Safe casts: the keys, namespaces and members are those of the documents, from which `Handlers` is generated.
  const group = (handlers as Record<string, object>)[key] ?? {}
  if (namespace === undefined) return group as Table
  return ((group as Record<string, Table>)[namespace] ??= {})
}
