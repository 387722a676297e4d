import type { Api, Group, RpcErrorSpec, Type } from 'rpcloom/model'
import {
  aliasOf,
  docText,
  documentsText,
  interfaceOf,
  memberName,
  needsWork,
  numberLiteral,
  openScope,
  propertyKey,
  quoteString,
  type Scope,
  type SourceOutput,
  typeText,
  unionText,
} from 'rpcloom/emit'
import { runtime } from './root.ts'

const path = 'src/errors.ts'

/** The errors of all documents: as values, by group and by method, and as types, by method. */
export function errorsModule(api: Api): SourceOutput {
  const scope = openScope(api, path, ['ErrorsByMethod', 'errors', 'errorsByMethod'])
  const values = errorValues(scope)
  const types = errorTypes(api, scope)
  const byMethod = errorsOfMethods(api)
  const tables = [
    groupTable(api, values.nameOf, scope),
    methodTable(byMethod, values.nameOf, scope),
  ]
  const table = interfaceOf({
    name: 'ErrorsByMethod',
    doc: docText({
      summary:
        'Codes, reasons and data of the errors that each method lists, by method name; data is as it was sent.',
    }),
    properties: [...byMethod].map(([wire, errors]) => ({
      name: memberName(wire),
      type: errorUnion(errors, types.nameOf),
    })),
  })
  return {
    kind: 'typescript',
    path,
    from: documentsText(api.groups.map(({ file }) => file)),
    imports: scope.imports(),
    statements: [...values.constants(), ...tables, ...types.aliases(), table],
  }
}

/** Methods of one name in several documents share an entry. */
function errorsOfMethods({ groups }: Api): ReadonlyMap<string, readonly RpcErrorSpec[]> {
  const byMethod = new Map<string, readonly RpcErrorSpec[]>()
  for (const { wire, errors } of groups.flatMap(({ methods }) => methods)) {
    byMethod.set(wire, [...(byMethod.get(wire) ?? []), ...errors])
  }
  return byMethod
}

/** Name of a declaration for an error; equal ones share it. */
type NameOf = (error: RpcErrorSpec) => string | undefined

/** Constants of errors, each one declared once. */
function errorValues(scope: Scope): {
  readonly nameOf: NameOf
  readonly constants: () => SourceOutput['statements']
} {
  const names = new Map<string, string>()
  const nameOf: NameOf = (error) => {
    const text = valueText(error)
    if (text === undefined) return undefined
    const name = names.get(text) ?? scope.declare(error.identifier)
    names.set(text, name)
    return name
  }
  const constants = (): SourceOutput['statements'] => {
    const type = scope.use(runtime, 'ErrorDescriptor', 'type')
    return [...names].map(([text, name]) => `const ${name}: ${type} = ${text}`)
  }
  return { nameOf, constants }
}

/** `{ code: -32000, message: '...', reason: 'unknownAlias' }`; nothing for a code that is no number in TypeScript. */
function valueText({ code, message, reason, pattern }: RpcErrorSpec): string | undefined {
  const number = numberLiteral(code)
  if (number === undefined) return undefined
  const members = [
    `code: ${number}`,
    `message: ${quoteString(message)}`,
    ...(reason === undefined ? [] : [`reason: ${quoteString(reason)}`]),
    ...(pattern === undefined ? [] : [`pattern: ${quoteString(pattern)}`]),
  ]
  return `{ ${members.join(', ')} }`
}

function groupTable({ groups }: Api, nameOf: NameOf, scope: Scope): string {
  const type = scope.use(runtime, 'ErrorDescriptor', 'type')
  const entries = (
    group: Group,
  ): readonly (readonly [key: string, type: string, value: string])[] =>
    group.errors.flatMap((error) => {
      const name = nameOf(error)
      if (name === undefined) return []
      const { identifier } = error
      return [
        [
          propertyKey(identifier),
          `/** Code ${error.code}: ${docText({ summary: error.when ?? error.message }).replace(/\s+/g, ' ')} */\n    readonly ${memberName(identifier)}: ${type}`,
          name,
        ] as const,
      ]
    })
  const groupText = (group: Group): { readonly type: string; readonly value: string } => {
    const own = entries(group)
    return {
      type: `  readonly ${memberName(group.key)}: {${own.map(([, member]) => `\n    ${member}`).join('')}\n  }`,
      value: `  ${propertyKey(group.key)}: { ${own.map(([key, , value]) => `${key}: ${value}`).join(', ')} },`,
    }
  }
  const texts = groups.map(groupText)
  return [
    '/** Errors of each group, by name. */',
    'export const errors: {',
    ...texts.map((text) => text.type),
    '} = {',
    ...texts.map((text) => text.value),
    '}',
  ].join('\n')
}

