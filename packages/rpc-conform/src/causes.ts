import type { ContractFinding, FindingCode } from './types.ts'

/** Findings that one change of the server or of the document would settle. */
export interface Cause {
  /** The first of them, which stands for all. */
  readonly first: ContractFinding
  readonly findings: readonly ContractFinding[]
  /** The methods that show it, without the empty name of the endpoint. */
  readonly methods: readonly string[]
}

/** Findings by their cause, faults of the server first, then of the document, then what is unclear; the most frequent first. */
export function causesOf(findings: readonly ContractFinding[]): readonly Cause[] {
  const groups = new Map<string, [ContractFinding, ...ContractFinding[]]>()
  for (const finding of findings) {
    const key = keyOf(finding)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [finding])
    else group.push(finding)
  }
  const causes = [...groups.values()].map((all) => ({
    first: all[0],
    findings: all,
    methods: [...new Set(all.map(({ method }) => method))].filter((method) => method !== ''),
  }))
  return causes.toSorted(
    (a, b) => rankOf(a.first) - rankOf(b.first) || b.findings.length - a.findings.length,
  )
}

const ranks: Readonly<Record<ContractFinding['fault'], number>> = {
  server: 0,
  document: 2,
  unclear: 4,
}

function rankOf({ fault, severity }: ContractFinding): number {
  return ranks[fault] + (severity === 'error' ? 0 : 1)
}

/** What a server does alike for each of its methods, because one place in it writes responses and reads requests. */
const general: ReadonlySet<FindingCode> = new Set([
  'batch-duplicate',
  'batch-missing',
  'batch-unknown-id',
  'content-type',
  'error-code',
  'error-shape',
  'http-status',
  'jsonrpc',
  'not-a-batch',
  'unknown-member',
])

/** What a server does, or does not do, as a whole: the responses may differ from method to method. */
const once: ReadonlySet<FindingCode> = new Set([
  'answered',
  'by-name',
  'id',
  'id-type',
  'not-implemented',
])

/** What is seen in values: the same member of the same type is wrong in each method that returns it. */
const ofValues: ReadonlySet<FindingCode> = new Set(['payload', 'result', 'unknown-field'])

function keyOf(finding: ContractFinding): string {
  const { code, severity, fault, group } = finding
  return JSON.stringify([code, severity, fault, group, ...partsOf(finding)])
}

function partsOf({
  code,
  method,
  pointer,
  expected,
  got,
  case: name,
}: ContractFinding): readonly string[] {
  if (once.has(code)) return []
  // A batch holds the same response behind an index.
  if (general.has(code)) return [pointer.replace(/^\/\d+(?=\/)/, ''), expected, errorCodeIn(got)]
  if (code === 'accepted') return [name.replace(/: [^:]*$/, '')]
  if (ofValues.has(code)) return [memberOf(pointer, method), expected]
  const isRefusal = name.startsWith('param ')
  if (code === 'internal-error') return isRefusal ? ['params'] : [withoutValues(got)]
  return [method, pointer, expected]
}

/** A message without what differs from call to call. */
function withoutValues(text: string): string {
  return text.replaceAll(/0x[\da-f]+|\d+/gi, '#')
}

/** The last name on the way to a value; the method where the result as a whole is meant. */
function memberOf(pointer: string, method: string): string {
  const names = pointer.split('/').filter((part) => part !== '' && !/^\d+$/.test(part))
  const last = names.at(-1)
  return last === undefined || last === 'result' ? method : last
}

/** The code of an error that was received: other codes come from other places of a server. */
function errorCodeIn(got: string): string {
  return /"code":(-?\d+)/.exec(got)?.[1] ?? ''
}
