import { breaks, type Doc, group, hardline, ifBreak, indent, join, line, softline } from './doc.ts'
import { leadDoc } from './print-comments.ts'
import type {
  FunctionType,
  Member,
  ObjectType,
  Parameter,
  Signature,
  TupleElement,
  TypeNode,
  TypeParameter,
} from './syntax.ts'
import { leave } from './tokens.ts'

/**
 * Syntactic context of a type. `annotation`: after a colon, an arrow or `=`; `bare`: on lines that the parent
 * indents (type arguments, the only item of a tuple); `item`: in a tuple with several items; `operand`: inside
 * another type, possibly in parentheses; `object`: the indexed type, or the item type of an array; `hugged`:
 * the only parameter of a function.
 */
type Position = 'annotation' | 'bare' | 'item' | 'operand' | 'object' | 'hugged'

export function printType(type: TypeNode, position: Position): Doc {
  const needsParentheses =
    ((position === 'operand' || position === 'object') && isCompound(type)) ||
    (position === 'object' && (type.node === 'operator' || type.node === 'typeof'))
  if (type.node === 'union') {
    const union = printUnion(type.types)
    if (isHuggedUnion(type.types)) return needsParentheses ? ['(', union, ')'] : union
    if (needsParentheses) return ['(', group([indent([softline, union]), softline]), ')']
    if (position === 'item')
      return group([indent([ifBreak(['(', softline]), union]), softline, ifBreak(')')])
    return position === 'annotation' ? group(indent([softline, union])) : union
  }
  const printed = printBare(type, position)
  return needsParentheses ? ['(', printed, ')'] : printed
}

function isCompound({ node }: TypeNode): boolean {
  return node === 'union' || node === 'intersection' || node === 'function-type'
}

function printBare(type: Exclude<TypeNode, { node: 'union' }>, position: Position): Doc {
  switch (type.node) {
    case 'keyword':
    case 'literal':
      return type.text
    case 'reference':
      return [type.name, printTypeArguments(type.args)]
    case 'typeof':
      return ['typeof ', type.name, printTypeArguments(type.args)]
    case 'array':
      return [printType(type.element, 'object'), '[]']
    case 'indexed':
      return [printType(type.object, 'object'), '[', printType(type.index, 'annotation'), ']']
    case 'operator': {
      if (type.type.node === 'operator') leave('operators')
      return [type.operator, ' ', printType(type.type, 'operand')]
    }
    case 'predicate':
      return [type.name, ' is ', printType(type.type, 'annotation')]
    case 'tuple':
      return printTuple(type.elements)
    case 'intersection':
      return printIntersection(type.types)
    case 'object-type':
      return printObjectType(type, position === 'hugged')
    case 'function-type':
      return printFunctionType(type)
    default:
      return type satisfies never
  }
}

/** Whether an object type stays on the line of its union because `null` is the only other member. */
function isHuggedUnion(types: readonly TypeNode[]): boolean {
  const first = types.find(({ node }) => node === 'object-type' || node === 'reference')
  if (first === undefined) return false
  return types.every(
    (type) =>
      type === first || (type.node === 'keyword' && (type.text === 'null' || type.text === 'void')),
  )
}

function printUnion(types: readonly TypeNode[]): Doc {
  if (isHuggedUnion(types)) {
    return join(
      ' | ',
      types.map((type) => printType(type, 'operand')),
    )
  }
  return group(
    types.map((type, index) => [
      index === 0 ? ifBreak('| ') : [line, '| '],
      indent(printType(type, 'operand')),
    ]),
  )
}

function printIntersection(types: readonly TypeNode[]): Doc {
  let wasIndented = false
  return group(
    types.map((type, index) => {
      const printed = printType(type, 'operand')
      const before = types[index - 1]
      if (before === undefined) return printed
      const isObject = type.node === 'object-type'
      const wasObject = before.node === 'object-type'
      if (wasObject && isObject) return [' & ', wasIndented ? indent(printed) : printed]
      if (!wasObject && !isObject) return indent([' &', line, printed])
      if (index > 1) wasIndented = true
      return [' & ', index > 1 ? indent(printed) : printed]
    }),
  )
}

function printTuple(elements: readonly TupleElement[]): Doc {
  if (elements.length === 0) return '[]'
  const printed = elements.map((element) => group(printElement(element, elements.length)))
  return group(['[', indent([softline, join([',', line], printed)]), ifBreak(','), softline, ']'])
}

function printElement({ label, isRest, isOptional, type }: TupleElement, count: number): Doc {
  const rest = isRest ? '...' : ''
  const optional = isOptional ? '?' : ''
  if (label !== undefined) return [rest, label, optional, ': ', printType(type, 'annotation')]
  if (isRest || isOptional) return [rest, printType(type, isRest ? 'operand' : 'object'), optional]
  return printType(type, count > 1 ? 'item' : 'bare')
}

/** Prints type arguments, `<A, B>`. `isOpen` allows a line break after `<` even for a single simple type. */
export function printTypeArguments(args: readonly TypeNode[] | undefined, isOpen = false): Doc {
  if (args === undefined) return ''
  const [first] = args
  if (!isOpen && args.length === 1 && first !== undefined && isSimple(first))
    return ['<', printType(first, 'bare'), '>']
  const printed = args.map((type) => printType(type, 'bare'))
  return group(['<', indent([softline, join([',', line], printed)]), softline, '>'])
}

