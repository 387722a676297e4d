import type { Method } from 'rpcloom/model'
import {
  callArguments,
  constantOf,
  isPaged,
  isPositional,
  methodPlaces,
  needsLossless,
  needsStringify,
  numberLiteral,
  pageItemType,
  paramsObject,
  quoteString,
  resultText,
  type SourceOutput,
  standaloneDoc,
  typeText,
} from 'rpcloom/emit'
import { type GroupContext, runtime } from './context.ts'
import { listedParams } from './params.ts'

/** `export const getHeight: (transport: Transport) => Promise<...> = method({ ... })` */
export function methodConstant(
  context: GroupContext,
  method: Method,
): SourceOutput['statements'][number] {
  const paged = pageTypes(context, method)
  const page = paged && `<${paged.params}, ${paged.page}, ${paged.item}>`
  return constantOf({
    name: method.standalone,
    doc: standaloneDoc(method, methodPlaces(context.group, method, context.docs)),
    type: page
      ? `${context.scope.use(runtime, 'Paged', 'type')}${page}`
      : standaloneType(context, method),
    value: methodValue(context, method),
  })
}

/** The function itself: `method({ ... })`, and what is around it. */
export function methodValue(context: GroupContext, method: Method): string {
  const form = method.result === undefined ? 'notification' : formOf(context, method)
  const call = pureCall(context, form, specText(context, method))
  return wrappers(method).reduce(
    (inner, { name, rest }) => pureCall(context, name, [inner, ...rest].join(', ')),
    call,
  )
}

/** A function of the runtime that makes more of a call, and what it takes beside the call. */
export interface Wrapper {
  readonly name: string
  readonly rest: readonly string[]
}

/** What makes more of a method than one call, from the inside out. */
export function wrappers(method: Method): readonly Wrapper[] {
  return [
    ...(method.auth === 'keystore' ? [{ name: 'confidential', rest: [] }] : []),
    ...(isPaged(method) ? [{ name: 'paged', rest: [pageSpec(method)] }] : []),
  ]
}

/** A method that converts less needs less of the runtime. */
function formOf(context: GroupContext, method: Method): string {
  if (paramsMember(context, method).length > 0) return 'method'
  return resultMember(context, method).length > 0 ? 'reading' : 'plain'
}

function pureCall({ scope }: GroupContext, name: string, argument: string): string {
  return `/* @__PURE__ */ ${scope.use(runtime, name, 'value')}(${argument})`
}

/** Types of a method that pages; undefined for all others. */
export function pageTypes(
  { api, scope }: GroupContext,
  method: Method,
): { readonly params: string; readonly page: string; readonly item: string } | undefined {
  const [params] = callArguments(method, scope)
  if (params === undefined || !isPaged(method)) return undefined
  return {
    params: params.type,
    page: resultText(method, 'decoded', scope),
    item: typeText(pageItemType(api, method), { form: 'decoded', scope }),
  }
}

function standaloneType({ scope }: GroupContext, method: Method): string {
  const transport = `transport: ${scope.use(runtime, 'Transport', 'type')}`
  const args = callArguments(method, scope).map(
    ({ name, type, optional }) => `${name}${optional ? '?' : ''}: ${type}`,
  )
  return `(${[transport, ...args].join(', ')}) => Promise<${resultText(method, 'decoded', scope)}>`
}

/** What the runtime must know of the method. */
function specText(context: GroupContext, method: Method): string {
  return `{ ${methodSpec(context, method).join(', ')} }`
}

/** The members of it. */
export function methodSpec(context: GroupContext, method: Method): readonly string[] {
  const { addresses, group } = context
  const address = addresses.get(method.path ?? group.route.path) ?? 'group'
  return [
    `wire: ${quoteString(method.wire)}`,
    address === 'group' ? 'group' : `group: ${address}`,
    ...needs(context, method),
  ]
}

/** What is particular to its values: nothing for a method that reads, and whose values pass as they are. */
export function needs(context: GroupContext, method: Method): readonly string[] {
  const { api, scope } = context
  const { result } = method
  return [
    ...(method.effect === 'read' ? [] : [`effect: ${quoteString(method.effect)}`]),
    ...paramsMember(context, method),
    ...secretsMember(method),
    ...resultMember(context, method),
    // JSON.stringify alone refuses a bigint that goes as a number.
    ...(needsStringify(api, paramsObject(method))
      ? [`stringify: ${scope.use(runtime, 'stringify', 'value')}`]
      : []),
    ...(result !== undefined && needsLossless(api, result.type)
      ? [`parse: ${scope.use(runtime, 'parseLossless', 'value')}`]
      : []),
  ]
}

/** What no log may show: by name, or by position where params go as a list. */
function secretsMember(method: Method): readonly string[] {
  const names = method.params.flatMap(({ name, secret }, index) =>
    secret ? [quoteString(isPositional(method) ? String(index) : name)] : [],
  )
  return names.length === 0 ? [] : [`secrets: [${names.join(', ')}]`]
}

/** How arguments become params; nothing where one object goes as it is. */
function paramsMember(context: GroupContext, method: Method): readonly string[] {
  if (isPositional(method) && method.params.length > 0) {
    return [`params: ${listedParams(context, method.params)}`]
  }
  const coded = context.shape(paramsObject(method), 'write')
  return coded === undefined ? [] : [`params: ${pureCall(context, 'named', coded)}`]
}

/** How the answer becomes the result; nothing where it passes as it is. */
function resultMember(context: GroupContext, { result }: Method): readonly string[] {
  const { scope, shape } = context
  if (result === undefined) return []
  if (result.empty) return [`result: ${scope.use(runtime, 'nothing', 'value')}`]
  const coded = shape(result.type, 'read')
  if (coded === undefined) return []
  return [`result: ${pureCall(context, 'decoded', coded)}`]
}

function pageSpec({ pagination }: Method): string {
  if (pagination === undefined) return '{}'
  const { cursor, limit, items, end } = pagination
  const limits =
    limit === undefined
      ? []
      : [
          `limit: { param: ${quoteString(limit.param)}, default: ${numberLiteral(limit.default) ?? 'Infinity'}${
            limit.cap === undefined ? '' : `, cap: ${numberLiteral(limit.cap) ?? 'Infinity'}`
          } }`,
        ]
  const members = [
    `cursor: { param: ${quoteString(cursor.param)}, result: ${quoteString(cursor.result)} }`,
    ...limits,
    `items: ${quoteString(items)}`,
    `end: ${quoteString(end)}`,
  ]
  return `{ ${members.join(', ')} }`
}
