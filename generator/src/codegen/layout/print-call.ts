import {
  breaks,
  type Doc,
  group,
  hardline,
  ifBreak,
  indent,
  join,
  line,
  oneOf,
  softline,
} from './doc.ts'
import { type Chain, chainOf, isLong, isSimpleArgument } from './member-chain.ts'
import { isNumber, type Parent, type Place } from './place.ts'
import { printTypeArguments } from './print-type.ts'
import type { Argument, ArrowFunction, Call, Expression, MemberAccess } from './syntax.ts'
import { leave } from './tokens.ts'

export interface Printer {
  readonly print: (value: Expression, place: Place) => Doc
  readonly printArrow: (arrow: ArrowFunction, isLastArgument?: boolean) => Doc
}

export function printCall(printer: Printer, call: Call, { parent }: Place): Doc {
  const { node, callee } = call
  if (node === 'import') {
    return ['import(', call.arguments.map((each) => printArgument(printer, each, 'argument')), ')']
  }
  // Prettier has special rules for calls of test functions such as `describe`.
  if (
    callee.node === 'name' &&
    /^(?:skip|[fx]?(?:it|describe|test)|require|define)$/.test(callee.text)
  )
    leave(callee.text)
  if (node === 'call' && callee.node === 'member')
    return printChain(printer, chainOf(call, parent === 'statement'))
  const head = [node === 'new' ? 'new ' : '', printer.print(callee, { parent: 'callee' })]
  const whole = [
    head,
    printTypeArguments(call.typeArguments),
    printArguments(printer, call.arguments),
  ]
  return callee.node === 'call' ? group(whole) : whole
}

function printChain(printer: Printer, chain: Chain): Doc {
  const { groups, isMerged } = chain
  const printed = groups.map((links, at) =>
    links.map((link, index) => {
      if (at === 0 && index === 0) return printer.print(link, { parent: 'object' })
      if (link.node === 'member') return printAccess(printer, link)
      if (link.node === 'call')
        return [printTypeArguments(link.typeArguments), printArguments(printer, link.arguments)]
      return leave('chain')
    }),
  )
  if (!isLong(chain)) return group(printed)
  const calls = groups.flatMap((links) =>
    links.flatMap((link) => (link.node === 'call' ? [link] : [])),
  )
  const kept = printed.slice(0, isMerged ? 2 : 1)
  const lines = printed.slice(kept.length)
  const broken = [...kept, indent([hardline, join(hardline, lines)])]
  const isFunction = ({ node }: Argument): boolean => node === 'arrow'
  const isBroken =
    (calls.length > 2 &&
      calls.some((call) => !call.arguments.every((each) => isSimpleArgument(each)))) ||
    printed.slice(0, -1).some(breaks) ||
    (breaks(printed.at(-1) ?? '') &&
      calls.slice(0, -1).some((call) => call.arguments.some(isFunction)))
  if (isBroken) return group(broken)
  if (breaks(printed)) leave('chain')
  return oneOf(printed, broken)
}

/**
 * Prints arguments in parentheses: all on one line, all but the last argument on one line, or each argument on
 * its own line.
 */
function printArguments(printer: Printer, given: readonly Argument[]): Doc {
  if (given.length === 0) return '()'
  checkFirst(given)
  const printed = given.map((each) => printArgument(printer, each, 'argument'))
  const all = (): Doc =>
    group(['(', indent([line, join([',', line], printed)]), ifBreak(','), line, ')'], true)
  if (isComposed(given)) return all()
  const last = given.at(-1)
  if (last !== undefined && isHugged(given)) return printHugged(printer, printed, last, all())
  const contents = [
    '(',
    indent([softline, join([',', line], printed)]),
    ifBreak(','),
    softline,
    ')',
  ]
  return group(contents, printed.some(breaks))
}

function printHugged(printer: Printer, printed: readonly Doc[], last: Argument, all: Doc): Doc {
  const before = printed.slice(0, -1)
  if (before.some(breaks)) return all
  const head = before.flatMap((each) => [each, ', '])
  if (last.node === 'arrow' && last.parameters.some(({ type }) => type?.node === 'object-type'))
    leave('object parameter')
  const expanded = last.node === 'arrow' ? printer.printArrow(last, true) : (printed.at(-1) ?? '')
  if (breaks(expanded)) {
    // A broken group with `states` does not force its enclosing groups to break, but the empty group does.
    return [group('', true), oneOf(['(', ...head, group(expanded, true), ')'], all)]
  }
  return oneOf(['(', ...head, expanded, ')'], ['(', ...head, group(expanded, true), ')'], all)
}

/** Whether the last argument may break while the preceding arguments stay on the first line. */
function isHugged(given: readonly Argument[]): boolean {
  const last = given.at(-1)
  const before = given.at(-2)
  if (last === undefined || (last.node !== 'spread' && (last.comments?.length ?? 0) > 0))
    return false
  if (!isExpandable(last) || before?.node === last.node) return false
  if (given.length === 2 && before?.node === 'arrow' && last.node === 'array') return false
  return !(given.length > 1 && last.node === 'array' && last.elements.every(isNumber))
}

function isExpandable(value: Argument): boolean {
  switch (value.node) {
    case 'object':
      return value.properties.length > 0
    case 'array':
      return value.elements.length > 0
    case 'as':
      return isExpandable(value.value)
    case 'arrow':
      return /^(?:block|object|array|conditional|call)$/.test(value.body.node)
    default:
      return false
  }
}

/**
 * Whether each argument gets its own line, because several arguments are functions, or one argument is a call
 * that contains a function.
 */
function isComposed(given: readonly Argument[]): boolean {
  if (given.length < 2) return false
  const functions = given.filter(({ node }) => node === 'arrow')
  return (
    functions.length > 1 ||
    given.some(
      (each) => each.node === 'call' && each.arguments.some(({ node }) => node === 'arrow'),
    )
  )
}

/**
 * Rejects calls with two arguments of which the first is a function, because prettier has special rules for
 * these calls.
 */
function checkFirst(given: readonly Argument[]): void {
  const [first, second] = given
  if (first?.node === 'arrow' && first.body.node === 'block' && second !== undefined)
    leave('function')
}

export function printArgument(printer: Printer, value: Argument, parent: Parent): Doc {
  if (value.node !== 'spread') return printer.print(value, { parent })
  return ['...', printer.print(value.value, { parent: 'argument' })]
}

export function printAccess(printer: Printer, { property }: MemberAccess): Doc {
  if (typeof property === 'string') return ['.', property]
  const printed = printer.print(property, { parent: 'argument' })
  if (property.node === 'number') return ['[', printed, ']']
  return group(['[', indent([softline, printed]), softline, ']'])
}
