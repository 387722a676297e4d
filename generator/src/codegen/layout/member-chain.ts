import type { Argument, Call, Expression, MemberAccess } from './syntax.ts'

export type Link = Expression

/**
 * A chain of member accesses and calls, split into groups. Each group gets its own line if the chain breaks.
 */
export interface Chain {
  readonly groups: readonly (readonly Link[])[]
  /** Whether the first call stays on the line of the chain's start. */
  readonly isMerged: boolean
}

/** Splits a chain of member accesses and calls. `isStatement` is true if the chain is a whole statement. */
export function chainOf(call: Call, isStatement: boolean): Chain {
  const links: Link[] = []
  for (let link: Expression = call; ;) {
    links.unshift(link)
    if (
      link.node === 'call' &&
      (link.callee.node === 'member' || link.callee.node === 'call' || links.length === 1)
    ) {
      link = link.callee
    } else if (link.node === 'member') link = link.object
    else break
  }
  const [first = call, ...others] = links
  const begin: Link[] = [first]
  let at = 0
  const isNext = (link: Link | undefined): boolean =>
    link !== undefined && (link.node === 'call' || isNumbered(link))
  while (isNext(others[at])) begin.push(others[at++] ?? call)
  if (first.node !== 'call')
    while (others[at]?.node === 'member' && others[at + 1]?.node === 'member')
      begin.push(others[at++] ?? call)
  const groups: Link[][] = [begin]
  let group: Link[] = []
  for (const link of others.slice(at)) {
    if (group.at(-1)?.node === 'call' && link.node === 'member' && !isNumbered(link)) {
      groups.push(group)
      group = []
    }
    group.push(link)
  }
  if (group.length > 0) groups.push(group)
  return { groups, isMerged: groups.length >= 2 && isFactory(groups, isStatement) }
}

function isNumbered(link: Link): boolean {
  return (
    link.node === 'member' && typeof link.property !== 'string' && link.property.node === 'number'
  )
}

function isFactory(groups: Chain['groups'], isStatement: boolean): boolean {
  const [[first, ...more] = [], [next] = []] = groups
  const isComputed = next?.node === 'member' && typeof next.property !== 'string'
  const isShort = (name: string): boolean => /^[A-Z]|^[$_]+$/.test(name)
  if (more.length === 0) {
    if (first?.node !== 'name') return false
    return isShort(first.text) || (isStatement && first.text.length <= 2) || isComputed
  }
  const last = more.at(-1)
  return (
    last?.node === 'member' &&
    typeof last.property === 'string' &&
    (isShort(last.property) || isComputed)
  )
}

/** Whether a chain has too many links for one line. */
export function isLong({ groups, isMerged }: Chain): boolean {
  return groups.length > (isMerged ? 3 : 2)
}

export function isLongChain(call: Call): boolean {
  return call.callee.node === 'member' && isLong(chainOf(call, false))
}

/** Whether an argument is simple enough that a chain with it may stay on one line. */
export function isSimpleArgument(value: Argument, depth = 2): boolean {
  if (depth <= 0 || value.node === 'spread') return false
  const isInner = (inner: Argument): boolean => isSimpleArgument(inner, depth - 1)
  switch (value.node) {
    case 'name':
    case 'string':
    case 'number':
    case 'word':
      return true
    case 'object':
      return value.properties.every(
        (property) =>
          property.node === 'shorthand' || (property.node === 'value' && isInner(property.value)),
      )
    case 'array':
      return value.elements.every(isInner)
    case 'call':
    case 'new':
      return (
        isSimpleArgument(value.callee, depth) &&
        value.arguments.length <= depth &&
        value.arguments.every(isInner)
      )
    case 'member':
      return isSimpleMember(value, depth)
    case 'unary':
      return value.operator !== 'typeof' && isSimpleArgument(value.operand, depth)
    case 'update':
      return isSimpleArgument(value.operand, depth)
    default:
      return false
  }
}

function isSimpleMember({ object, property }: MemberAccess, depth: number): boolean {
  return (
    isSimpleArgument(object, depth) &&
    (typeof property === 'string' || isSimpleArgument(property, depth))
  )
}
