import {
  type Doc,
  flattened,
  group,
  hardline,
  ifBreak,
  indent,
  join,
  line,
  softline,
} from './doc.ts'
import {
  beginningOf,
  isFlat,
  isInlinedChain,
  isNumber,
  isTable,
  needsParentheses,
  type Place,
} from './place.ts'
import { isInlined, isLogical, layoutOf, printAssignment } from './print-assignment.ts'
import { printAccess, printArgument, printCall } from './print-call.ts'
import { commentDoc, leadDoc } from './print-comments.ts'
import { printParameters, printType, returnsDoc } from './print-type.ts'
import type {
  Argument,
  ArrowFunction,
  Binary,
  Block,
  Conditional,
  Expression,
  MemberAccess,
  ObjectExpression,
} from './syntax.ts'
import { leave } from './tokens.ts'

interface Chained {
  readonly isCondition: boolean
  readonly isNested: boolean
  readonly outer: Binary | undefined
}

/**
 * Prints expressions. The function that prints blocks is a parameter, because importing it would be circular.
 */
export class ExpressionPrinter {
  readonly #printBlock: (block: Block) => Doc

  constructor(printBlock: (block: Block) => Doc) {
    this.#printBlock = printBlock
  }

  print(value: Expression, place: Place): Doc {
    const bare = this.#bare(value, place)
    const printed = needsParentheses(value, place) ? ['(', bare, ')'] : bare
    const { comments = [] } = value
    return comments.length === 0
      ? printed
      : [...comments.map((comment) => [commentDoc(comment), ' ']), printed]
  }

