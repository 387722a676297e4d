import type { Api, Group, Server } from 'rpcloom/model'
import {
  constantOf,
  docText,
  documentsText,
  memberName,
  openScope,
  propertyKey,
  quoteString,
  type Scope,
  type SourceOutput,
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
  const from = documentsText(api.groups.map(({ file }) => file))
  return [{ kind: 'typescript', path, from, imports: scope.imports(), statements }]
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
  readonly type: string
  readonly value: string
}

function constant(given: {
  readonly name: string
  readonly summary: string
  readonly entries: readonly (readonly [key: string, typed: Typed])[]
}): SourceOutput['statements'][number] {
  const { name, summary, entries } = given
  return constantOf({ name, ...object(entries), doc: docText({ summary }) })
}

function object(entries: readonly (readonly [key: string, typed: Typed])[]): Typed {
  const types = entries.map(([key, { type }]) => `  readonly ${memberName(key)}: ${type}`)
  const values = entries.map(([key, { value }]) => `  ${propertyKey(key)}: ${value},`)
  return { type: `{\n${types.join('\n')}\n}`, value: `{\n${values.join('\n')}\n}` }
}

function record(scope: Scope, servers: OwnServers['servers']): Typed {
  return object(servers.map(([name, own]) => [name, list(scope, own)]))
}

function list(scope: Scope, servers: readonly Server[]): Typed {
  const typed = servers.map((server) => oneServer(scope, server))
  return {
    type: `readonly [${typed.map(({ type }) => type).join(', ')}]`,
    value: `[${typed.map(({ value }) => value).join(', ')}]`,
  }
}

function oneServer(scope: Scope, { name, url, description, variables }: Server): Typed {
  const type = scope.use(runtime, 'DocumentedServer', 'type')
  const members = variables.map((variable) => oneVariable(variable))
  const value = [
    ...textMember('name', name),
    ...textMember('url', url),
    ...textMember('description', description),
    `variables: { ${members.map(({ value: text }) => text).join(', ')} }`,
  ]
  return {
    type: members.length === 0 ? type : `${type}<{ ${members.map((one) => one.type).join('; ')} }>`,
    value: `{ ${value.join(', ')} }`,
  }
}

function oneVariable({
  name,
  default: usual,
  enum: all,
  description,
}: Server['variables'][number]): Typed {
  // The default is an allowed value even if the document does not list it.
  const values = all === undefined ? undefined : [...new Set([...all, usual])].map(quoteString)
  const members = [
    `default: ${quoteString(usual)}`,
    ...(values === undefined ? [] : [`enum: [${values.join(', ')}]`]),
    ...textMember('description', description),
  ]
  return {
    type: `readonly ${memberName(name)}: ${values?.join(' | ') ?? 'string'}`,
    value: `${propertyKey(name)}: { ${members.join(', ')} }`,
  }
}

function textMember(key: string, text: string | undefined): readonly string[] {
  return text === undefined ? [] : [`${key}: ${quoteString(text)}`]
}
