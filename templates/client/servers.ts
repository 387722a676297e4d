import type { Api, Group, Server } from 'rpcloom/model'
import {
  constantOf,
  docText,
  type Expression,
  listOf,
  literalType,
  memberName,
  namedType,
  objectMember,
  type ObjectMember,
  objectOf,
  objectType,
  openScope,
  propertyKey,
  type Scope,
  type SourceOutput,
  stringOf,
  stringsOf,
  type TypeCode,
} from 'rpcloom/codegen'
import { runtime } from './context.ts'

const path = 'src/servers.ts'

/**
 * Returns the module with the documents' servers as data with typed variables. Returns no file if there are
 * no servers.
 */
export function serversModule(api: Api): readonly SourceOutput[] {
  if (!hasServers(api)) return []
  const scope = openScope(api, path, ['servers', 'methodServers'], new Set())
  const methods = api.groups.map(ownServers).filter(({ servers }) => servers.length > 0)
  const statements = [
    constant({
      name: 'servers',
      summary:
        'The servers of each group: `http(serverUrl(servers.group[0], { variable: value }))`.',
      entries: api.groups.map(({ key, servers }) => [key, list(scope, servers)]),
    }),
    ...(methods.length === 0
      ? []
      : [
          constant({
            name: 'methodServers',
            summary: 'Servers of single methods, by group and method name.',
            entries: methods.map(({ key, servers }) => [key, record(scope, servers)]),
          }),
        ]),
  ]
  return [scope.module(statements)]
}

export function hasServers(api: Api): boolean {
  return api.groups.some((group) => group.servers.length > 0 || hasOwnServers(group))
}

export function hasMethodServers(api: Api): boolean {
  return api.groups.some(hasOwnServers)
}

function hasOwnServers({ methods }: Group): boolean {
  return methods.some(({ servers }) => servers.length > 0)
}

interface OwnServers {
  readonly key: string
  readonly servers: readonly (readonly [method: string, servers: readonly Server[]])[]
}

function ownServers({ key, methods }: Group): OwnServers {
  const servers = methods.flatMap((method) =>
    method.servers.length === 0 ? [] : [[method.name, method.servers] as const],
  )
  return { key, servers }
}

/** A value and its type. Exported constants need explicit types. */
interface Typed {
  readonly type: TypeCode
  readonly value: Expression
}

type Entries = readonly (readonly [name: string, typed: Typed])[]

function constant(given: {
  readonly name: string
  readonly summary: string
  readonly entries: Entries
}): SourceOutput['statements'][number] {
  const { name, summary, entries } = given
  return constantOf({ name, ...object(entries), doc: docText({ summary }) })
}

function object(entries: Entries): Typed {
  return {
    type: objectType({
      properties: entries.map(([name, { type }]) => ({
        name: memberName(name),
        type,
        readonly: true,
      })),
    }),
    value: objectOf(entries.map(([name, { value }]) => objectMember(propertyKey(name), value))),
  }
}

function record(scope: Scope, servers: OwnServers['servers']): Typed {
  return object(servers.map(([name, own]) => [name, list(scope, own)]))
}

function list(scope: Scope, servers: readonly Server[]): Typed {
  const typed = servers.map((server) => oneServer(scope, server))
  return {
    type: {
      kind: 'tuple',
      items: typed.map(({ type }) => ({ type, form: 'required' })),
      readonly: true,
    },
    value: listOf(typed.map(({ value }) => value)),
  }
}

function oneServer(scope: Scope, { name, url, description, variables }: Server): Typed {
  const type = scope.use(runtime, 'DocumentedServer', 'type')
  const described = object(variables.map((variable) => [variable.name, oneVariable(variable)]))
  return {
    type: variables.length === 0 ? type : namedType(type, described.type),
    value: objectOf([
      ...textMember('name', name),
      ...textMember('url', url),
      ...textMember('description', description),
      objectMember('variables', described.value),
    ]),
  }
}

function oneVariable({
  default: usual,
  enum: all,
  description,
}: Server['variables'][number]): Typed {
  // The default is an allowed value even if the document does not list it.
  const values = all === undefined ? undefined : [...new Set([...all, usual])]
  return {
    type: values === undefined ? literalType('string') : stringsOf(values),
    value: objectOf([
      ...textMember('default', usual),
      ...(values === undefined ? [] : [objectMember('enum', listOf(values.map(stringOf)))]),
      ...textMember('description', description),
    ]),
  }
}

function textMember(key: string, text: string | undefined): readonly ObjectMember[] {
  return text === undefined ? [] : [objectMember(key, stringOf(text))]
}
