import type { Api, Group, Method, ObjectType, Type } from '../model/types.ts'
import { memberAccess } from './quote.ts'
import { jsonLiteral } from './quote.ts'
import type { Form, Scope } from './scope.ts'
import type { Argument } from './structure.ts'
import { typeText, unionText } from './type-text.ts'

/** Whether a caller gives the params one by one. */
export function isPositional(method: Method): boolean {
  return method.paramStructure !== 'by-name'
}

/** Whether a client follows the cursor of a method: one that takes an object to put it in. */
export function isPaged(method: Method): boolean {
  return method.pagination !== undefined && method.params.length > 0 && !isPositional(method)
}

/** Arguments of a call: the params in wire order, or one object where they go by name. */
export function callArguments(
  method: Method,
  scope: Pick<Scope, 'type' | 'format'>,
): readonly Argument[] {
  if (method.params.length === 0) return []
  if (isPositional(method)) {
    return method.params.map(({ identifier, required, omittable, type }) => {
      const text = typeText(type, { form: 'input', scope })
      // An optional param before a required one cannot be left out, but it can be `undefined`.
      const padded = required || omittable ? text : unionText([text, 'undefined'])
      return { name: identifier, type: padded, optional: omittable }
    })
  }
  const optional = method.params.every(({ required }) => !required)
  return [{ name: 'params', type: paramsText(method, 'input', scope), optional }]
}

/** Type of all params as one object. */
export function paramsText(
  method: Method,
  form: Form,
  scope: Pick<Scope, 'type' | 'format'>,
): string {
  if (method.paramsType !== undefined) return scope.type(method.paramsType, form)
  return typeText({ kind: 'object', properties: [] }, { form, scope })
}

/** Type of what a call gives back, or what a handler returns. */
export function resultText(
  method: Method,
  form: Form,
  scope: Pick<Scope, 'type' | 'format'>,
): string {
  if (method.result === undefined || method.result.empty) return 'void'
  return typeText(method.result.type, { form, scope })
}

/** All params as one object type: what their shape is made from. */
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

/** Type of one item of a paged result; `unknown` where the result has no such list. */
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

/** A type with references followed; undefined for a circle of them. */
function behind(api: Api, type: Type): Type | undefined {
  let at: Type | undefined = type
  for (let steps = 0; at?.kind === 'ref'; steps++) {
    if (steps > 32) return undefined
    at = api.types.get(at.to)?.type
  }
  return at
}

/** `.cChain.eth.getBalance`: how a method is reached in a mock or among handlers. */
export function groupPath({ key }: Pick<Group, 'key'>, { namespace, member }: Method): string {
  const names = namespace === '' ? [key, member] : [key, namespace, member]
  return names.map(memberAccess).join('')
}

/** `node.cChain.eth.getBalance`: how a method is reached in a client called `node`. */
export function accessPath(group: Pick<Group, 'key' | 'shortcuts'>, method: Method): string {
  const names = method.namespace === '' ? [method.member] : [method.namespace, method.member]
  return names.reduce((path, name) => path + memberAccess(name), ownerOf(group, names[0] ?? ''))
}

/** What has a member of a group in a client called `node`: the client itself, or its member for the group. */
export function ownerOf(
  { key, shortcuts }: Pick<Group, 'key' | 'shortcuts'>,
  member: string,
): string {
  return shortcuts.includes(member) ? 'node' : `node${memberAccess(key)}`
}

/** Longest example that a doc comment shows. */
const maxExample = 400

/** Arguments of a call as the method's first example has them; undefined without an example. */
export function exampleArguments(method: Method): string | undefined {
  const [example] = method.examples
  if (example === undefined) return undefined
  const { params } = example
  const values = isPositional(method)
    ? method.params.map(({ name }) =>
        Object.hasOwn(params, name) ? jsonLiteral(params[name] ?? null) : 'undefined',
      )
    : [jsonLiteral(params)]
  while (values.at(-1) === 'undefined') values.pop()
  return Object.keys(params).length === 0 ? '' : values.join(', ')
}

/** A call as a user would write it, from the method's first example; undefined without a short one. */
export function exampleCall(group: Group, method: Method): string | undefined {
  const given = exampleArguments(method)
  if (given === undefined) return undefined
  const assigned = method.result === undefined || method.result.empty ? '' : 'const result = '
  const call = `${assigned}await ${accessPath(group, method)}(${given})`
  return call.length > maxExample ? undefined : call
}
