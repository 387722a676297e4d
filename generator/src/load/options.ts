import type { Diagnostic } from '../diagnostics/diagnostics.ts'
import type { InputFile, Loaded, LoadedFormats } from '../openrpc/loaded.ts'
import type { FragmentTree } from './assemble/fragment-tree.ts'

/** Which documents to load, and what they may refer to. */
export interface LoadOptions {
  /** Folder to which paths are relative. */
  readonly root: string
  /** Paths, globs and URLs of documents. */
  readonly inputs: readonly string[]
  /** The inputs that are assembled from several files. */
  readonly fragments?: readonly FragmentTree[]
  /** Paths of overlays in the order in which they are applied. */
  readonly overlays?: readonly string[]
  /** With `declared`, subscriptions are not inferred from method names. */
  readonly subscriptions?: 'declared'
  /** Reports unresolved references as warnings and types them as `unknown`. */
  readonly allowUnresolved?: boolean
  /** Allows inputs and references over the network. */
  readonly allowRemote?: boolean
  /** Allows references to files outside the root and the folders of the inputs. */
  readonly allowOutside?: boolean
  /** Additional folders that references may point into. */
  readonly folders?: readonly string[]
  /** Whether inputs and overlays too may only be files in the root and in `folders`. */
  readonly isConfined?: boolean
  /** Path or package of the module with custom formats, or its exports. */
  readonly formats?: string | LoadedFormats
}

/** The loaded documents and all diagnostics. */
export interface LoadResult {
  /** Absent if errors prevent generation. */
  readonly loaded?: Loaded
  readonly diagnostics: readonly Diagnostic[]
  /** All files that were read, to look up positions and hashes. */
  readonly files: ReadonlyMap<string, InputFile>
  /** All requested files that do not exist. */
  readonly absent: readonly string[]
}
