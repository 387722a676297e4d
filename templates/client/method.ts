import type { Method } from 'rpcloom/model'
import {
  callArguments,
  constantOf,
  isPositional,
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

/** `export const getHeight: (transport: Transport) => Promise<...> = method({ ... })` */
export function methodConstant(
  context: GroupContext,
  method: Method,
): SourceOutput['statements'][number] {
  const call = `/* @__PURE__ */ ${context.scope.use(runtime, 'method', 'value')}(${specText(context, method)})`
  const paged = pageTypes(context, method)
  const head = { name: method.standalone, doc: standaloneDoc(method) }
  if (paged === undefined) {
    return constantOf({ ...head, type: standaloneType(context, method), value: call })
  }
  const name = context.scope.use(runtime, 'Paged', 'type')
  const wrap = context.scope.use(runtime, 'paged', 'value')
  return constantOf({
    ...head,
    type: `${name}<${paged.params}, ${paged.page}, ${paged.item}>`,
    value: `/* @__PURE__ */ ${wrap}(${call}, ${pageSpec(method)})`,
  })
}

/** Types of a method that pages; undefined for all others. */
export function pageTypes(
  { api, scope }: GroupContext,
  method: Method,
): { readonly params: string; readonly page: string; readonly item: string } | undefined {
  const [params] = callArguments(method, scope)
  if (method.pagination === undefined || params === undefined || isPositional(method))
    return undefined
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
function specText({ api, scope, address, shape }: GroupContext, method: Method): string {
  const { result } = method
  const params = shape(paramsObject(method), 'write')
  const decoded = result === undefined || result.empty ? undefined : shape(result.type, 'read')
  const reasons = reasonTexts(method)
  const members = [
    `wire: ${quoteString(method.wire)}`,
    address === 'group' ? 'group' : `group: ${address}`,
    `effect: ${quoteString(method.effect)}`,
    ...(isPositional(method) && method.params.length > 0
      ? [`order: [${method.params.map(({ name }) => quoteString(name)).join(', ')}]`]
      : []),
    ...(params === undefined ? [] : [`params: ${params}`]),
    ...(decoded === undefined ? [] : [`result: ${decoded}`]),
    // JSON.stringify alone refuses a bigint that goes as a number.
    ...(needsStringify(api, paramsObject(method))
      ? [`stringify: ${scope.use(runtime, 'stringify', 'value')}`]
      : []),
    ...(result !== undefined && needsLossless(api, result.type)
      ? [`parse: ${scope.use(runtime, 'parseLossless', 'value')}`]
      : []),
    ...(reasons.length === 0
      ? []
      : [
          `reason: /* @__PURE__ */ ${scope.use(runtime, 'reasons', 'value')}(${reasons.join(', ')})`,
        ]),
    ...(result === undefined ? ['notification: true'] : []),
    ...(result?.empty ? ['empty: true'] : []),
  ]
  return `{ ${members.join(', ')} }`
}

function reasonTexts({ errors }: Method): readonly string[] {
  return errors.flatMap(({ reason, code, pattern }) => {
    const number = numberLiteral(code)
    if (reason === undefined || number === undefined) return []
    const parts = [
      quoteString(reason),
      number,
      ...(pattern === undefined ? [] : [quoteString(pattern)]),
    ]
    return [`[${parts.join(', ')}]`]
  })
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
