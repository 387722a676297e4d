import type { Json, Place } from '../../json/types.ts'

export type Names = Readonly<Record<string, string>>

/**
 * New names for methods, paths and other elements of a service. The keys of each map are names in
 * the documents, and the values are the new names.
 */
export interface Renames {
  /** Prefixes of method names, up to the first `.`. */
  readonly namespaces: Names
  /** Complete method names, which take precedence over `namespaces`. */
  readonly methods: Names
  /** Segments of paths, between two `/`. */
  readonly pathSegments: Names
  /** Names of virtual machines in results. */
  readonly virtualMachines: Names
  /** Asset aliases, which are renamed in the listed members. */
  readonly assets: { readonly aliases: Names; readonly members: readonly string[] }
  /** Names of units in prose and in `x-unit`. */
  readonly units: Names
}

/** An action of the Overlay Specification. */
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
  /**
   * Path of the document to which the overlay applies. If absent, the overlay applies to all input
   * documents.
   */
  readonly extends?: string
  readonly actions: readonly Action[]
  /** Absent if the overlay renames nothing. */
  readonly renames?: Renames
}
