import type { Group } from 'rpcloom/model'
import { constantOf, quoteString, type Scope, type SourceOutput } from 'rpcloom/emit'
import { type GroupContext, runtime } from './context.ts'

/** One address for all methods that have none of their own, and one for each path of the servers of some method. */
export function addressNames({ route, methods }: Group, scope: Scope): ReadonlyMap<string, string> {
  const routed = methods.some(({ rest }) => rest.length > 0) ? [route.path] : []
  const paths = new Set([...routed, ...methods.map(({ path }) => path ?? route.path)])
  return new Map([...paths].map((path) => [path, scope.declare('group')]))
}

/** Their constants. */
export function addressConstants(
  { group, scope, addresses }: GroupContext,
  textOf: (group: Group, path: string) => string,
): SourceOutput['statements'] {
  return [...addresses].map(([path, name]) =>
    constantOf({
      name,
      type: scope.use(runtime, 'ClientGroup', 'type'),
      value: textOf(group, path),
      exported: false,
    }),
  )
}

/**
 * The address of a group as an object literal, without those of other chains, which clients alone lead to.
 * Another path than the group's own is that of methods with a server of their own.
 */
export function addressText({ route }: Group, path: string = route.path): string {
  const { wsPath } = route
  return objectText(path, path === route.path ? { wsPath } : {}, route)
}

/** The same with the paths of other chains: what a client is made of. */
export function clientAddressText({ route }: Group, path: string): string {
  const { chainPath, wsPath, chainWsPath } = route
  return objectText(path, path === route.path ? { chainPath, wsPath, chainWsPath } : {}, route)
}

function objectText(
  path: string,
  others: Readonly<Record<string, string | undefined>>,
  { batch }: Group['route'],
): string {
  const size = batch.allowed ? batch.maxPublic : false
  const paths = Object.entries({ path, ...others }).flatMap(([key, text]) =>
    text === undefined ? [] : [`${key}: ${quoteString(text)}`],
  )
  return `{ ${[...paths, ...(size === undefined ? [] : [`batch: ${size}`])].join(', ')} }`
}