function isSimple(type: TypeNode): boolean {
  switch (type.node) {
    case 'keyword':
    case 'literal':
    case 'object-type':
      return true
    case 'reference':
      return type.args === undefined
    case 'union':
      return isHuggedUnion(type.types)
    default:
      return false
  }
}

export function printTypeParameters(parameters: readonly TypeParameter[]): Doc {
  const [first] = parameters
  if (first === undefined) return ''
  const printed = parameters.map(({ name, isConst, constraint, fallback }) => {
    const bound = constraint === undefined ? '' : [' extends ', printType(constraint, 'bare')]
    const other = fallback === undefined ? '' : [' = ', printType(fallback, 'bare')]
    return group([isConst ? 'const ' : '', name, bound, other])
  })
  const isPlain = first.constraint === undefined && first.fallback === undefined && !first.isConst
  if (parameters.length === 1 && isPlain) return ['<', printed, '>']
  return group(['<', indent([softline, join([',', line], printed)]), ifBreak(','), softline, '>'])
}

function printFunctionType(type: FunctionType): Doc {
  if (type.returns === undefined) leave('function type')
  const returns: Doc = [' => ', printType(type.returns, 'annotation')]
  return group(signatureParts(type, returns))
}

/**
 * Returns the printed parameters and return type. The parameters are a separate group if the return type may
 * break.
 */
export function signatureParts(signature: Signature, returns: Doc): readonly Doc[] {
  const parameters = [
    printTypeParameters(signature.typeParameters),
    printParameters(signature.parameters),
  ]
  return [isGrouped(signature, returns) ? group(parameters) : parameters, returns]
}

function isGrouped({ typeParameters, parameters, returns }: Signature, printed: Doc): boolean {
  if (returns === undefined || parameters.length !== 1 || typeParameters.length > 1) return false
  const [first] = typeParameters
  if (first?.constraint !== undefined || first?.fallback !== undefined) return false
  return returns.node === 'object-type' || breaks(printed)
}

export function printParameters(parameters: readonly Parameter[]): Doc {
  const [first] = parameters
  if (first === undefined) return '()'
  const printed = join(
    [',', line],
    parameters.map((each) => printParameter(each, false)),
  )
  if (isHugged(parameters)) return ['(', printParameter(first, true), ')']
  const comma = parameters.at(-1)?.isRest === true ? '' : ifBreak(',')
  return ['(', indent([softline, printed]), comma, softline, ')']
}

/**
 * Whether the only parameter has an object type. The object type then starts on the current line and breaks
 * inside its braces.
 */
export function isHugged(parameters: readonly Parameter[]): boolean {
  const [first] = parameters
  return parameters.length === 1 && first?.isRest === false && first.type?.node === 'object-type'
}

function printParameter(parameter: Parameter, isAlone: boolean): Doc {
  const { name, isRest, isOptional, type } = parameter
  const head = `${isRest ? '...' : ''}${name}${isOptional ? '?' : ''}`
  if (type === undefined) return head
  return [head, ': ', printType(type, isAlone ? 'hugged' : 'annotation')]
}

function printObjectType({ members, isBroken }: ObjectType, isHuggedHere: boolean): Doc {
  if (members.length === 0) return '{}'
  checkMembers(members)
  const printed = members.map((member, index) => {
    const isLast = index === members.length - 1
    const gap = isLast ? [] : [line, ...(members[index + 1]?.isApart === true ? [hardline] : [])]
    return [leadDoc(member), printMember(member), isLast ? '' : ifBreak('', ';'), ...gap]
  })
  const contents = ['{', indent([line, ...printed]), line, '}']
  // A hugged object type breaks together with its parameters.
  return isHuggedHere ? contents : group(contents, isBroken)
}

/** Rejects members that would be read as a continuation of the previous line. */
function checkMembers(members: readonly Member[]): void {
  const isCallBehind = members.some(
    ({ node }, index) =>
      node === 'call-signature' && index > 0 && members[index - 1]?.node === 'property',
  )
  if (isCallBehind) leave('call signature')
}

export function printMembers(members: readonly Member[]): Doc {
  if (members.length === 0) return '{}'
  checkMembers(members)
  const printed = members.map((member, index) => [
    index === 0 ? '' : hardline,
    index > 0 && member.isApart ? hardline : '',
    leadDoc(member),
    printMember(member),
  ])
  return ['{', indent([hardline, ...printed]), hardline, '}']
}

function printMember(member: Member): Doc {
  switch (member.node) {
    case 'property': {
      const { name, isReadonly, isOptional, type } = member
      const head = `${isReadonly ? 'readonly ' : ''}${name}${isOptional ? '?' : ''}`
      return group([head, type === undefined ? '' : [': ', printType(type, 'annotation')]])
    }
    case 'method': {
      const returns = returnsDoc(member)
      const [parameters = '', result = ''] = signatureParts(member, returns)
      return group([member.name, member.isOptional ? '?' : '', parameters, group(result)])
    }
    case 'call-signature':
      return group(signatureParts(member, returnsDoc(member)))
    case 'index':
      return group([
        member.isReadonly ? 'readonly ' : '',
        '[',
        group([
          indent([softline, member.name, ': ', printType(member.key, 'annotation')]),
          softline,
        ]),
        ']: ',
        printType(member.type, 'annotation'),
      ])
    default:
      return member satisfies never
  }
}

export function returnsDoc({ returns }: Signature): Doc {
  return returns === undefined ? '' : [': ', printType(returns, 'annotation')]
}
