import type { Program, ProgramDocument } from '@rpcloom/cli'

/** An MCP server of documents, as data. `name` is the command, also in the names of environment variables. */
export interface McpProgram extends Omit<Program, 'groups'> {
  readonly groups: readonly McpGroup[]
}

/** The methods of one document. */
export interface McpGroup extends ProgramDocument {
  /** Name of the group in the addresses of resources, and before names that several groups have. */
  readonly slug: string
  readonly title: string
}
