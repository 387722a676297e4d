import type { JsonObject } from '@rpcloom/rpc'
import type { Effect } from '@rpcloom/rpc/codegen'

export type Arguments = Readonly<Record<string, unknown>>

/** A tool as data, with what it does. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: JsonObject
  readonly effect: Effect
  /** Whether `call` checks its arguments itself, as methods do with the schemas of their document. */
  readonly isChecked?: true
  /** Returns the result; throws a `ToolError` for what the caller can change. */
  readonly call: (args: Arguments, caller: ToolCaller) => Promise<ToolResult>
}

/** Returns the schema of the arguments of a tool. */
export function argumentsSchema(
  properties: JsonObject,
  ...required: readonly string[]
): JsonObject {
  return { type: 'object', properties, required: [...required], additionalProperties: false }
}

/** A result in JSON form. Bigints are exact integers. */
export interface ToolResult {
  readonly value: unknown
  /** Images, audio and files of the result. */
  readonly blocks?: readonly JsonObject[]
  /** Whether the value is a part of a long result, which is not divided again. */
  readonly isPart?: true
}

/** The client that called a tool, and its user. */
export interface ToolCaller {
  readonly signal: AbortSignal
  /** Asks the user to allow the call. Throws unless the user does. */
  readonly confirm: (message: string) => Promise<void>
  /** Asks the user for the members of an object. Throws unless the user enters them. `name` identifies the question. */
  readonly ask: (name: string, message: string, schema: JsonObject) => Promise<unknown>
  readonly progress: (value: unknown) => void
  readonly log: (logger: string, data: unknown) => void
}

/** A call that failed, with what to do. It is returned to the caller as the result of the tool. */
export class ToolError extends Error {
  override readonly name: string = 'ToolError'
  /** Members of the structured error, beside the message. */
  readonly details: Readonly<Record<string, unknown>>

  constructor(message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.details = details
  }
}
