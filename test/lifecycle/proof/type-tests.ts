import { memberName, quoteString } from 'rpcloom/codegen'
import { memberPath, pascal, type Api, type Group, type Method, type Type } from 'rpcloom/model'
import { accesses, exhaustion, literalOf } from './walk-type.ts'

/** Locations of the packages of both versions, relative to the type tests. */
export interface Versions {
  readonly before: string
  readonly after: string
}

/** Returns code of a careful caller of the old version, to be compiled against the new one. */
export function callersTest(api: Api, group: Group, { before, after }: Versions): string {
  const lines = [
    `import type { Client as Old, ErrorsByMethod as OldErrors } from '${before}/client/src/index.ts'`,
    `import { isRpcError, type Client, type ErrorsByMethod } from '${after}/client/src/index.ts'`,
  ]
  if (group.methods.some(hasLinks)) {
    lines.push(`import * as own from '${after}/client/src/${group.slug}.ts'`)
  }
  lines.push('declare const client: Client', 'declare const fault: unknown', '')
  for (const method of group.methods) lines.push(...callsOf(api, group, method))
  for (const [index, kind] of subscriptionsOf(group).entries()) {
    const value = `event${index}`
    const call = `client.${group.key}.subscribe(${quoteString(kind.name)})`
    lines.push(
      `for await (const ${value} of ${call}) {`,
      ...plainCheck(kind.payload.type, value).map((line) => `  ${line}`),
      ...accesses(api, kind.payload.type, value).map((path) => `  void ${path}`),
      '}',
    )
  }
  return `${lines.join('\n')}\nexport {}\n`
}

function subscriptionsOf(group: Group): NonNullable<Method['subscription']>['topics'] {
  return group.methods.flatMap(({ subscription }) => subscription?.topics ?? [])
}

const plainTypes = new Map([
  ['string', 'string'],
  ['number', 'number'],
  ['boolean', 'boolean'],
])

/**
 * Payloads of overloads cannot be looked up by topic, so the types of simple payloads are written
 * explicitly.
 */
function plainCheck({ kind }: Type, value: string): readonly string[] {
  const plain = plainTypes.get(kind)
  return plain === undefined ? [] : [`void (${value} satisfies ${plain})`]
}

/** Returns the argument types of a method without its options, which a new param would replace. */
function argumentTypes({ params, paramStructure }: Method, type: string): readonly string[] {
  const count = paramStructure === 'by-position' ? params.length : Math.min(params.length, 1)
  return Array.from({ length: count }, (_, at) => `Parameters<${type}>[${at}]`)
}

function hasLinks({ links }: Method): boolean {
  return links.some(({ parts }) => parts.length > 0)
}

function callsOf(api: Api, group: Group, method: Method): readonly string[] {
  const path = memberPath(method)
  const at = [group.key, ...path]
  const call = `client${at.map(step).join('')}`
  const type = `Old${at.map((name) => `[${quoteString(name)}]`).join('')}`
  const [args, now] = [`args_${method.standalone}`, `now_${method.standalone}`]
  const lines = [
    `declare const ${args}: [${argumentTypes(method, type).join(', ')}]`,
    `const ${now} = await ${call}(...${args})`,
    // Programs cannot use a result that is void.
    method.result?.empty === true ? `void ${now}` : `${now} satisfies Awaited<ReturnType<${type}>>`,
  ]
  const [head = ''] = path
  if (group.shortcuts.includes(head)) lines.push(`void client${step(head)}`)
  const fresh = freshArguments(api, method)
  if (fresh !== undefined) lines.push(`await ${call}(${fresh})`)
  if (method.result !== undefined) {
    lines.push(...accesses(api, method.result.type, now).map((path) => `void ${path}`))
    lines.push(exhaustion(api, method.result.type, now) ?? '')
  }
  if (method.pagination !== undefined) {
    const pages = argumentTypes(method, `${type}['pages']`).join(', ')
    lines.push(`declare const pages_${method.standalone}: [${pages}]`)
    lines.push(`void ${call}.pages(...pages_${method.standalone})`)
  }
  for (const route of method.rest) lines.push(`void client.${group.key}.get${step(route.name)}()`)
  for (const link of method.links.filter(({ parts }) => parts.length > 0)) {
    lines.push(`void own.${method.standalone}Links${step(link.member)}`)
  }
  return [...lines, ...errorsOf(method)]
}