function methodTable(
  byMethod: ReadonlyMap<string, readonly RpcErrorSpec[]>,
  nameOf: NameOf,
  scope: Scope,
): string {
  const type = scope.use(runtime, 'ErrorDescriptor', 'type')
  const entries = [...byMethod].flatMap(([wire, errors]) => {
    const names = new Set(errors.flatMap((error) => nameOf(error) ?? []))
    return names.size === 0 ? [] : [`  ${propertyKey(wire)}: [${[...names].join(', ')}],`]
  })
  return [
    '/** Errors that each method lists, by method name. */',
    `export const errorsByMethod: { readonly [name: string]: readonly ${type}[] } = {`,
    ...entries,
    '}',
  ].join('\n')
}

function errorUnion(errors: readonly RpcErrorSpec[], nameOf: NameOf): string {
  const members = errors.flatMap((error) => nameOf(error) ?? [])
  return members.length === 0 ? 'object' : unionText(members)
}

function errorTypes(
  api: Api,
  scope: Scope,
): { readonly nameOf: NameOf; readonly aliases: () => SourceOutput['statements'] } {
  const names = new Map<string, string>()
  const nameOf: NameOf = (error) => {
    const text = errorText(api, scope, error)
    if (text === undefined) return undefined
    const { identifier } = error
    const stem = `${identifier.charAt(0).toUpperCase()}${identifier.slice(1)}`
    const name = names.get(text) ?? scope.declare(/error$/i.test(stem) ? stem : `${stem}Error`)
    names.set(text, name)
    return name
  }
  const aliases = (): SourceOutput['statements'] =>
    [...names].map(([type, name]) => aliasOf({ name, type, exported: false }))
  return { nameOf, aliases }
}

function errorText(
  api: Api,
  scope: Scope,
  { code, reason, dataType }: RpcErrorSpec,
): string | undefined {
  const number = numberLiteral(code)
  if (number === undefined) return undefined
  const name = reason === undefined ? 'string | undefined' : quoteString(reason)
  const data = dataType && dataText(api, scope, dataType)
  const members = [
    `readonly code: ${number}`,
    `readonly reason: ${name}`,
    // A node without such data may send the reason in its place, or nothing.
    ...(data === undefined ? [] : [`readonly data?: ${unionText([data, ...reasonOnly(reason)])}`]),
  ]
  return `{ ${members.join('; ')} }`
}

function reasonOnly(reason: string | undefined): readonly string[] {
  return reason === undefined ? ['undefined'] : ['{ reason: string }', 'undefined']
}

/** Data is not decoded, so that values that are decoded elsewhere have their raw type here. */
function dataText(api: Api, scope: Scope, type: Type): string | undefined {
  const raw = rawType(api, type)
  return raw.kind === 'unknown' ? undefined : typeText(raw, { form: 'decoded', scope })
}

function rawType(api: Api, type: Type): Type {
  if (!needsWork(api, type)) return type
  switch (type.kind) {
    case 'numeric':
      return type.wire === 'hex'
        ? { kind: 'string' }
        : { kind: 'union', members: [{ kind: 'string' }, { kind: 'number' }] }
    case 'array':
      return { kind: 'array', items: rawType(api, type.items) }
    case 'union':
      return { kind: 'union', members: type.members.map((member) => rawType(api, member)) }
    case 'object': {
      const { additional, patterns: _named, ...rest } = type
      const properties = type.properties.map((one) => ({ ...one, type: rawType(api, one.type) }))
      return { ...rest, properties, ...(additional && { additional: rawType(api, additional) }) }
    }
    default:
      return { kind: 'unknown' }
  }
}
