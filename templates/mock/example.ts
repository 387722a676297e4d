import { memberAccess, quoteString, type SampleMethod, type TargetOptions } from 'rpcloom/emit'

/** `mock.info.peers`: where a method is told what to answer. */
export function memberOf({ group, method: { namespace, member } }: SampleMethod): string {
  const names = [group.key, ...(namespace === '' ? [] : [namespace]), member]
  return `mock${names.map(memberAccess).join('')}`
}

/** Lines that put the client of the same run in front of a mock; none where the run emits no client. */
export function clientLines({ siblings: { client } }: TargetOptions): {
  readonly imports: readonly string[]
  readonly client: readonly string[]
} {
  if (client === undefined) return { imports: [], client: [] }
  return {
    imports: [`import { createClient } from ${quoteString(client)}`],
    client: ['const node = createClient({ transport: mock.transport })'],
  }
}
