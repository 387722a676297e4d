import type { Formats } from '@rpcloom/rpc/formats'
import type { CustomFormat, FormatsModule } from './custom-formats.ts'
import type { Json, JsonObject, Place } from '../json/types.ts'

/** A file that was read, with a function that finds positions in its text. */
export interface InputFile {
  /** Path relative to the project root, with `/` as separator. */
  readonly path: string
  /** Base URL of relative references, if it differs from `path`, for example after redirects. */
  readonly base?: string
  readonly text: string
  readonly json: Json
  /** Returns the position of the value at a JSON pointer. The text is parsed on first use. */
  readonly locate: (pointer: string) => Position
  /**
   * Translates a pointer in the text to a pointer in `json`. Only set if the file was normalized.
   */
  readonly moved?: (pointer: string) => string
}

/** A position in a file. Lines and columns start at 1. */
export interface Position {
  readonly line: number
  readonly column: number
  /** Set if the value was written in another file, such as an overlay: the place in that file. */
  readonly place?: Place
}

/** The final target of a chain of references. */
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
   * Resolves a reference as written in `fromFile`. Returns undefined only for an unresolved
   * reference that `allowUnresolved` permits.
   */
  readonly resolve: Resolve
  /** Custom formats of the configuration. */
  readonly formats?: LoadedFormats
}

/** The custom formats of a project. */
export interface LoadedFormats {
  /** The formats as functions, which validators, codecs and samples use during the run. */
  readonly formats: Formats
  /** Descriptions of the formats for the generated types, by name. */
  readonly types: ReadonlyMap<string, CustomFormat>
  readonly module: FormatsModule
}
