import type { Api, Group, Method, Type } from 'rpcloom/model'
import {
  docText,
  functionOf,
  memberName,
  needsLossless,
  needsStringify,
  openScope,
  paramsObject,
  propertyKey,
  relativeImport,
  type Scope,
  type SourceOutput,
  aliasOf,
  functionType,
  literalType,
  namedType,
  objectType,
  stringType,
  type TupleItem,
  type TypeCode,
  typeNode,
  unionOf,
} from 'rpcloom/codegen'
import { codegen } from './context.ts'
import { functionsText, methodsOf } from './functions.ts'

const providerPath = 'src/eip1193.ts'
/** Path of the module with the transport and the actions for viem. */
export const viemPath = 'src/viem.ts'
const eip1193 = '@rpcloom/rpc/eip1193'

/** Returns the groups with the Ethereum JSON-RPC API. */
export function ethereumGroups({ groups }: Api): readonly Group[] {
  return groups.filter(({ methods }) => methods.some(({ name }) => name === 'eth_chainId'))
}

/** Returns the package entries for Ethereum libraries; empty without Ethereum methods. */
export function ethereumEntries(api: Api): readonly string[] {
  return ethereumGroups(api).length === 0 ? [] : ['eip1193', 'viem']
}

/** Returns the modules of the package entries for Ethereum libraries. */
export function ethereumModules(api: Api, types: string): readonly SourceOutput[] {
  const groups = ethereumGroups(api)
  if (groups.length === 0) return []
  return [providerModule(api, groups, types), viemModule(api, groups, types)]
}

/**
 * Returns the name of an export: `provider` for the first group, and `providerOther` for a further group
 * `Other`.
 */
function nameFor(stem: string, groups: readonly Group[], group: Group): string {
  return groups[0] === group ? stem : `${stem}${group.typeName}`
}

function providerModule(api: Api, groups: readonly Group[], types: string): SourceOutput {
  const own = groups.map((group) => nameFor('provider', groups, group))
  const scope = openScope(api, providerPath, own, new Set())
  const exported =
    "export type { Eip1193Provider, Hex, ProviderMessage, Raw, RequestArguments } from '@rpcloom/rpc/eip1193'"
  const functions = groups.map((group) =>
    functionOf({
      name: nameFor('provider', groups, group),
      doc: docText({
        summary: `Returns an EIP-1193 provider over ${group.title}. Values are not decoded.`,
      }),
      arguments: [{ name: 'chain', type: groupType(scope, providerPath, group) }],
      returns: scope.use(eip1193, 'Eip1193Provider', 'type'),
      body: [
        `return ${scope.use(eip1193, 'providerOf', 'value')}(chain, ${methodsOf(scope, group, types)})`,
      ],
    }),
  )
  return scope.module(
    [exported, ...functions],
    groups.map(({ file }) => file),
  )
}

function viemModule(api: Api, groups: readonly Group[], types: string): SourceOutput {
  const actions = actionsName(api.scope)
  const own = groups.flatMap((group) => [
    nameFor('viemTransport', groups, group),
    `${group.typeName}RpcSchema`,
  ])
  const scope = openScope(api, viemPath, [...own, actions], new Set())
  const statements = groups.flatMap((group) => [
    transportFunction(scope, groups, group),
    schemaType(api, { ...scope, type: importedTypes(api, scope, `${types}/${group.slug}`) }, group),
  ])
  return scope.module(
    [...statements, actionsFunction(scope, groups, { name: actions, types })],
    groups.map(({ file }) => file),
  )
}

