import type { Api, Group, Method } from 'rpcloom/model'
import {
  constantOf,
  docText,
  functionOf,
  memberName,
  needsLossless,
  needsStringify,
  openScope,
  paramsObject,
  propertyKey,
  quoteString,
  relativeImport,
  type Scope,
  type SourceOutput,
  typeText,
} from 'rpcloom/emit'
import { clientAddressText } from './address.ts'
import { tablePath } from './table.ts'

const providerPath = 'src/eip1193.ts'
const viemPath = 'src/viem.ts'
const runtime = '@rpcloom/rpc/eip1193'

/** Groups that wallets and libraries for Ethereum can talk to. */
export function ethereumGroups({ groups }: Api): readonly Group[] {
  return groups.filter(({ methods }) => methods.some(({ wire }) => wire === 'eth_chainId'))
}

/** Entries of the package for libraries of Ethereum: none where no document has such a chain. */
export function ethereumEntries(api: Api): readonly string[] {
  return ethereumGroups(api).length === 0 ? [] : ['eip1193', 'viem']
}

/** The modules of these entries. */
export function ethereumModules(api: Api, scope: string): readonly SourceOutput[] {
  const groups = ethereumGroups(api)
  return groups.length === 0 ? [] : [providerModule(api, groups), viemModule(api, groups, scope)]
}

/** `provider` for the first group, `provider` and the group's name for each other one. */
function nameFor(stem: string, groups: readonly Group[], group: Group): string {
  return groups[0] === group ? stem : `${stem}${group.typeName}`
}

function providerModule(api: Api, groups: readonly Group[]): SourceOutput {
  const own = groups.map((group) => nameFor('provider', groups, group))
  const scope = openScope(api, providerPath, own, new Set())
  const statements = groups.flatMap((group) => {
    const spec = scope.declare('spec')
    const type = groupType(scope, providerPath, group)
    return [
      constantOf({
        name: spec,
        type: scope.use(runtime, 'ProviderSpec', 'type'),
        value: specText(group),
        exported: false,
      }),
      functionOf({
        name: nameFor('provider', groups, group),
        doc: docText({ summary: `A provider by EIP-1193 over ${group.title}; values are raw.` }),
        arguments: [{ name: 'chain', type }],
        returns: scope.use(runtime, 'Eip1193Provider', 'type'),
        body: [`return ${scope.use(runtime, 'providerOf', 'value')}(chain, ${spec})`],
      }),
    ]
  })
  const exported =
    "export type { Eip1193Provider, Hex, ProviderMessage, Raw, RequestArguments } from '@rpcloom/rpc/eip1193'"
  return {
    kind: 'typescript',
    path: providerPath,
    from: groups.map(({ file }) => file).join(', '),
    imports: scope.imports(),
    statements: [exported, ...statements],
  }
}

function specText(group: Group): string {
  const { methods } = group
  const reads = methods.filter(({ effect }) => effect === 'read').map(({ wire }) => wire)
  const secrets = methods.flatMap(({ wire, params }) => {
    const at = params.flatMap(({ secret }, index) => (secret ? [quoteString(String(index))] : []))
    return at.length === 0 ? [] : [`${propertyKey(wire)}: [${at.join(', ')}]`]
  })
  const subscriptions = methods.flatMap(({ wire, subscription }) =>
    subscription === undefined
      ? []
      : [
          `{ wire: ${quoteString(wire)}, notification: ${quoteString(subscription.notification)}, unsubscribe: ${quoteString(subscription.unsubscribe)} }`,
        ],
  )
  const members = [
    `group: ${clientAddressText(group, group.route.path)}`,
    `reads: ${quoteString(reads.join(' '))}`,
    ...(secrets.length === 0 ? [] : [`secrets: { ${secrets.join(', ')} }`]),
    ...(subscriptions.length === 0 ? [] : [`subscriptions: [${subscriptions.join(', ')}]`]),
  ]
  return `{ ${members.join(', ')} }`
}

function viemModule(api: Api, groups: readonly Group[], packageScope: string): SourceOutput {
  const actions = actionsName(packageScope)
  const own = groups.flatMap((group) => [
    nameFor('viemTransport', groups, group),
    `${group.typeName}RpcSchema`,
  ])
  const scope = openScope(api, viemPath, [...own, actions], new Set())
  const statements = groups.flatMap((group) => [
    transportFunction(scope, groups, group),
    schemaText(api, scope, group),
  ])
  return {
    kind: 'typescript',
    path: viemPath,
    from: groups.map(({ file }) => file).join(', '),
    ...withImports(scope, [...statements, actionsFunction(scope, groups, actions)]),
  }
}

