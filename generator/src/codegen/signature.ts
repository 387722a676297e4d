import type { Json, JsonObject } from '../json/types.ts'
import type { Api, Group, Method, ObjectType, Type } from '../model/types.ts'
import { memberPath } from '../model/names/namespaces.ts'
import { memberAccess } from './quote.ts'
import { jsonLiteral } from './quote.ts'
import type { Form, Scope } from './scope.ts'
import { literalType, type Argument, type TypeCode, namedType } from './type-node.ts'
import { typeNode, unionOf } from './model-type.ts'
import { hasNumberFormat } from './needs-codec.ts'
import { printType } from './print-type.ts'

/** Whether callers pass params as separate arguments. */
export function isPositional({ paramStructure }: Pick<Method, 'paramStructure'>): boolean {
  return paramStructure === 'by-position' || paramStructure === 'either'
}

/** Returns the type of all params together: an object with the params, or the type of `x-params`. */
export function allParams({
  params,
  paramStructure,
}: Pick<Method, 'params' | 'paramStructure'>): Type {
  const [whole] = params
  return paramStructure === 'whole' && whole ? whole.type : paramsObject({ params })
}

/** Returns the params of an example as a caller passes them in one value. */
export function sentParams({ paramStructure }: Method, params: JsonObject): Json {
  return paramStructure === 'whole' ? (Object.values(params)[0] ?? {}) : params
}

/**
 * Whether clients can follow the method's cursor to the next page. This requires that the cursor param is an
 * object.
 */
export function isPaged(method: Method): boolean {
  return method.pagination !== undefined && method.params.length > 0 && !isPositional(method)
}

/** Returns the form of calls that are not paged: `optional` if the result may be absent. */
export function callForm({ result }: Method): 'method' | 'notification' | 'optional' {
  if (result === undefined) return 'notification'
  return result.optional && !result.empty ? 'optional' : 'method'
}

/** Returns the arguments of a call: the params in order, or one object if params are sent by name. */
export function callArguments(
  method: Method,
  scope: Pick<Scope, 'type' | 'format' | 'memberDoc'>,
): readonly Argument[] {
  if (method.params.length === 0) return []
  if (isPositional(method)) {
    return method.params.map(({ identifier, required, omittable, type }) => {
      const own = typeNode(type, { form: 'input', scope })
      // An optional param before a required one cannot be omitted, so its type includes `undefined`.
      const padded = required || omittable ? own : unionOf([own, literalType('undefined')])
      return { name: identifier, type: padded, optional: omittable }
    })
  }
  const optional = method.params.every(({ required }) => !required)
  return [{ name: 'params', type: paramsType(method, 'input', scope), optional }]
}

type TypeScope = Pick<Scope, 'type' | 'format' | 'memberDoc'>

/** Returns the type of all params as one object. */
export function paramsType(method: Method, form: Form, scope: TypeScope): TypeCode {
  if (method.paramsType !== undefined) return namedType(scope.type(method.paramsType, form))
  return typeNode({ kind: 'object', properties: [] }, { form, scope })
}

/** Returns the result type: for a caller in the form `decoded`, for a handler in the form `input`. */
export function resultType(method: Method, form: Form, scope: TypeScope): TypeCode {
  return orAbsent(method, presentType(method, form, scope), form)
}

/** Returns the type of a result that is not absent. */
export function presentType({ result }: Method, form: Form, scope: TypeScope): TypeCode {
  return result === undefined || result.empty
    ? literalType('void')
    : typeNode(result.type, { form, scope })
}

/** Adds the type of an absent result to the type of results of a method. */
export function orAbsent({ result }: Method, type: TypeCode, form: Form): TypeCode {
  return result?.optional && !result.empty
    ? unionOf([type, literalType(form === 'input' ? 'void' : 'undefined')])
    : type
}

/** Returns the source text of `paramsType`. */
export function paramsText(method: Method, form: Form, scope: TypeScope): string {
  return printType(paramsType(method, form, scope))
}

