import type { Formats } from '@rpcloom/rpc/formats'
import type { LoadedFormats } from './formats.ts'
import type { Finding } from '../diagnostics.ts'
import type { Json, JsonObject, Place } from '../model/types.ts'

/** A file that was read, with the means to say where a pointer stands in its text. */
export interface InputFile {
  /** Relative to the project root, `/` separated. */
  readonly path: string
  /** What relative references in it start at, where that is not the path: an address redirected. */
  readonly base?: string
  readonly text: string
  readonly json: Json
  /** One-based position of the value at a JSON pointer; positions are computed on first use only. */
  readonly locate: (pointer: string) => Position
  /** Where a part that the text has at a pointer is in `json`, for a file that is read otherwise than it is written. */
  readonly moved?: (pointer: string) => string
}

export interface Position {
  readonly line: number
  readonly column: number
  /** Where it was written, if not in this file: an overlay's part. */
  readonly place?: Place
}

/** What a reference leads to, chains of references followed to the last one that names a value. */
export interface Resolved {
  readonly place: Place
  readonly json: Json
}

/** Finds what a reference in a file leads to. */
export interface Resolve {
  (fromFile: string, ref: string): Resolved | undefined
  /** Custom formats, which values are checked by. */
  readonly formats?: Formats
}

/** Documents that passed the checks, with every file that they reach. */
export interface Loaded {
  readonly documents: readonly { readonly file: string; readonly json: JsonObject }[]
  readonly files: ReadonlyMap<string, InputFile>
  /** Resolves `ref` as written in `fromFile`; undefined only for a reference that `--allow-unresolved` let pass. */
  readonly resolve: Resolve
  /** Custom formats of the configuration. */
  readonly formats?: LoadedFormats
}

/** A file's text as a value, or every syntax fault of it. */
export type Parsed =
  | {
      readonly kind: 'parsed'
      readonly json: Json
      /** Where the value stands in the text, if not at its root. */
      readonly at?: string
      readonly findings: readonly Finding[]
    }
  | { readonly kind: 'faulty'; readonly findings: readonly Finding[] }
