import { groupPath, quoteString, type SampleMethod, type TargetOptions } from 'rpcloom/codegen'

/** Returns the expression of the member that configures a method, such as `mock.info.peers`. */
export function memberOf({ group, method }: SampleMethod): string {
  return `mock${groupPath(group, method)}`
}

/** Returns the lines that connect the client of this run to a mock; empty without a client. */
export function clientLines({ siblings: { client } }: TargetOptions): {
  readonly imports: readonly string[]
  readonly client: readonly string[]
} {
  if (client === undefined) return { imports: [], client: [] }
  return {
    imports: [`import { createClient } from ${quoteString(client)}`],
    client: ['const client = createClient({ transport: mock.transport })'],
  }
}
