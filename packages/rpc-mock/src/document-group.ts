import { type JsonObject, isRecord } from '@rpcloom/rpc'
import { checkSchema, dereference } from '@rpcloom/rpc/schema'
import type { MethodDescriptor } from '@rpcloom/rpc/codegen'
import type { Availability, ServerGroup, ServerMethod } from '@rpcloom/rpc/server'
import {
  describeDocument,
  type DescribedMethod,
  type DescribedParam,
  type Description,
  type Members,
  paramsOf,
} from './described.ts'
import { listOf } from '@rpcloom/rpc/internal'

/**
 * Describes a document loaded at run time for a dispatcher, without generating or evaluating code. Params are
 * validated by interpreting their schemas; handlers receive values in JSON form. Methods have their full
 * names, without namespaces.
 */
export function documentGroup(document: JsonObject, key: string): ServerGroup {
  const description = describeDocument(document)
  const route = routeOf(document)
  const methods = [...description.methods.values()]
  const notifications = notificationsOf(methods)
  return {
    key,
    slug: key,
    ...route,
    availability: availabilityOf(document['x-availability'], route.transports),
    ...enabledBy(document),
    methods: methods
      .filter(({ wire, result }) => result !== undefined || !notifications.has(wire))
      .map((method) => serverMethod(method, description, route.transports)),
    document: () => document,
  }
}

/** Names of the notifications with events, which only the server sends. */
function notificationsOf(methods: readonly DescribedMethod[]): ReadonlySet<unknown> {
  return new Set(
    methods.map(({ json: { 'x-subscription': said } }) =>
      isRecord(said) ? said['notification'] : undefined,
    ),
  )
}

function serverMethod(
  method: DescribedMethod,
  description: Description,
  transports: ServerGroup['transports'],
): ServerMethod {
  const { wire, json, params } = method
  const said = json['x-availability']
  const { paramStructure: structure } = json
  const subscription = subscriptionOf(method, description)
  return {
    name: wire,
    member: wire,
    order: params.map(({ name }) => name),
    required: params.filter(({ required }) => required).map(({ name }) => name),
    ...(structure !== 'by-name' && {
      structure: structure === 'by-position' ? structure : ('either' as const),
    }),
    check: checkOf(params, description),
    effect: json['x-effect'] === 'read' ? 'read' : 'write',
    ...(said !== undefined && { availability: availabilityOf(said, transports) }),
    ...enabledBy(json),
    ...(method.result ? {} : { returns: 'notification' as const }),
    routes: routesOf(json),
    ...subscription,
  }
}

function checkOf(
  params: readonly DescribedParam[],
  { resolve }: Description,
): NonNullable<ServerMethod['check']> {
  return (given) =>
    params.every(({ name, required, schema }) => {
      const value = Object.hasOwn(given, name) ? given[name] : undefined
      if (value === undefined) return !required
      return checkSchema(schema, value, { resolve, maxIssues: 1 }).length === 0
    })
}

function subscriptionOf(
  { json: { 'x-subscription': said }, params: own }: DescribedMethod,
  description: Description,
): Pick<ServerMethod, 'subscription' | 'kinds'> {
  if (!isRecord(said)) return {}
  const { notification, unsubscribe, idParam, payloadParam } = said
  const single = said['single'] === true
  if (typeof notification !== 'string' || typeof unsubscribe !== 'string') return {}
  const deref = (value: unknown): unknown => dereference(value, description.resolve)
  const kinds = listOf(said['kinds']).flatMap((kind) => {
    if (!isRecord(kind) || typeof kind['name'] !== 'string') return []
    const params = single ? own : paramsOf(kind['params'], deref)
    return [
      {
        name: kind['name'],
        member: kind['name'],
        order: params.map(({ name }) => name),
        required: params.filter(({ required }) => required).map(({ name }) => name),
        check: checkOf(params, description),
      },
    ]
  })
  return {
    subscription: {
      notification,
      unsubscribe,
      topics: {},
      ...(single && { single }),
      ...(typeof idParam === 'string' && { idParam }),
      ...(typeof payloadParam === 'string' && { payloadParam }),
    },
    kinds,
  }
}

type Route = Pick<
  ServerGroup,
  'path' | 'chainPath' | 'chain' | 'wsPath' | 'chainWsPath' | 'transports' | 'batch'
