import type { Api, RpcErrorSpec, Type } from 'rpcloom/model'
import {
  aliasOf,
  docText,
  documentsText,
  interfaceOf,
  memberName,
  needsWork,
  numberLiteral,
  openScope,
  quoteString,
  type Scope,
  type SourceOutput,
  typeText,
  unionText,
} from 'rpcloom/emit'

/** Which errors the documents list for which method, and the guard that narrows by it. */
export function errorsModule(api: Api): SourceOutput {
  const path = 'src/errors.ts'
  const scope = openScope(api, path, ['ErrorsByMethod', 'isRpcError'])
  const guard = scope.use('@rpcloom/rpc', 'isRpcError', 'value', 'isRpcErrorOf')
  const error = scope.use('@rpcloom/rpc', 'RpcError', 'type')
  const byMethod = new Map<string, readonly RpcErrorSpec[]>()
  for (const { wire, errors } of api.groups.flatMap(({ methods }) => methods)) {
    byMethod.set(wire, [...(byMethod.get(wire) ?? []), ...errors])
  }
  const { nameOf, aliases } = errorTypes(api, scope)
  const table = interfaceOf({
    name: 'ErrorsByMethod',
    doc: docText({
      summary:
        'Codes, reasons and data of the errors that each method lists, by wire name; data is as it came.',
    }),
    properties: [...byMethod].map(([wire, errors]) => ({
      name: memberName(wire),
      type: errorUnion(errors, nameOf),
    })),
  })
  return {
    kind: 'typescript',
    path,
    from: documentsText(api.groups.map(({ file }) => file)),
    imports: scope.imports(),
    statements: [...aliases(), table, guardText(guard, error)],
  }
}

function errorUnion(errors: readonly RpcErrorSpec[], nameOf: ErrorNames): string {
  const members = errors.flatMap((error) => nameOf(error) ?? [])
  return members.length === 0 ? 'object' : unionText(members)
}

/** Name of the type of an error; equal ones share it. */
type ErrorNames = (error: RpcErrorSpec) => string | undefined

function errorTypes(
  api: Api,
  scope: Scope,
): { readonly nameOf: ErrorNames; readonly aliases: () => SourceOutput['statements'] } {
  const names = new Map<string, string>()
  const nameOf: ErrorNames = (error) => {
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
    // A node without such data may say the name of the error in its place, or nothing.
    ...(data === undefined ? [] : [`readonly data?: ${unionText([data, ...reasonOnly(reason)])}`]),
  ]
  return `{ ${members.join('; ')} }`
}

function reasonOnly(reason: string | undefined): readonly string[] {
  return reason === undefined ? ['undefined'] : ['{ reason: string }', 'undefined']
}

/** Data passes as it came, so that what would be converted elsewhere has no type here. */
function dataText(api: Api, scope: Scope, type: Type): string | undefined {
  const raw = onTheWire(api, type)
  return raw.kind === 'unknown' ? undefined : typeText(raw, { form: 'decoded', scope })
}

function onTheWire(api: Api, type: Type): Type {
  if (!needsWork(api, type)) return type
  switch (type.kind) {
    case 'numeric':
      return type.wire === 'hex'
        ? { kind: 'string' }
        : { kind: 'union', members: [{ kind: 'string' }, { kind: 'number' }] }
    case 'array':
      return { kind: 'array', items: onTheWire(api, type.items) }
    case 'union':
      return { kind: 'union', members: type.members.map((member) => onTheWire(api, member)) }
    case 'object': {
      const { additional, patterns: _named, ...rest } = type
      const properties = type.properties.map((one) => ({ ...one, type: onTheWire(api, one.type) }))
      return { ...rest, properties, ...(additional && { additional: onTheWire(api, additional) }) }
    }
    default:
      return { kind: 'unknown' }
  }
}

function guardText(guard: string, error: string): string {
  return `/**
 * Whether a throwable is an answer of the node: any, or one to a method. With the method's wire name,
 * \`code\`, \`reason\` and \`data\` are narrowed to what the document lists for it.
 */
export const isRpcError: {
  <Wire extends keyof ErrorsByMethod>(error: unknown, method: Wire): error is ${error} & ErrorsByMethod[Wire]
  (error: unknown): error is ${error}
} = (error: unknown, method?: string): error is never => ${guard}(error, method)`
}
