import type { ProgramDocument } from '@rpcloom/cli/internal'
import type { ProgramErrors } from '@rpcloom/cli'

/** An MCP server of documents, as data. */
export interface McpProgram {
  /** Name of the command, also in the names of environment variables. */
  readonly name: string
  readonly version: string
  readonly description: string
  readonly groups: readonly McpGroup[]
  readonly errors: () => Promise<ProgramErrors>
}

/** The methods of one document. */
export interface McpGroup extends ProgramDocument {
  /** Name of the group in the addresses of resources, and before names that several groups have. */
  readonly slug: string
  readonly title: string
}
