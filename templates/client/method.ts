import type { Group, Method } from 'rpcloom/model'
import {
  type Argument,
  callArguments,
  callForm,
  caseSignatures,
  constantOf,
  type Expression,
  identifierOf,
  isPaged,
  memberName,
  methodDoc,
  type MethodMember,
  orAbsent,
  pageItemType,
  presentType,
  pureCall,
  namedType,
  objectType,
  resultType,
  type SourceOutput,
  standaloneDoc,
  stringType,
  type TypeCode,
  typeNode,
} from 'rpcloom/codegen'
import { codegen, type GroupContext, runtime } from './context.ts'

/**
 * Returns a constant such as `export const getHeight: (transport: Transport, options?: CallOptions) =>
 * Promise<...> = method(descriptors.getHeight)`.
 */
export function methodConstant(
  context: GroupContext,
  method: Method,
): SourceOutput['statements'][number] {
  const paged = pageTypes(context, method)
  const form = formOf(method)
  const make = context.scope.use(codegen, form, 'value')
  return constantOf({
    name: method.standalone,
    doc: standaloneDoc(method, memberOf(context.group, method)),
    type: paged
      ? namedType(context.scope.use(runtime, 'Paged', 'type'), paged.params, paged.page, paged.item)
      : standaloneType(context, method),
    value: pureCall(make, [descriptorOf(method)]),
  })
}

/** Returns the name of the function that makes the standalone function of a method. */
function formOf(method: Method): string {
  const form = callForm(method)
  if (!isPaged(method)) return form
  return form === 'optional' ? 'optionalPaged' : 'paged'
}

/** Returns the expression for the descriptor of a method, in a module that imports `descriptors`. */
export function descriptorOf({ standalone }: Method): Expression {
  return identifierOf(`descriptors.${standalone}`)
}

/** Returns the client member for `@link`, such as `PChain.getBlock`; undefined if its name needs quotes. */
function memberOf(group: Group, method: Method): string | undefined {
  const { member } = method
  return memberName(member) === member ? `${ownerOf(group, method)}.${member}` : undefined
}

function ownerOf(group: Group, { namespace }: Method): string {
  const owner = group.namespaces.find(({ name }) => name === namespace && name !== '') ?? group
  return owner.typeName
}

/** Returns the argument for the call options, which is the last argument of every call. */
export function optionsArgument({ scope }: Pick<GroupContext, 'scope'>): Argument {
  return { name: 'options', type: scope.use(runtime, 'CallOptions', 'type'), optional: true }
}

/** Returns the signatures of a method: those for certain values of params (`x-when`), and that of all other calls. */
export function signaturesOf(
  context: GroupContext,
  method: Method,
): readonly Omit<MethodMember, 'name'>[] {
  const { api, scope } = context
  const options = optionsArgument(context)
  const cases = caseSignatures(api, method, scope).map(({ result, ...signature }) => ({
    ...signature,
    arguments: [...signature.arguments, options],
    returns: namedType('Promise', orAbsent(method, result, 'decoded')),
  }))
  const usual = {
    arguments: [...callArguments(method, scope), options],
    returns: namedType('Promise', resultType(method, 'decoded', scope)),
    doc: methodDoc(context, method),
  }
  return [...cases, usual]
}

interface PageTypes {
  readonly params: TypeCode
  /** Type of the result of a call, which may be absent. */
  readonly page: TypeCode
  /** Type of the pages of an iteration. */
  readonly present: TypeCode
  readonly item: TypeCode
}

/** Returns the types of a paginated method; undefined for other methods. */
export function pageTypes({ api, scope }: GroupContext, method: Method): PageTypes | undefined {
  const [params] = callArguments(method, scope)
  if (params === undefined || !isPaged(method)) return undefined
  return {
    params: params.type,
    page: resultType(method, 'decoded', scope),
    present: presentType(method, 'decoded', scope),
    item: typeNode(pageItemType(api, method), { form: 'decoded', scope }),
  }
}

/** Returns a type such as `Standalone<PChain['getBlock']>`, or the signatures of a method with several. */
function standaloneType(context: GroupContext, method: Method): TypeCode {
  const { group, scope } = context
  const signatures = signaturesOf(context, method)
  if (signatures.length > 1) {
    const transport = { name: 'transport', type: scope.use(runtime, 'Transport', 'type') }
    const calls = signatures.map(({ arguments: args, returns }) => ({
      arguments: [transport, ...args],
      returns,
    }))
    return objectType({ calls })
  }
  const index = stringType(method.member)
  const member = { kind: 'indexed', object: namedType(ownerOf(group, method)), index } as const
  return namedType(scope.use(runtime, 'Standalone', 'type'), member)
}
