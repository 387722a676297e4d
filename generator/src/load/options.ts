import type { Diagnostic } from '../diagnostics/diagnostics.ts'
import type { InputFile, Loaded } from '../openrpc/loaded.ts'
import type { FragmentTree } from './fragments/tree.ts'

/** Which documents to load, and what they may refer to. */
export interface LoadOptions {
  /** Folder that paths are relative to. */
  readonly root: string
  /** Paths, globs and URLs of documents. */
  readonly inputs: readonly string[]
  /** The inputs that are assembled from several files. */
  readonly fragments?: readonly FragmentTree[]
  /** Paths of overlays, in order of application. */
  readonly overlays?: readonly string[]
  /** `declared` turns off the inference of subscriptions from method names. */
  readonly subscriptions?: 'declared'
  /** Reports unresolved references as warnings and types them as `unknown`. */
  readonly allowUnresolved?: boolean
  /** Allows inputs and references over the network. */
  readonly allowRemote?: boolean
  /** Allows references to files outside the root and the folders of the inputs. */
  readonly allowOutside?: boolean
  /** Further folders that references may point into. */
  readonly folders?: readonly string[]
  /** Path or package of the module with custom formats. */
  readonly formats?: string
}

/** The loaded documents and all diagnostics. */
export interface LoadResult {
  /** Absent after an error that leaves nothing to generate from. */
  readonly loaded?: Loaded
  readonly diagnostics: readonly Diagnostic[]
  /** Every file that was read, for positions and hashes. */
  readonly files: ReadonlyMap<string, InputFile>
  /** Every requested file that does not exist. */
  readonly absent: readonly string[]
}
