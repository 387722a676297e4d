import type { Api, Group, Method } from 'rpcloom/model'
import { memberAccess, quoteString, type TargetOptions } from 'rpcloom/emit'

/** A method that samples of code tell what to answer. */
export interface Shown {
  readonly group: Group
  readonly method: Method
}

/** A method that reads, rather than one that changes something. */
export function shownMethod({ groups }: Api): Shown | undefined {
  const all = groups.flatMap((group) => group.methods.map((method) => ({ group, method })))
  return (
    all.find(({ method }) => method.effect === 'read' && method.doc.deprecated === undefined) ??
    all[0]
  )
}

/** `mock.info.peers`: where a method is told what to answer. */
export function memberOf({ group, method: { namespace, member } }: Shown): string {
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
