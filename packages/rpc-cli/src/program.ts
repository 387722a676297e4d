import type { JsonObject } from '@rpcloom/rpc'
import type { MethodTable } from '@rpcloom/rpc/codegen'
import type { ErrorTable } from '@rpcloom/rpc/internal'

/** A command line of documents, as data. Documents and descriptors are loaded by the commands that need them. */
export interface Program {
  /** Name of the command in help, in completion and in the names of environment variables. */
  readonly name: string
  readonly version: string
  readonly description: string
  readonly groups: readonly ProgramGroup[]
  readonly errors: () => Promise<ProgramErrors>
}

/** The methods of one document. */
export interface ProgramGroup {
  /** Subcommand of the group; empty if the methods are direct commands. */
  readonly command: string
  readonly title: string
  /** Address of the server in the document, if no option or setting has one. */
  readonly url?: string
  /** Address of the server for events, if it is not that of calls. */
  readonly wsUrl?: string
  readonly document: () => Promise<JsonObject>
  readonly methods: () => Promise<MethodTable>
  readonly commands: readonly MethodCommand[]
}

/** A document with the descriptors of its methods. */
export type ProgramDocument = Pick<ProgramGroup, 'url' | 'wsUrl' | 'document' | 'methods'>

/** A command that calls a method or subscribes to its topics. */
export interface MethodCommand {
  /** Words of the command after the group, separated by spaces: `eth get-balance`. */
  readonly words: string
  /** Method name as sent. */
  readonly method: string
  readonly summary: string
}

/** The errors of the documents, and the names of the errors that each method lists, by group. */
export interface ProgramErrors {
  readonly errors: ErrorTable
  readonly lists: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
}
