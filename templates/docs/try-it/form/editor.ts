import type { Resolve } from '../schema/resolve.ts'

/** A part of the form: one value, and the parts inside it. */
export interface Editor {
  readonly element: HTMLElement
  /** The value; undefined where it is left out. */
  read(): unknown
  /** The editor of a member or item, by its part of a JSON pointer. */
  inner(part: string): Editor | undefined
  /** Shows what is wrong with this very value; nothing where the list is empty. */
  say(messages: readonly string[]): void
  focus(): void
}

/** What all editors of a form share. */
export interface FormContext {
  readonly resolve: Resolve
  /** Called whenever a value may be another. */
  readonly changed: () => void
  /** Whether secrets are shown in the clear. */
  readonly showsSecrets: boolean
}

/** A place of the form, before it is known what kind of editor belongs there. */
export interface Slot {
  readonly schema: unknown
  readonly name: string
  readonly required: boolean
  /** Undefined where nothing was entered yet, or where it is left out. */
  readonly value: unknown
  readonly depth: number
  /** What the place is for, where the schema itself does not say. */
  readonly about?: string | undefined
  /** Stands in place of a label of its own. */
  readonly isBare?: boolean
}

/** What editors of values with others inside are given. */
export interface Making {
  readonly context: FormContext
  /** Makes the editor of a value inside. */
  readonly create: (slot: Slot, context: FormContext) => Editor
}