>

/** From `x-group`, else from the first server. */
function routeOf(document: JsonObject): Route {
  const { 'x-group': said } = document as Members
  const plain: Route = {
    path: serverPath(document) ?? '/',
    transports: hasEvents(document) ? ['http', 'ws'] : ['http'],
    batch: { allowed: true },
  }
  if (!isRecord(said)) return plain
  const named = listOf(said['transports'])
  const transports = (['http', 'ws'] as const).filter((name) => named.includes(name))
  const { batch } = said
  return {
    ...plain,
    ...(transports.length > 0
      ? { transports }
      : typeof said['wsPath'] === 'string' && { transports: ['http', 'ws'] as const }),
    ...texts(said, ['path', 'chainPath', 'chain', 'wsPath', 'chainWsPath']),
    ...(isRecord(batch) && {
      batch: {
        allowed: batch['allowed'] !== false,
        ...(typeof batch['maxPublic'] === 'number' && { maxPublic: batch['maxPublic'] }),
      },
    }),
  }
}

/** Events cannot be sent over HTTP. */
function hasEvents({ methods }: JsonObject): boolean {
  return listOf(methods).some((method) => isRecord(method) && isRecord(method['x-subscription']))
}

function texts<Key extends string>(
  holder: Members,
  keys: readonly Key[],
): { readonly [key in Key]?: string } {
  const found: { [key in Key]?: string } = {}
  for (const key of keys) {
    const text = holder[key]
    if (typeof text === 'string') found[key] = text
  }
  return found
}

/** Returns the path of the first server without undeclared variables. */
function serverPath({ servers }: JsonObject): string | undefined {
  const listed: readonly unknown[] = isRecord(servers) ? [servers] : listOf(servers)
  for (const server of listed) {
    if (!isRecord(server) || typeof server['url'] !== 'string') continue
    const url = withDefaults(server['url'], server['variables'])
    if (!/^(https?:\/\/|\/|\.)/i.test(url) || !URL.canParse(url, base)) continue
    const { pathname } = new URL(url, base)
    if (!/%7b/i.test(pathname)) return pathname.replace(/^\/+/, '/')
  }
  return undefined
}

const base = 'http://localhost/'

function withDefaults(url: string, variables: unknown): string {
  return url.replaceAll(/\$?\{([^{}]*)\}/g, (all, name: string) => {
    const variable = isRecord(variables) && Object.hasOwn(variables, name) ? variables[name] : {}
    const fallback = isRecord(variable) ? variable['default'] : undefined
    return typeof fallback === 'string' ? fallback : all
  })
}

function availabilityOf(said: unknown, transports: readonly ('http' | 'ws')[]): Availability {
  const every = said === 'node-local' ? said : 'public'
  const reach = (transport: 'http' | 'ws'): Availability['http'] => {
    const own = isRecord(said) ? said[transport] : every
    if (own === 'absent' || own === 'node-local') return own
    return transports.includes(transport) ? 'public' : 'absent'
  }
  return { http: reach('http'), ws: transports.includes('ws') ? reach('ws') : 'absent' }
}

function enabledBy({ 'x-enabled-by': said }: Members): Pick<ServerMethod, 'enabledBy'> {
  if (!isRecord(said) || typeof said['setting'] !== 'string') return {}
  return { enabledBy: { setting: said['setting'], default: said['default'] !== false } }
}

function routesOf(json: Members): NonNullable<MethodDescriptor['routes']> {
  const routes = listOf(json['x-rest']).flatMap((route, index) => {
    if (!isRecord(route) || !isRecord(route['status'])) return []
    const { member, ok, fail } = route['status']
    if (typeof member !== 'string' || typeof ok !== 'number' || typeof fail !== 'number') return []
    const paths = listOf(route['paths']).filter((path) => typeof path === 'string')
    const query = listOf(route['query']).flatMap((one) => {
      if (!isRecord(one) || typeof one['name'] !== 'string') return []
      if (typeof one['param'] !== 'string') return []
      return [{ name: one['name'], param: one['param'], repeated: one['repeated'] === true }]
    })
    return [[String(index), { paths, query, status: { member, ok, fail } }] as const]
  })
  return Object.fromEntries(routes)
}
