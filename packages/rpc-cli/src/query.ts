import {
  compile,
  JSONPathEnvironment,
  JSONPathError,
  JSONPathNodeList,
  jsonpath,
  jsonpointer,
  type JSONValue,
} from 'json-p3'
import { parseLossless } from '@rpcloom/rpc/internal/call'
import { QueryError, UsageError } from './exit-codes.ts'

/** Returns a part of a result: a value, or a list of values if the path may match several. */
export type Query = (value: unknown) => unknown

/** Parses a JSON pointer (RFC 6901) or a JSONPath (RFC 9535). */
export function queryOf(path: string): Query {
  const invalid = (cause: Error): Error =>
    new UsageError(`--query: ${cause.message}. Use /a/0 or $.a[0]`, { cause })
  const unmatched = (): Error => new QueryError(`${path} matches nothing in the result`)
  // Results are JSON, with bigints as exact integers.
  if (path === '' || path.startsWith('/')) {
    const pointer = guarded(() => new jsonpointer.JSONPointer(path), invalid)
    return (value) => guarded(() => pointer.resolve(value as JSONValue), unmatched)
  }
  const query = guarded(() => compile(path), invalid)
  compareExactly(query)
  const isSingle = query.singularQuery()
  return (value) => {
    const failed = ({ message }: Error): Error => new QueryError(`--query: ${message}`)
    const values = guarded(() => query.query(value as JSONValue).values(), failed)
    if (isSingle && values.length === 0) throw unmatched()
    return isSingle ? values[0] : values
  }
}

/** Replaces an error of the library. */
function guarded<One>(run: () => One, failure: (cause: Error) => Error): One {
  try {
    return run()
  } catch (error) {
    if (error instanceof JSONPathError || error instanceof jsonpointer.JSONPointerError)
      throw failure(error)
    throw error
  }
}

const { InfixExpression, NumberLiteral } = jsonpath.expressions
type Operand = InstanceType<typeof InfixExpression>['left']

/** Makes the comparisons in a part of a query exact: the library compares no bigints, and rounds literals. */
function compareExactly(part: unknown): void {
  if (typeof part !== 'object' || part === null || part instanceof JSONPathEnvironment) return
  if (part instanceof InfixExpression && !part.logical) {
    const { left, right, operator, token } = part
    const usual = part.evaluate.bind(part)
    const literal = (value: number): Operand => new NumberLiteral(token, value)
    part.evaluate = (context) => {
      const [one, other] = [numberIn(left, context), numberIn(right, context)]
      if (one === undefined || other === undefined) return usual(context)
      const order = one < other ? -1 : one > other ? 1 : 0
      return new InfixExpression(token, literal(order), operator, literal(0)).evaluate(context)
    }
  }
  for (const inner of Object.values(part)) compareExactly(inner)
}

function numberIn(
  operand: Operand,
  context: Parameters<Operand['evaluate']>[0],
): number | bigint | undefined {
  const isLiteral = operand instanceof NumberLiteral
  const found = isLiteral ? parseLossless(operand.token.value) : operand.evaluate(context)
  const value = found instanceof JSONPathNodeList ? found.nodes[0]?.value : found
  return typeof value === 'number' || typeof value === 'bigint' ? value : undefined
}
