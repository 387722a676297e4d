import type { Json, Place } from '../../model/types.ts'

export type Names = Readonly<Record<string, string>>

/** What else the things of a service are called: each map goes from the documents' name to the other one. */
export interface Renames {
  /** Prefixes of method names, before the first `.`. */
  readonly namespaces: Names
  /** Whole method names; they win over `namespaces`. */
  readonly methods: Names
  /** Segments of paths, between two `/`. */
  readonly pathSegments: Names
  /** Names of virtual machines in results. */
  readonly virtualMachines: Names
  /** Aliases of assets, in the members named. */
  readonly assets: { readonly aliases: Names; readonly members: readonly string[] }
  /** Words for units in prose and in `x-unit`. */
  readonly units: Names
}

/** One action of the Overlay specification: what it selects, and what becomes of that. */
export type Action =
  | {
      readonly kind: 'update'
      readonly place: Place
      readonly target: string
      readonly update: Json
    }
  | { readonly kind: 'remove'; readonly place: Place; readonly target: string }

/** An overlay file that passed its checks. */
export interface Overlay {
  readonly file: string
  /** Path of the only document that it is for; without it, every document that is an input. */
  readonly extends?: string
  readonly actions: readonly Action[]
  /** Absent where the file renames nothing. */
  readonly renames?: Renames
}
