import {
  compile,
  JSONPathEnvironment,
  JSONPathError,
  JSONPathNodeList,
  jsonpath,
  jsonpointer,
  type JSONValue,
} from 'json-p3'
import { parseLossless } from '@rpcloom/rpc/internal'
import { QueryError, UsageError } from './exit-codes.ts'

/** Returns a part of a result: a value, or a list of values if the path may match several. */
export type Query = (value: unknown) => unknown

/** Parses a JSON pointer (RFC 6901) or a JSONPath (RFC 9535). */
export function queryOf(path: string): Query {
  if (path === '' || path.startsWith('/')) {
    const pointer = parsed(() => new jsonpointer.JSONPointer(path))
    // Results are JSON, with bigints as exact integers.
    return (value) => found(path, () => [pointer.resolve(value as JSONValue)])[0]
  }
  const query = parsed(() => compile(path))
  compareExactly(query)
  const isSingle = query.singularQuery()
  return (value) => {
    const values = found(path, () => query.query(value as JSONValue).values())
    if (!isSingle) return values
    if (values.length === 0) throw noMatch(path)
    return values[0]
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
  const found =
    operand instanceof NumberLiteral ? parseLossless(operand.token.value) : operand.evaluate(context)
  const value = found instanceof JSONPathNodeList ? (found.nodes[0]?.value as unknown) : found
  return typeof value === 'number' || typeof value === 'bigint' ? value : undefined
}

function parsed<One>(parse: () => One): One {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof JSONPathError || error instanceof jsonpointer.JSONPointerError))
      throw error
    throw new UsageError(`--query: ${error.message}. Use /a/0 or $.a[0]`, { cause: error })
  }
}

function found(path: string, find: () => readonly unknown[]): readonly unknown[] {
  try {
    return find()
  } catch (error) {
    if (error instanceof JSONPathError || error instanceof jsonpointer.JSONPointerError)
      throw noMatch(path)
    throw error
  }
}

function noMatch(path: string): QueryError {
  return new QueryError(`${path} matches nothing in the result`)
}
