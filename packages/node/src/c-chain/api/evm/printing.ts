/**
 * Whether what the contracts of a call print is reported. An estimate precedes a transaction, which prints the same,
 * unless the estimate fails and nothing is sent.
 */
export function isReported(method: string, hasFailed: boolean): boolean {
  if (method === 'call' || method === 'callDetailed') return true
  return hasFailed && (method === 'estimateGas' || method === 'createAccessList')
}
