import type { Json, Place } from '../../json/types.ts'

export type Names = Readonly<Record<string, string>>

/** New names for the things of a service. Each map goes from the documents' name to the new one. */
export interface Renames {
  /** Prefixes of method names, before the first `.`. */
  readonly namespaces: Names
  /** Whole method names; they take precedence over `namespaces`. */
  readonly methods: Names
  /** Path segments, between two `/`. */
  readonly pathSegments: Names
  /** Names of virtual machines in results. */
  readonly virtualMachines: Names
  /** Asset aliases in the listed members. */
  readonly assets: { readonly aliases: Names; readonly members: readonly string[] }
  /** Names of units in prose and in `x-unit`. */
  readonly units: Names
}

/** An action of the Overlay specification. */
export type Action =
  | {
      readonly kind: 'update'
      readonly place: Place
      readonly target: string
      readonly update: Json
    }
  | { readonly kind: 'remove'; readonly place: Place; readonly target: string }

export interface Overlay {
  readonly file: string
  /** Path of the document that it applies to; all input documents if absent. */
  readonly extends?: string
  readonly actions: readonly Action[]
  /** Absent if the file renames nothing. */
  readonly renames?: Renames
}