/** Returns the source text of `resultType`. */
export function resultText(method: Method, form: Form, scope: TypeScope): string {
  return printType(resultType(method, form, scope))
}

/** Returns an object type with all params as members, from which the params' shape is made. */
export function paramsObject({ params }: Pick<Method, 'params'>): ObjectType {
  return {
    kind: 'object',
    properties: params.map(({ name, required, doc, type, schema }) => ({
      name,
      required,
      doc,
      type,
      schema,
    })),
  }
}

/** Returns the item type of a paginated result; `unknown` if the result has no list of items. */
export function pageItemType(api: Api, method: Method): Type {
  const items = method.pagination?.items
  const result = method.result && behind(api, method.result.type)
  const objects =
    result?.kind === 'union' ? result.members.map((member) => behind(api, member)) : [result]
  const lists = objects.flatMap((object) => {
    const property =
      object?.kind === 'object' && object.properties.find(({ name }) => name === items)
    return property ? listsOf(api, property.type) : []
  })
  if (lists.length === 0) return { kind: 'unknown' }
  return lists.length === 1 ? (lists[0] ?? { kind: 'unknown' }) : { kind: 'union', members: lists }
}

function listsOf(api: Api, type: Type): readonly Type[] {
  const target = behind(api, type)
  if (target?.kind === 'array') return [target.items]
  return target?.kind === 'union' ? target.members.flatMap((member) => listsOf(api, member)) : []
}

/** Returns the type behind a chain of references; undefined if the chain is circular. */
function behind(api: Api, type: Type): Type | undefined {
  let at: Type | undefined = type
  for (let steps = 0; at?.kind === 'ref'; steps++) {
    if (steps > 32) return undefined
    at = api.types.get(at.to)?.type
  }
  return at
}

/** Returns the path to a method's member in a mock or in handlers: `.cChain.eth.getBalance`. */
export function groupPath({ key }: Pick<Group, 'key'>, method: Method): string {
  return [key, ...memberPath(method)].map(memberAccess).join('')
}

/** Returns the expression for a method of the client in a variable: `client.cChain.eth.getBalance`. */
export function accessPath(
  group: Pick<Group, 'key' | 'shortcuts'>,
  method: Method,
  client = 'client',
): string {
  const names = memberPath(method)
  const owner = ownerOf(group, names[0] ?? '', client)
  return names.reduce((path, name) => path + memberAccess(name), owner)
}

/**
 * Returns the expression for the object that owns a group's member in the client: the client itself, or
 * its member for the group.
 */
export function ownerOf(
  { key, shortcuts }: Pick<Group, 'key' | 'shortcuts'>,
  member: string,
  client = 'client',
): string {
  return shortcuts.includes(member) ? client : `${client}${memberAccess(key)}`
}

/** Maximum length of an example in a doc comment. */
const maxExample = 400

/**
 * Returns the arguments of the method's first example; undefined without an example, or if callers pass numbers of
 * the example in another form.
 */
export function exampleArguments(api: Api, method: Method): string | undefined {
  const [example] = method.examples
  if (example === undefined || hasNumberFormat(api, allParams(method))) return undefined
  const { params } = example
  const values =
    method.paramStructure !== 'by-name'
      ? method.params.map(({ name }) =>
          Object.hasOwn(params, name) ? jsonLiteral(params[name] ?? null) : 'undefined',
        )
      : [jsonLiteral(params)]
  while (values.at(-1) === 'undefined') values.pop()
  return Object.keys(params).length === 0 ? '' : values.join(', ')
}

/**
 * Returns a call with the params of the method's first example; undefined if there is no example or the call
 * is too long.
 */
export function exampleCall(api: Api, group: Group, method: Method): string | undefined {
  const given = exampleArguments(api, method)
  if (given === undefined) return undefined
  const assigned = method.result === undefined || method.result.empty ? '' : 'const result = '
  const call = `${assigned}await ${accessPath(group, method)}(${given})`
  return call.length > maxExample ? undefined : call
}