function withImports(
  scope: Scope,
  statements: SourceOutput['statements'],
): Pick<SourceOutput, 'imports' | 'statements'> {
  return { imports: scope.imports(), statements }
}

function transportFunction(
  scope: Scope,
  groups: readonly Group[],
  group: Group,
): SourceOutput['statements'][number] {
  const from = relativeImport(viemPath, providerPath)
  const provider = scope.use(from, nameFor('provider', groups, group), 'value')
  const make = scope.use('@rpcloom/rpc/viem', 'viemTransportOf', 'value')
  return functionOf({
    name: nameFor('viemTransport', groups, group),
    doc: docText({
      summary: `A transport for a client of viem over ${group.title}. Needs viem, which the program brings itself.`,
    }),
    arguments: [
      { name: 'chain', type: groupType(scope, viemPath, group) },
      {
        name: 'options',
        type: scope.use('@rpcloom/rpc/viem', 'ViemTransportOptions', 'type'),
        optional: true,
      },
    ],
    returns: scope.use('@rpcloom/rpc/viem', 'ViemTransport', 'type'),
    body: [`return ${make}(${provider}(chain), options)`],
  })
}

/** Every method with its values as they stand on the wire, for `client.request` of viem. */
function schemaText(api: Api, scope: Scope, group: Group): string {
  const rows = group.methods.map((method) => {
    const params = method.params.map(({ omittable, type, required }) => {
      const text = rawText(api, scope, method, typeText(type, { form: 'decoded', scope }))
      return omittable ? `${text}?` : required ? text : `${text} | null`
    })
    const result =
      method.result === undefined || method.result.empty
        ? 'unknown'
        : rawText(api, scope, method, typeText(method.result.type, { form: 'decoded', scope }))
    const parameters =
      params.length === 0 ? 'Parameters?: undefined' : `Parameters: [${params.join(', ')}]`
    return `  { Method: ${quoteString(method.wire)}; ${parameters}; ReturnType: ${result} },`
  })
  const doc = `/** Schema of raw requests for viem: \`createClient({ rpcSchema: rpcSchema<${group.typeName}RpcSchema>(), ... })\`. */`
  return [doc, `export type ${group.typeName}RpcSchema = readonly [`, ...rows, ']'].join('\n')
}

/** Integers of a method that uses JSON numbers beside quantities may be either. */
function rawText(api: Api, scope: Scope, method: Method, text: string): string {
  const raw = scope.use(runtime, 'Raw', 'type')
  const types = [...(method.result ? [method.result.type] : []), paramsObject(method)]
  const isMixed = types.some((type) => needsLossless(api, type) || needsStringify(api, type))
  if (!isMixed) return `${raw}<${text}>`
  return `${raw}<${text}, ${scope.use(runtime, 'Hex', 'type')} | number | string>`
}

function actionsFunction(
  scope: Scope,
  groups: readonly Group[],
  name: string,
): SourceOutput['statements'][number] {
  const bind = scope.use('@rpcloom/rpc/client', 'buildGroup', 'value')
  const transport = scope.use(runtime, 'requestTransport', 'value')
  const members = groups.map((group) => {
    const type = groupType(scope, viemPath, group)
    const alias = `${group.typeName.charAt(0).toLowerCase()}${group.typeName.slice(1)}Methods`
    const from = relativeImport(viemPath, tablePath(group.slug))
    const methods = scope.use(from, 'methods', 'value', alias)
    return {
      type: `readonly ${memberName(group.key)}: ${type}`,
      value: `${propertyKey(group.key)}: ${bind}<${type}>(${methods}, ${transport}(client))`,
    }
  })
  const requesting = scope.use(runtime, 'Requesting', 'type')
  return functionOf({
    name,
    doc: docText({
      summary: 'The typed groups for a client of viem: `client.extend(' + name + '())`.',
    }),
    arguments: [],
    returns: `(client: ${requesting}) => { ${members.map(({ type }) => type).join('; ')} }`,
    body: [`return (client) => ({ ${members.map(({ value }) => value).join(', ')} })`],
  })
}

function groupType(scope: Scope, path: string, group: Group): string {
  return scope.use(relativeImport(path, `src/${group.slug}.ts`), group.typeName, 'type')
}

/** `nativeActions` for `@native-node`: what extends a client of viem is called after the scope. */
export function actionsName(scope: string): string {
  const [word] = /[a-z][a-z0-9]*/i.exec(scope) ?? ['chain']
  return `${word.toLowerCase()}Actions`
}