function step(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${quoteString(name)}]`
}

function freshArguments(api: Api, { params, paramStructure }: Method): string | undefined {
  const values = params.map(({ type }) => literalOf(api, type))
  if (params.length === 0 || values.includes(undefined)) return undefined
  if (paramStructure !== 'by-name') return values.join(', ')
  const members = params.map(({ name }, index) => `${quoteString(name)}: ${values[index] ?? ''}`)
  return `{ ${members.join(', ')} }`
}

/** Returns code that handles each error of a method by name, and no other errors. */
function errorsOf({ name: methodName, errors }: Method): readonly string[] {
  if (errors.length === 0) return []
  const name = quoteString(methodName)
  const asked = errors.map(({ code, reason }) =>
    reason === undefined
      ? `fault.code === ${code}`
      : `fault.code === ${code} && fault.reason === ${quoteString(reason)}`,
  )
  return [
    `void ((one: ErrorsByMethod[${name}]): OldErrors[${name}] => one)`,
    `if (isRpcError(fault, ${name})) {`,
    ...asked.map((condition) => `  void (${condition})`),
    '}',
  ]
}

/** Returns code of a careful implementer of the old version, to be compiled against the new one. */
export function implementersTest(api: Api, group: Group, { before, after }: Versions): string {
  const handlers = handlersNameOf(group)
  const lines = [
    `import { rpcErrors as oldErrors } from '${before}/server/src/index.ts'`,
    `import type { ${handlers} as Old } from '${before}/server/src/${group.slug}.ts'`,
    `import { rpcErrors } from '${after}/server/src/index.ts'`,
    `import type { ${handlers} } from '${after}/server/src/${group.slug}.ts'`,
    'declare const anything: unknown',
    '',
  ]
  const top = group.methods.filter((method) => method.namespace === '')
  const nested = group.namespaces.filter(({ name }) => name !== '')
  for (const form of ['whole', 'fresh'] as const) {
    lines.push(`export const ${form}: ${handlers} = {`)
    lines.push(...top.flatMap((method) => handlerOf(api, group, method, form)))
    for (const { name, methods } of nested) {
      const inner = methods.flatMap((index) => group.methods[index] ?? [])
      lines.push(
        `${memberName(name)}: {`,
        ...inner.flatMap((method) => handlerOf(api, group, method, form)),
        '},',
      )
    }
    lines.push('}')
  }
  for (const { identifier, dataType } of group.errors) {
    const at = `${step(group.key)}${step(identifier)}`
    const old = `Parameters<typeof oldErrors${at.replaceAll(/\.([\w$]+)/g, "['$1']")}>`
    const value = dataType && literalOf(api, dataType)
    lines.push(`void rpcErrors${at}(...(anything as ${old}))`)
    if (value !== undefined) lines.push(`void rpcErrors${at}(${value})`)
  }
  return `${lines.join('\n')}\nexport {}\n`
}

function handlersNameOf({ typeName }: Group): string {
  return `${typeName}Handlers`
}

function handlerOf(
  api: Api,
  group: Group,
  method: Method,
  form: 'whole' | 'fresh',
): readonly string[] {
  const { subscription } = method
  // The server ends subscriptions itself.
  if (group.methods.some((other) => other.subscription?.unsubscribe === method.name)) return []
  // An implementer of a subscription implements its topics.
  if (subscription !== undefined) {
    return subscription.topics.map(
      ({ identifier, payload }) =>
        `async *${memberName(identifier)}() { yield ${literalOf(api, payload.type) ?? 'anything'} },`,
    )
  }
  const at = ['Old', ...(method.namespace === '' ? [] : [method.namespace]), method.member]
  const type = at.map((name, index) => (index === 0 ? name : `[${quoteString(name)}]`)).join('')
  const { result: descriptor } = method
  const result =
    descriptor?.empty === true ? 'undefined' : descriptor && literalOf(api, descriptor.type)
  const answer =
    form === 'fresh' && result !== undefined ? result : `anything as Awaited<ReturnType<${type}>>`
  const named = method.paramsType === undefined ? undefined : api.types.get(method.paramsType)
  const read = named === undefined ? [] : accesses(api, named.type, 'params')
  return [
    // Include the return type, as scaffolds do: without it, a literal could be wider than required.
    `${memberName(method.member)}(params): ReturnType<${type.replace('Old', handlersNameOf(group))}> {`,
    // No program depends on the absence of params.
    method.params.length === 0 ? '' : `  params satisfies Parameters<${type}>[0]`,
    ...read.map((path) => `  void ${path}`),
    ...method.params.flatMap(({ name, type: inner, required }) =>
      required ? (exhaustion(api, inner, `params[${quoteString(name)}]`) ?? []) : [],
    ),
    method.result === undefined ? '' : `  return ${answer}`,
    '},',
  ]
}

export function fileOf(group: Group, audience: 'callers' | 'implementers'): string {
  return `${pascal(group.slug)}.${audience}.ts`
}
