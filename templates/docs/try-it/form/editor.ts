import type { Resolve } from '@rpcloom/schema/internal'

/** The input for a value and its nested values. */
export interface Editor {
  readonly element: HTMLElement
  /** Returns the value; undefined if it is omitted. */
  read(): unknown
  /** Returns the editor of a member or item, given a token of a JSON pointer. */
  inner(part: string): Editor | undefined
  /** Shows validation errors of the value. An empty list clears the errors. */
  showErrors(messages: readonly string[]): void
  focus(): void
}

export interface FormContext {
  readonly resolve: Resolve
  readonly changed: () => void
  readonly showsSecrets: boolean
}

/** A value in the form, for which an editor is created. */
export interface Slot {
  readonly schema: unknown
  readonly name: string
  readonly required: boolean
  /** Undefined if the value is omitted or nothing was entered. */
  readonly value: unknown
  readonly depth: number
  /** Description to show if the schema has none. */
  readonly about?: string | undefined
  /** Whether the name is only an `aria-label`, without a visible label. */
  readonly isBare?: boolean
}

export interface Making {
  readonly context: FormContext
  readonly create: (slot: Slot, context: FormContext) => Editor
}
