import { expectedBy, type Resolve } from '@rpcloom/schema/internal'
import { atPointer, checkSchema, type SchemaIssue } from '@rpcloom/schema'
import type { ContractMethod } from '../types.ts'
import { formatValue } from './format-value.ts'
import { lostDigits } from './precision.ts'
import { type JudgeContext, type Remark, remark } from './remark.ts'
import { unknownFields } from './unknown-fields.ts'

export function resultRemarks(
  { contract: { resolve } }: JudgeContext,
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
  const lost = example ? lostDigits(example.value, value, pointer) : []
  const issues = checkSchema(schema, value, { resolve })
  if (issues.length === 0) {
    const unknown = unknownFields(schema, value, resolve).map((at): Remark => {
      const expected = 'only members that the document describes'
      const got = formatValue(atPointer(value, at))
      return { ...remark('unknown-field', pointer + at, expected, got), severity: 'warning' }
    })
    return [...lost, ...unknown]
  }
  // Unknown members of an invalid value are not reported, since it is unclear which alternatives apply.
  const exampleIssues = issuesOfExamples(schema, method, resolve)
  const invalid = issues.map((issue): Remark => {
    const at = atPointer(value, issue.pointer)
    return {
      ...remark('result', pointer + issue.pointer, expectedBy(issue), formatValue(at)),
      ...faultOf(issue, at, exampleIssues),
    }
  })
  return [...invalid, ...lost]
}

function faultOf(
  issue: SchemaIssue,
  value: unknown,
  exampleIssues: ReadonlySet<string>,
): Pick<Remark, 'fault'> {
  // A server cannot comply with both the schema and an example that contradicts it. If a value (such as an
  // empty list) matches several alternatives of `oneOf`, the alternatives overlap.
  if (issue.matches === 'several' || exampleIssues.has(identityOf(issue)))
    return { fault: 'document' }
  // Servers return null for a missing result even if the document does not allow it.
  return value === null && issue.pointer === '' ? { fault: 'unclear' } : {}
}

function issuesOfExamples(
  schema: unknown,
  method: ContractMethod | undefined,
  resolve: Resolve,
): ReadonlySet<string> {
  const results = (method?.pairings ?? []).flatMap(({ result }) => (result ? [result.value] : []))
  return new Set(
    results.flatMap((value) => checkSchema(schema, value, { resolve }).map(identityOf)),
  )
}

/**
 * Identifies an issue by keyword and pointer. Array indices are removed, so that the same issue of several
 * items has one identity.
 */
function identityOf({ pointer, keyword }: SchemaIssue): string {
  return `${keyword} ${pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*')}`
}
