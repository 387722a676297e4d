import type { Formats } from '@rpcloom/rpc/formats'
import type { CustomFormat, FormatsModule } from './custom-formats.ts'
import type { Json, JsonObject, Place } from '../json/types.ts'

/** A file that was read, with a function to find positions in its text. */
export interface InputFile {
  /** Path relative to the project root, with `/` as separator. */
  readonly path: string
  /** Base of relative references if it is not the path: the address after redirects. */
  readonly base?: string
  readonly text: string
  readonly json: Json
  /** Returns the position of the value at a JSON pointer. Positions are computed on first use. */
  readonly locate: (pointer: string) => Position
  /** In a normalized file: translates a pointer in the text to one in `json`. */
  readonly moved?: (pointer: string) => string
}

/** A position in a file; line and column start at 1. */
export interface Position {
  readonly line: number
  readonly column: number
  /** Where the value was written, if that was in another file (an overlay). */
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
  /** Custom formats that validation uses. */
  readonly formats?: Formats
}

/** Documents that passed the checks, together with every file that they use. */
export interface Loaded {
  readonly documents: readonly { readonly file: string; readonly json: JsonObject }[]
  readonly files: ReadonlyMap<string, InputFile>
  /**
   * Resolves `ref` as written in `fromFile`. Returns undefined only with `--allow-unresolved`, for an
   * unresolved reference.
   */
  readonly resolve: Resolve
  /** Custom formats of the configuration. */
  readonly formats?: LoadedFormats
}

/** The custom formats of a project. */
export interface LoadedFormats {
  /** Formats that validators, codecs and samples use during the run. */
  readonly formats: Formats
  /** Formats by name, for the generated types. */
  readonly types: ReadonlyMap<string, CustomFormat>
  readonly module: FormatsModule
}
