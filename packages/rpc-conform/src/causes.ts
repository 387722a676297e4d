import type { ContractFinding, FindingCode } from './types.ts'

/** Findings that a single change to the server or document would resolve. */
export interface Cause {
  /** The first finding, as an example. */
  readonly first: ContractFinding
  readonly findings: readonly ContractFinding[]
  /** Names of the affected methods. Findings about the whole endpoint add no name. */
  readonly methods: readonly string[]
}

/** Groups findings by cause. Sorts the causes by fault (server, document, unclear), then by frequency. */
export function causesOf(findings: readonly ContractFinding[]): readonly Cause[] {
  const groups = new Map<string, [ContractFinding, ...ContractFinding[]]>()
  for (const finding of findings) {
    const group = groups.get(causeKey(finding))
    if (group) group.push(finding)
    else groups.set(causeKey(finding), [finding])
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

/**
 * Findings that have the same cause in all methods, since a server serializes responses and parses requests
 * in one place.
 */
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
])

/** Findings that concern the server as a whole, even if responses differ between methods. */
const wholeServer: ReadonlySet<FindingCode> = new Set([
  'unexpected-response',
  'by-name',
  'id',
  'id-type',
  'not-implemented',
])

/** Findings about values. Two such findings have the same cause if they concern the same member and type. */
const ofValues: ReadonlySet<FindingCode> = new Set(['payload', 'result', 'unknown-field'])

function causeKey(finding: ContractFinding): string {
  const { code, severity, fault, group } = finding
  return JSON.stringify([code, severity, fault, group, ...keyParts(finding)])
}

function keyParts(finding: ContractFinding): readonly unknown[] {
  const { code, method, pointer, expected, misuse, error } = finding
  if (wholeServer.has(code)) return []
  if (general.has(code)) return [withoutIndex(pointer), expected, error?.code]
  // An unknown member is usually added where the server serializes errors, so the cause is the same.
  if (code === 'unknown-member') return [withoutIndex(pointer).replace(/\/[^/]*$/, '')]
  // Servers check params in one place, so all accepted calls with the same misuse, such as a missing
  // param, have the same cause.
  if (code === 'accepted') return [misuse ?? finding.case]
  if (ofValues.has(code)) return [memberOf(pointer, method), expected]
  if (code === 'internal-error' && misuse) return ['params']
  if (error) return [error.code, withoutValues(error.message)]
  return [method, pointer, expected]
}

function withoutIndex(pointer: string): string {
  return pointer.replace(/^\/\d+(?=\/)/, '')
}

/** Removes the parts of a message that differ between calls: numbers and quoted names. */
function withoutValues(text: string): string {
  return text.replaceAll(/0x[\da-f]+|\d+|'[^']*'|`[^`]*`/gi, '#')
}

/** Returns the last member name of a JSON pointer, or the method if the pointer refers to the whole result. */
function memberOf(pointer: string, method: string): string {
  const names = pointer.split('/').filter((part) => part !== '' && !/^\d+$/.test(part))
  const last = names.at(-1)
  return last === undefined || last === 'result' ? method : last
}
