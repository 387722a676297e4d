import type { Formats } from '@rpcloom/rpc/formats'
import type { CustomFormat, FormatsModule } from './custom-formats.ts'
import type { Json, JsonObject, Place } from '../json/types.ts'

/** A file that was read, with a function to find positions in its text. */
export interface InputFile {
  /** Relative to the project root, with `/` as separator. */
  readonly path: string
  /** Base of relative references, if it is not the path: an address after redirects. */
  readonly base?: string
  readonly text: string
  readonly json: Json
  /** Returns the position (from 1) of the value at a JSON pointer; computed on first use. */
  readonly locate: (pointer: string) => Position
  /** Translates a pointer of the text to one in `json`, for a normalized file. */
  readonly moved?: (pointer: string) => string
}

/** A position in a file; line and column start at 1. */
export interface Position {
  readonly line: number
  readonly column: number
  /** Place in another file in which the value was written: that of an overlay. */
  readonly place?: Place
}

/** The final target of a reference or a chain of references. */
export interface Resolved {
  readonly place: Place
  readonly json: Json
}

/** Resolves a reference in a file. */
export interface Resolve {
  (fromFile: string, ref: string): Resolved | undefined
  /** Custom formats for validation. */
  readonly formats?: Formats
}

/** Documents that passed the checks, with every file that they use. */
export interface Loaded {
  readonly documents: readonly { readonly file: string; readonly json: JsonObject }[]
  readonly files: ReadonlyMap<string, InputFile>
  /**
   * Resolves `ref` as written in `fromFile`; undefined only for an unresolved reference with
   * `--allow-unresolved`.
   */
  readonly resolve: Resolve
  /** Custom formats of the configuration. */
  readonly formats?: LoadedFormats
}

/** The custom formats of a project. */
export interface LoadedFormats {
  /** Formats for validators, codecs and samples of the run. */
  readonly formats: Formats
  /** Formats for types. */
  readonly types: ReadonlyMap<string, CustomFormat>
  readonly module: FormatsModule
}
