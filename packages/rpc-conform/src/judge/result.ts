import { atPointer, checkSchema } from '@rpcloom/rpc/schema'
import type { Resolve } from '@rpcloom/rpc/internal'
import type { ContractMethod } from '../types.ts'
import { lostDigits } from './precision.ts'
import type { Judging, Remark } from './report.ts'
import { shown } from './shown.ts'
import { unknownFields } from './unknown-fields.ts'

/** Keywords whose issues describe the expected value. */
const naming: ReadonlySet<string> = new Set(['type', 'enum'])

/**
 * A value that is valid against several alternatives of `oneOf`, such as an empty list, shows that they
 * overlap.
 */
const manyMatch = 'must match exactly one alternative, but matches several'

/** Descriptions of expected members by issue. */
const wanted: Readonly<Record<string, string>> = {
  'is required': 'the required member',
  'is not a known member': 'no unknown member',
}

/** Validates a result against the document. */
export function resultRemarks(
  { contract }: Judging,
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
  const blame = ({ value: at, ...issue }: Issue): Pick<Remark, 'fault'> => {
    if (issue.message === manyMatch || contradicted().has(kindOf(issue)))
      return { fault: 'document' }
    // Servers return null for missing values, even if documents do not mention it.
    return at === null && issue.pointer === '' ? { fault: 'unclear' } : {}
  }
  const issues = checkSchema(schema, value, { resolve })
  const misfits = issues.map(({ pointer: place, message, expected, keyword }): Remark => {
    const at = atPointer(value, place)
    return {
      code: 'result',
      pointer: pointer + place,
      expected: wanted[message] ?? (naming.has(keyword) ? (expected ?? message) : message),
      got: shown(at),
      ...blame({ pointer: place, message, value: at }),
    }
  })
  const lost = example ? lostDigits(example.value, value, pointer) : []
  // If no alternative is valid, members cannot be judged as unknown.
  if (misfits.length > 0) return [...misfits, ...lost]
  const unknown = unknownFields(schema, value, resolve).map((place): Remark => ({
    code: 'unknown-field',
    severity: 'warning',
    pointer: pointer + place,
    expected: 'only members that the document describes',
    got: shown(atPointer(value, place)),
  }))
  return [...lost, ...unknown]
}

/** Faults of the document's own examples against its schema: no server can comply with both. */
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

interface Issue {
  readonly pointer: string
  readonly message: string
  readonly value: unknown
}

/** An issue without array indices: a fault of one item is the same for all. */
function kindOf({
  pointer,
  message,
}: {
  readonly pointer: string
  readonly message: string
}): string {
  return `${pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*')} ${message}`
}