/** Returns a function that imports a document type from the types package and returns its name. */
function importedTypes(api: Api, scope: Scope, from: string): Scope['type'] {
  return (id, form) => {
    const named = api.types.get(id)
    if (named === undefined) return 'unknown'
    const name = form === 'input' ? named.inputName : named.name
    return `${scope.use(from, '*', 'type', 'types')}.${name}`
  }
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
      summary: `A viem transport over ${group.title}. Requires the package viem.`,
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

/** Returns a type of all methods with values in JSON form, for viem's `client.request`. */
function schemaType(api: Api, scope: Scope, group: Group): SourceOutput['statements'][number] {
  // Comments would repeat those of the types package.
  const { memberDoc: _memberDoc, ...plain } = scope
  const typeOf = (type: Type): TypeCode => typeNode(type, { form: 'decoded', scope: plain })
  const rows = group.methods.map((method): TupleItem => {
    const raw = (type: Type): TypeCode => rawType(api, scope, method, typeOf(type))
    const params = method.params.map(({ omittable, type, required }): TupleItem => {
      if (omittable) return { type: raw(type), form: 'optional' }
      const isNullable = !required
      return {
        type: isNullable ? unionOf([raw(type), literalType('null')]) : raw(type),
        form: 'required',
      }
    })
    const { result } = method
    const type = objectType({
      properties: [
        { name: 'Method', type: stringType(method.name) },
        params.length === 0
          ? { name: 'Parameters', type: literalType('undefined'), optional: true }
          : { name: 'Parameters', type: { kind: 'tuple', items: params, readonly: false } },
        {
          name: 'ReturnType',
          type: result === undefined || result.empty ? literalType('unknown') : raw(result.type),
        },
      ],
    })
    return { type, form: 'required' }
  })
  const name = `${group.typeName}RpcSchema`
  return aliasOf({
    name,
    doc: `Schema of raw requests for viem: \`createClient({ rpcSchema: rpcSchema<${name}>(), ... })\`.`,
    type: { kind: 'tuple', items: rows, readonly: true },
  })
}

/**
 * Returns the raw type of a method. If the method uses both JSON numbers and hex quantities, the type allows
 * both forms for every integer.
 */
function rawType(api: Api, scope: Scope, method: Method, type: TypeCode): TypeCode {
  const raw = scope.use(eip1193, 'Raw', 'type')
  const types = [...(method.result ? [method.result.type] : []), paramsObject(method)]
  const isMixed = types.some((one) => needsLossless(api, one) || needsStringify(api, one))
  if (!isMixed) return namedType(raw, type)
  const hex = namedType(scope.use(eip1193, 'Hex', 'type'))
  return namedType(raw, type, unionOf([hex, literalType('number'), literalType('string')]))
}

function actionsFunction(
  scope: Scope,
  groups: readonly Group[],
  { name, types }: { readonly name: string; readonly types: string },
): SourceOutput['statements'][number] {
  const bind = scope.use(codegen, 'buildGroup', 'value')
  const transport = scope.use(eip1193, 'requestTransport', 'value')
  const members = groups.map((group) => {
    const type = groupType(scope, viemPath, group)
    const functions = functionsText(scope, group, types)
    return {
      property: { name: memberName(group.key), type, readonly: true },
      value: `${propertyKey(group.key)}: ${bind}<${type}>(${functions}, ${transport}(client))`,
    }
  })
  const requesting = scope.use(eip1193, 'Requesting', 'type')
  return functionOf({
    name,
    doc: docText({
      summary: 'Adds the typed groups to a viem client: `client.extend(' + name + '())`.',
    }),
    arguments: [],
    returns: functionType(
      [{ name: 'client', type: requesting }],
      objectType({ properties: members.map(({ property }) => property) }),
    ),
    body: [`return (client) => ({ ${members.map(({ value }) => value).join(', ')} })`],
  })
}

function groupType(scope: Scope, path: string, group: Group): string {
  return scope.use(relativeImport(path, `src/${group.slug}.ts`), group.typeName, 'type')
}

/** Returns the name of the viem extension for a package scope: `nativeActions` for `@native-node`. */
export function actionsName(scope: string): string {
  const [word] = /[a-z][a-z0-9]*/i.exec(scope) ?? ['chain']
  return `${word.toLowerCase()}Actions`
}
