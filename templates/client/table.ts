import type { Method } from 'rpcloom/model'
import {
  constantOf,
  docText,
  openScope,
  propertyKey,
  quoteString,
  type Scope,
  shapeWriter,
  type SourceOutput,
} from 'rpcloom/emit'
import { addressConstants, addressNames, clientAddressText } from './address.ts'
import { type GroupContext, runtime } from './context.ts'
import { methodValue, needs, wrappers } from './method.ts'
import { routeValue } from './routes.ts'
import { hasEvents, subscribeValue } from './subscriptions.ts'

/** Path of the module with the table of a group: no entry of the package. */
export function tablePath(slug: string): string {
  return `src/tables/${slug}.ts`
}

/**
 * What a client is made of: methods by what their values need, since most need the same as others. It says
 * again what the standalone functions say, and no more: whoever makes a client has no use for those, and a
 * name or a shape of theirs that both share would be one more declaration in the bundle instead of one less.
 */
export function tableFile({ api, group, docs }: GroupContext): SourceOutput {
  const path = tablePath(group.slug)
  const scope: Scope = openScope(api, path, ['methods'], new Set())
  const shapes = shapeWriter(api, scope, runtime, Infinity)
  const addresses = addressNames(group, scope)
  const context: GroupContext = {
    api,
    group,
    scope,
    addresses,
    shape: shapes.shape,
    docs,
    subscribe: undefined,
    routes: new Map(),
  }
  const text = tableText(context)
  const table = constantOf({
    name: 'methods',
    type: scope.use(runtime, 'ClientTable', 'type'),
    value: text,
    doc: docText({ summary: `Functions by the names that a client has for them: ${group.title}.` }),
  })
  const statements = [...addressConstants(context, clientAddressText), ...shapes.settled([table])]
  return { kind: 'typescript', path, from: group.file, imports: scope.imports(), statements }
}

function tableText(context: GroupContext): string {
  const { namespaces, methods } = context.group
  const named = namespaces.map(({ name, methods: indices }) => ({
    name,
    methods: indices.flatMap((index) => methods[index] ?? []),
  }))
  const inner = named
    .filter(({ name }) => name !== '')
    .map((one) => `${propertyKey(one.name)}: ${namespaceText(context, one.methods, [])}`)
  const top = named.filter(({ name }) => name === '').flatMap((one) => one.methods)
  return namespaceText(context, top, [...inner, ...others(context)])
}

/** What a group has beside methods: events and GET routes. */
function others(context: GroupContext): readonly string[] {
  const { group } = context
  const gets = group.methods.flatMap((method) =>
    method.rest.map((route) => `${propertyKey(route.name)}: ${routeValue(context, method, route)}`),
  )
  return [
    ...(hasEvents(group) ? [`subscribe: ${subscribeValue(context)}`] : []),
    ...(gets.length === 0 ? [] : [`get: { ${gets.join(', ')} }`]),
  ]
}

function namespaceText(
  context: GroupContext,
  methods: readonly Method[],
  further: readonly string[],
): string {
  const prefix = prefixOf(methods)
  const rows = new Map<string, string[]>()
  const functions: string[] = []
  for (const method of methods) {
    if (!isHere(context, method) || method.wire !== prefix + method.member) {
      functions.push(`${propertyKey(method.member)}: ${methodValue(context, method)}`)
      continue
    }
    const needed = needsText(context, method)
    const names = rows.get(needed)
    if (names === undefined) rows.set(needed, [method.member])
    else names.push(method.member)
  }
  const rest = [...functions, ...further]
  const object = rest.length === 0 ? '{}' : `{ ${rest.join(', ')} }`
  if (rows.size === 0) return object
  const list = [...rows].map(([needed, names]) => `[${quoteString(names.join(' '))}${needed}]`)
  const head = `{ ${addressMember(context)}, prefix: ${quoteString(prefix)} }`
  const args = [head, `[${list.join(', ')}]`, ...(rest.length === 0 ? [] : [object])]
  return `/* @__PURE__ */ ${context.scope.use(runtime, 'table', 'value')}(${args.join(', ')})`
}

/** The group's own address, as a member. */
function addressMember({ addresses, group }: GroupContext): string {
  const name = addresses.get(group.route.path) ?? 'group'
  return name === 'group' ? name : `group: ${name}`
}

/** What stands behind the names in a row: what the values need, and what is around the call. */
function needsText(context: GroupContext, method: Method): string {
  const spec = needs(context, method).join(', ')
  const around = wrappers(method)
  const [first, ...others] = around
  if (first === undefined) return spec === '' ? '' : `, { ${spec} }`
  const use = (name: string): string => context.scope.use(runtime, name, 'value')
  if (others.length === 0 && first.rest.length === 0) return `, { ${spec} }, ${use(first.name)}`
  const call = around.reduce(
    (inner, { name, rest }) => `${use(name)}(${[inner, ...rest].join(', ')})`,
    'call',
  )
  return `, { ${spec} }, (call) => ${call}`
}

/** What begins the wire names of most: `eth_`, `platform.`, or nothing. */
function prefixOf(methods: readonly Method[]): string {
  const counts = new Map<string, number>()
  for (const { wire, member } of methods) {
    if (!wire.endsWith(member)) continue
    const prefix = wire.slice(0, wire.length - member.length)
    counts.set(prefix, (counts.get(prefix) ?? 0) + 1)
  }
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a)
  return most?.[0] ?? ''
}

/** Whether a method is a call of this group's address, and its name one word. */
function isHere(context: GroupContext, method: Method): boolean {
  const { route } = context.group
  const isCall = method.result !== undefined
  return (method.path ?? route.path) === route.path && isCall && !/\s/.test(method.member)
}
