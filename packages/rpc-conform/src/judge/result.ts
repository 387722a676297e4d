import { atPointer, checkSchema, type SchemaIssue } from '@rpcloom/rpc/schema'
import type { Resolve } from '@rpcloom/rpc/internal'
import type { ContractMethod } from '../types.ts'
import { lostDigits } from './precision.ts'
import type { JudgeContext, Remark } from './remark.ts'
import { formatValue } from './format-value.ts'
import { unknownFields } from './unknown-fields.ts'

/** Returns what an invalid value should have been, depending on the keyword of the issue. */
export function expectedBy({ keyword, expected, message }: SchemaIssue): string {
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
    case 'dependencies':
      return 'the required member'
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'no unknown member'
    case 'type':
    case 'enum':
      return expected ?? message
    default:
      return message
  }
}

/** Validates a result against the document. */
export function resultRemarks(
  { contract }: JudgeContext,
  {
    schema,
    value,
    pointer,
    example,
    method,
  }: {
    readonly schema: unknown
    readonly value: unknown
    readonly pointer: string
    readonly example?: { readonly value: unknown } | undefined
    readonly method?: ContractMethod | undefined
  },
): readonly Remark[] {
  const { resolve } = contract
  const contradicted = contradictions(schema, method, resolve)
  const blame = (issue: SchemaIssue, at: unknown): Pick<Remark, 'fault'> => {
    // If a value (such as an empty list) matches several alternatives of `oneOf`, these overlap, which is a
    // fault of the document.
    if (issue.matches === 'several' || contradicted().has(kindOf(issue)))
      return { fault: 'document' }
    // Servers return null for a missing result even if the document does not allow it.
    return at === null && issue.pointer === '' ? { fault: 'unclear' } : {}
  }
  const requestIssues = checkSchema(schema, value, { resolve }).map((issue): Remark => {
    const at = atPointer(value, issue.pointer)
    return {
      code: 'result',
      pointer: pointer + issue.pointer,
      expected: expectedBy(issue),
      got: formatValue(at),
      ...blame(issue, at),
    }
  })
  const lost = example ? lostDigits(example.value, value, pointer) : []
  // If the value is invalid, it is unclear which alternatives apply, so unknown members are not reported.
  if (requestIssues.length > 0) return [...requestIssues, ...lost]
  const unknown = unknownFields(schema, value, resolve).map((place): Remark => ({
    code: 'unknown-field',
    severity: 'warning',
    pointer: pointer + place,
    expected: 'only members that the document describes',
    got: formatValue(atPointer(value, place)),
  }))
  return [...lost, ...unknown]
}

/**
 * Returns the issues of the document's own examples. A server cannot comply with both the examples and the
 * schema.
 */
function contradictions(
  schema: unknown,
  method: ContractMethod | undefined,
  resolve: Resolve,
): () => ReadonlySet<string> {
  let known: ReadonlySet<string> | undefined
  return () => {
    known ??= new Set(
      (method?.pairings ?? []).flatMap(({ result }) =>
        result ? checkSchema(schema, result.value, { resolve }).map(kindOf) : [],
      ),
    )
    return known
  }
}

/** Returns the kind of an issue: without array indices, since the same issue occurs in many items. */
function kindOf({ pointer, keyword, expected }: SchemaIssue): string {
  const place = pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*')
  return [place, keyword, expected ?? ''].join(' ')
}