  #bare(value: Expression, place: Place): Doc {
    switch (value.node) {
      case 'name':
      case 'string':
      case 'number':
      case 'word':
        return value.text
      case 'object':
        return this.#object(value)
      case 'array':
        return this.#array(value.elements)
      case 'arrow':
        return this.printArrow(value)
      case 'call':
      case 'new':
      case 'import':
        return printCall(this, value, place)
      case 'member':
        return this.#member(value, place)
      case 'unary': {
        const space = /[a-z]$/.test(value.operator) ? ' ' : ''
        return [value.operator, space, this.print(value.operand, { parent: 'operand' })]
      }
      case 'update':
        return [this.print(value.operand, { parent: 'operand' }), value.operator]
      case 'await': {
        const awaited: Doc = ['await ', this.print(value.operand, { parent: 'operand' })]
        const isInside = place.parent === 'callee' || place.parent === 'object'
        return isInside ? group([indent([softline, awaited]), softline]) : awaited
      }
      case 'binary':
        return this.#binary(value, place)
      case 'conditional':
        return this.#conditional(value, place)
      case 'assignment': {
        if (value.left.node !== 'name' || value.right.node === 'assignment') leave('assignment')
        const left = this.print(value.left, { parent: 'left' })
        const doc = this.print(value.right, { parent: 'assignment' })
        return printAssignment(left, ` ${value.operator}`, {
          layout: layoutOf({ doc: left }, value.right),
          doc,
        })
      }
      case 'as': {
        const type = value.type === 'const' ? 'const' : printType(value.type, 'annotation')
        const printed = [this.print(value.value, { parent: 'as' }), ` ${value.operator} `, type]
        const isInside = place.parent === 'callee' || place.parent === 'object'
        return isInside ? group([indent([softline, printed]), softline]) : printed
      }
      default:
        return value satisfies never
    }
  }

  #object({ properties, isBroken }: ObjectExpression): Doc {
    if (properties.length === 0) return '{}'
    const numbered = properties.some((each) => each.node !== 'spread' && /^\d/.test(each.key))
    const quoted = properties.some((each) => each.node !== 'spread' && /^['"]/.test(each.key))
    if (numbered && quoted) leave('keys')
    const printed = properties.map((property, index) => {
      const gap = index === 0 ? [] : [',', line, ...(property.isApart ? [hardline] : [])]
      return [...gap, leadDoc(property), this.#property(property)]
    })
    return group(['{', indent([line, ...printed]), ifBreak(','), line, '}'], isBroken)
  }

  #property(property: ObjectExpression['properties'][number]): Doc {
    switch (property.node) {
      case 'shorthand':
        return property.key
      case 'spread':
        return ['...', this.print(property.value, { parent: 'argument' })]
      case 'value': {
        const { key, value } = property
        const doc = this.print(value, { parent: 'property' })
        return printAssignment(key, ':', { layout: layoutOf({ doc: key, key }, value), doc })
      }
      default:
        return property satisfies never
    }
  }

  #array(elements: readonly Argument[]): Doc {
    if (elements.length === 0) return '[]'
    const printed = elements.map((element) => group(printArgument(this, element, 'item')))
    const isNumbers = elements.every(isNumber)
    const id = {}
    const comma: Doc = { doc: 'if-break', broken: ',', flat: '', id }
    const items: Doc = isNumbers
      ? {
          doc: 'fill',
          parts: printed.flatMap((item, index): readonly Doc[] =>
            index === printed.length - 1 ? [[item, comma]] : [[item, ','], line],
          ),
        }
      : [join([',', line], printed), ifBreak(',')]
    return group(['[', indent([softline, items]), softline, ']'], isTable(elements), id)
  }

  /** Prints an arrow function. The parameters of a last argument stay on the line of the call. */
  printArrow(arrow: ArrowFunction, isLastArgument = false): Doc {
    const { body, isAsync } = arrow
    if (body.node === 'arrow' || arrow.returns?.node === 'function-type') leave('arrow')
    const plain = [printParameters(arrow.parameters), returnsDoc(arrow)]
    const head = group(isLastArgument ? plain.map(flattened) : plain)
    const start: Doc = [isAsync ? 'async ' : '', head, ' =>']
    if (body.node === 'block') return group([start, ' ', this.#printBlock(body)])
    const printed = this.print(body, { parent: 'body' })
    const comma = isLastArgument ? ifBreak(',') : ''
    const end = isLastArgument ? softline : ''
    if (body.node !== 'object' && beginningOf(body).node === 'object') leave('object')
    if (body.node === 'object' || body.node === 'array')
      return group([start, group([' ', printed])])
    if (body.node === 'conditional') {
      const inside = [
        ifBreak('', '('),
        indent([softline, printed]),
        softline,
        ifBreak('', ')'),
        comma,
        end,
      ]
      return group([start, group([' ', group(inside)])])
    }
    return group([start, group([indent([line, printed]), comma, end])])
  }

  #member(value: MemberAccess, { parent }: Place): Doc {
    const { object, property } = value
    const isPlain =
      typeof property !== 'string' ||
      (object.node === 'name' && parent !== 'object') ||
      ((parent === 'variable' || parent === 'assignment') &&
        object.node === 'call' &&
        object.arguments.length > 0)
    const access = printAccess(this, value)
    return [
      this.print(object, { parent: 'object' }),
      isPlain ? access : group(indent([softline, access])),
    ]
  }

  #binary(value: Binary, { parent, beyond }: Place): Doc {
    const isCondition = parent === 'condition'
    const parts = this.#operands(value, { isCondition, isNested: false, outer: undefined })
    if (isCondition) return parts
    if (parent === 'operand' || parent === 'object' || parent === 'callee')
      return group([indent([softline, ...parts]), softline])
    const isGrouped =
      parent === 'return' ||
      parent === 'body' ||
      parent === 'header' ||
      ((parent === 'test' || parent === 'branch') &&
        beyond !== 'return' &&
        beyond !== 'argument' &&
        beyond !== 'callee')
    const isAssigned = parent === 'variable' || parent === 'property' || parent === 'assignment'
    if (isGrouped || isInlinedChain(value) || (isAssigned && !isInlined(value))) return group(parts)
    const first = parts.findIndex(
      (part) => typeof part === 'object' && 'doc' in part && part.doc === 'group',
    )
    const head = parts.slice(0, first === -1 ? 1 : first + 1)
    return group([...head, indent(parts.slice(head.length))])
  }

  /** Prints the operands of operators with the same precedence, with each operator at the end of a line. */
  #operands(value: Binary, { isCondition, isNested, outer }: Chained): readonly Doc[] {
    const { left, right, operator } = value
    const before =
      left.node === 'binary' &&
      isFlat(operator, left.operator) &&
      (left.comments?.length ?? 0) === 0
        ? this.#operands(left, { isCondition, isNested: true, outer: value })
        : [group(this.print(left, { parent: 'left', within: value }))]
    const printed = this.print(right, { parent: 'right', within: value })
    if (isInlined(value)) return [...before, ' ', [operator, ' ', printed]]
    const rest: Doc = [operator, line, printed]
    const kind = isLogical(operator)
    const isSame = (other: Expression | undefined): boolean =>
      other?.node === 'binary' && isLogical(other.operator) === kind
    const isGrouped =
      !(isCondition && kind) && !(isNested && isSame(outer)) && !isSame(left) && !isSame(right)
    return [...before, ' ', isGrouped ? group(rest) : rest]
  }

  #conditional({ test, yes, no }: Conditional, { parent }: Place): Doc {
    if (parent === 'object' || parent === 'callee') leave('conditional')
    if ([test, yes, no].some(({ node }) => node === 'conditional')) leave('conditional')
    const branch = { parent: 'branch', beyond: parent } as const
    const branches = [
      line,
      '? ',
      indent(this.print(yes, branch)),
      line,
      ': ',
      indent(this.print(no, branch)),
    ]
    return group([this.print(test, { parent: 'test', beyond: parent }), indent(branches)])
  }
}
