import type { Method } from 'rpcloom/model'
import {
  constantOf,
  docText,
  isPaged,
  openScope,
  propertyKey,
  quoteString,
  relativeImport,
  type Scope,
  shapeWriter,
  type SourceOutput,
} from 'rpcloom/emit'
import { addressText } from './address.ts'
import { type GroupContext, runtime } from './context.ts'
import { needs } from './method.ts'

/** Path of the module with the table of a group: no entry of the package. */
export function tablePath(slug: string): string {
  return `src/tables/${slug}.ts`
}

/** Names of the group's own module, as the table calls them. */
interface TableContext extends GroupContext {
  /** Imports what the group's module exports. */
  readonly own: (name: string) => string
  /** Name of the constant with the group's address, which is only there if it is asked for. */
  readonly address: () => string
}

/**
 * What a client is made of: methods by what their values need, since most need the same as others. The
 * standalone functions are not mentioned where that can be, so that each name stands in a bundle once.
 */
export function tableFile(module: GroupContext, from: string): SourceOutput {
  const { api, group } = module
  const path = tablePath(group.slug)
  const scope: Scope = openScope(api, path, ['methods', 'group'], new Set())
  const shapes = shapeWriter(api, scope, runtime)
  const source = relativeImport(path, from)
  const own = (name: string): string => scope.use(source, name, 'value')
  const used = new Set<string>()
  const address = (): string => {
    used.add('group')
    return 'group'
  }
  const text = tableText({ ...module, scope, shape: shapes.shape, own, address })
  const addresses = [...used].map((name) =>
    constantOf({
      name,
      type: scope.use(runtime, 'ClientGroup', 'type'),
      value: addressText(group, group.route.path),
      exported: false,
    }),
  )
  const table = constantOf({
    name: 'methods',
    type: scope.use(runtime, 'ClientTable', 'type'),
    value: text,
    doc: docText({ summary: `Functions by the names that a client has for them: ${group.title}.` }),
  })
  const statements = [...addresses, ...shapes.constants(), table]
  return { kind: 'typescript', path, from: group.file, imports: scope.imports(), statements }
}

function tableText(context: TableContext): string {
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
function others({ group, routes, subscribe, own }: TableContext): readonly string[] {
  const gets = group.methods.flatMap((method) =>
    method.rest.map(({ name }) =>
      entryText(propertyKey(name), own(routes.get(`${method.wire} ${name}`) ?? name)),
    ),
  )
  return [
    ...(subscribe === undefined ? [] : [entryText('subscribe', own(subscribe))]),
    ...(gets.length === 0 ? [] : [`get: { ${gets.join(', ')} }`]),
  ]
}

function namespaceText(
  context: TableContext,
  methods: readonly Method[],
  further: readonly string[],
): string {
  const prefix = prefixOf(methods)
  const rows = new Map<string, string[]>()
  const functions: string[] = []
  for (const method of methods) {
    if (!isPlain(context, method) || method.wire !== prefix + method.member) {
      functions.push(entryText(propertyKey(method.member), context.own(method.standalone)))
      continue
    }
    const spec = needs(context, method).join(', ')
    const names = rows.get(spec)
    if (names === undefined) rows.set(spec, [method.member])
    else names.push(method.member)
  }
  const rest = [...functions, ...further]
  const object = rest.length === 0 ? '{}' : `{ ${rest.join(', ')} }`
  if (rows.size === 0) return object
  const list = [...rows].map(([spec, names]) => {
    const text = quoteString(names.join(' '))
    return spec === '' ? `[${text}]` : `[${text}, { ${spec} }]`
  })
  const head = `{ ${context.address()}, prefix: ${quoteString(prefix)} }`
  const args = [head, `[${list.join(', ')}]`, ...(rest.length === 0 ? [] : [object])]
  return `/* @__PURE__ */ ${context.scope.use(runtime, 'table', 'value')}(${args.join(', ')})`
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

/** Whether a method is one call of this group's address, and its name one word. */
function isPlain(context: GroupContext, method: Method): boolean {
  const { route } = context.group
  const isHere = (method.path ?? route.path) === route.path
  const isCall = method.result !== undefined && method.auth !== 'keystore'
  return isHere && isCall && !/\s/.test(method.member) && !isPaged(method)
}

function entryText(key: string, value: string): string {
  return key === value ? key : `${key}: ${value}`
}
