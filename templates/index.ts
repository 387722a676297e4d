import type { Target } from 'rpcloom/codegen'
import { cli } from './cli/target.ts'
import { client } from './client/target.ts'
import { docs } from './docs/target.ts'
import { mcp } from './mcp/target.ts'
import { mock } from './mock/target.ts'
import { query } from './query/target.ts'
import { server } from './server/target.ts'
import { types } from './types/target.ts'

export { openListener } from './docs/package/listener.ts'

/** All targets that rpcloom includes. A new target needs a line here. */
export const targets: readonly Target[] = [types, client, server, mock, query, docs, cli, mcp]
