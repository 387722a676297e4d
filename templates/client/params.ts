import type { Param } from 'rpcloom/model'
import { propertyKey } from 'rpcloom/emit'
import { type GroupContext, runtime } from './context.ts'

/**
 * How arguments become params that go as a list, `before` of which stand before these: the shapes of
 * those that need work, with the names that their errors mention, from the first such one to the last.
 */
export function listedParams(
  { scope, shape }: GroupContext,
  params: readonly Param[],
  before: number = 0,
): string {
  const shapes = params.map(({ type }) => shape(type, 'write'))
  const first = shapes.findIndex((text) => text !== undefined)
  if (first < 0) return scope.use(runtime, 'inOrder', 'value')
  const last = shapes.findLastIndex((text) => text !== undefined)
  const members = params
    .slice(first, last + 1)
    .map(({ name }, index) => `${keyOf(name)}: ${shapes[first + index] ?? 'undefined'}`)
  const at = first + before === 0 ? [] : [String(first + before)]
  const args = [`{ ${members.join(', ')} }`, ...at]
  return `/* @__PURE__ */ ${scope.use(runtime, 'listed', 'value')}(${args.join(', ')})`
}

/** Members keep the order in which they are written, unless their names are numbers. */
function keyOf(name: string): string {
  return propertyKey(/^\d+$/.test(name) ? `#${name}` : name)
}
