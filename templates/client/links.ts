import { type Link, type LinkPart, type Method, pascal } from 'rpcloom/model'
import {
  constantOf,
  docText,
  type Expression,
  interfaceOf,
  jsonLiteral,
  listOf,
  literalOf,
  memberName,
  objectMember,
  type ObjectMember,
  objectOf,
  functionType,
  objectType,
  paramsType,
  propertyKey,
  pureCall,
  resultType,
  type SourceOutput,
  stringOf,
  type TypeCode,
  typeNode,
} from 'rpcloom/codegen'
import { codegen, type GroupContext } from './context.ts'

/**
 * Returns a constant for each method with links: an object of functions that create the params of the linked
 * methods.
 */
export function linkConstants(context: GroupContext): SourceOutput['statements'] {
  const methods = new Map(context.group.methods.map((method) => [method.name, method]))
  return context.group.methods.flatMap((method) => {
    const links = method.links.flatMap((link) => {
      const target = methods.get(link.method)
      return target === undefined || link.parts.length === 0 ? [] : [{ link, target }]
    })
    if (links.length === 0) return []
    const type = context.scope.declare(`${pascal(method.standalone)}Links`)
    const values = links.map(({ link }) => linkValue(context, link))
    return [
      interfaceOf({
        name: type,
        doc: docText({ summary: `Calls that the document links to \`${method.name}\`.` }),
        properties: links.map(({ link, target }) => ({
          name: memberName(link.member),
          type: linkType(context, { method, link, target }),
          readonly: true,
          doc: linkDoc(link),
        })),
      }),
      constantOf({
        name: context.scope.declare(`${method.standalone}Links`),
        type,
        value: objectOf(values),
        doc: docText({
          summary: `Functions that create the params of linked calls from the params and the result of \`${method.name}\`.`,
        }),
      }),
    ]
  })
}

interface Followed {
  readonly method: Method
  readonly link: Link
  readonly target: Method
}

function linkDoc({ method, description }: Link): string {
  const about = description === undefined ? {} : { description }
  return docText({ summary: `Params of \`${method}\`.`, ...about })
}

function linkValue({ scope }: GroupContext, { member, parts }: Link): ObjectMember {
  const made = parts.map(({ param, part }) => objectMember(propertyKey(param), partValue(part)))
  const make = scope.use(codegen, 'link', 'value')
  return objectMember(propertyKey(member), pureCall(make, [objectOf(made)]))
}

function linkType({ scope }: GroupContext, { method, link, target }: Followed): TypeCode {
  const needs = (from: 'params' | 'result'): boolean =>
    link.parts.some(({ part }) => reads(part, from))
  const call = [
    ...(needs('params') ? [{ name: 'params', type: paramsType(method, 'input', scope) }] : []),
    ...(needs('result') ? [{ name: 'result', type: resultType(method, 'decoded', scope) }] : []),
  ]
  const made = link.parts.flatMap(({ param }) => {
    const own = target.params.find(({ name }) => name === param)
    if (own === undefined) return []
    return [{ name: memberName(param), type: typeNode(own.type, { form: 'input', scope }) }]
  })
  const given = call.length === 0 ? 'object' : readonlyObject(call)
  return functionType([{ name: 'call', type: given }], readonlyObject(made))
}

function readonlyObject(
  members: readonly { readonly name: string; readonly type: TypeCode }[],
): TypeCode {
  return objectType({ properties: members.map((member) => ({ ...member, readonly: true })) })
}

function reads(part: LinkPart, from: 'params' | 'result'): boolean {
  switch (part.kind) {
    case 'value':
      return false
    case 'path':
      return part.from === from
    case 'text':
      return part.pieces.some((piece) => typeof piece !== 'string' && reads(piece, from))
    case 'list':
      return part.items.some((item) => reads(item, from))
    case 'record':
      return part.members.some((member) => reads(member.part, from))
  }
}

function partValue(part: LinkPart): Expression {
  switch (part.kind) {
    case 'value':
      return only('value', literalOf(jsonLiteral(part.value)))
    case 'path':
      return only('at', listOf([part.from, ...part.path].map(stringOf)))
    case 'text': {
      const pieces = part.pieces.map((piece) =>
        typeof piece === 'string' ? stringOf(piece) : partValue(piece),
      )
      return only('text', listOf(pieces))
    }
    case 'list':
      return only('list', listOf(part.items.map(partValue)))
    case 'record': {
      const members = part.members.map(({ name, part: inner }) =>
        objectMember(propertyKey(name), partValue(inner)),
      )
      return only('record', objectOf(members))
    }
  }
}

/** Returns an object with one member. */
function only(key: string, value: Expression): Expression {
  return objectOf([objectMember(key, value)])
}
