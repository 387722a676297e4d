import type { Check } from './run.ts'
import type { Resolve, SchemaObject } from '../types.ts'

/** Compiles the schemas of a document, each once. */
export interface Compiler {
  readonly resolve: Resolve
  checkOf(schema: unknown): Check
  /** Compiles the schemas whose checks were made, and those that they lead to, before their first use. */
  compileAll(): void
  /** Whether a schema may apply to a value that it already applies to. */
  repeats(schema: unknown): boolean
}

/** How keywords that depend on each other are checked: their names, and the check of a schema that has one of them. */
export interface Rule {
  readonly names: readonly string[]
  /** Returns undefined if there is nothing to check. */
  readonly check: (schema: SchemaObject, compiler: Compiler) => Check | undefined
}
