import type { Resolve } from '../schema/resolve.ts'

/** A part of the form: an editor of a value and of its parts. */
export interface Editor {
  readonly element: HTMLElement
  /** Returns the value; undefined if it is omitted. */
  read(): unknown
  /** Returns the editor of a member or item, given a token of a JSON pointer. */
  inner(part: string): Editor | undefined
  /** Shows the errors of this value; an empty list clears them. */
  say(messages: readonly string[]): void
  focus(): void
}

/** Context shared by all editors of a form. */
export interface FormContext {
  readonly resolve: Resolve
  /** Called when a value may have changed. */
  readonly changed: () => void
  /** Whether secrets are visible. */
  readonly showsSecrets: boolean
}

/** A position in the form, before its editor is chosen. */
export interface Slot {
  readonly schema: unknown
  readonly name: string
  readonly required: boolean
  /** Undefined if nothing was entered, or if it is omitted. */
  readonly value: unknown
  readonly depth: number
  /** Description, if the schema has none. */
  readonly about?: string | undefined
  /** Used instead of a visible label. */
  readonly isBare?: boolean
}

/** Options of editors with nested values. */
export interface Making {
  readonly context: FormContext
  /** Creates the editor of a nested value. */
  readonly create: (slot: Slot, context: FormContext) => Editor
}
