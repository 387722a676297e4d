import type { Finding } from '../diagnostics/diagnostics.ts'
import type { Extensions } from './check/extensions.ts'
import type { Relocations } from './check/repair/context.ts'
import type { Reference } from './check/values.ts'
import type { FileStore } from './files.ts'
import type { LoadOptions } from './options.ts'

/** State of loading the documents of a run. */
export interface LoadContext {
  readonly options: LoadOptions
  readonly store: FileStore
  readonly findings: Finding[]
  /** References of the values that were checked, in the order in which they are followed. */
  readonly references: Reference[]
  /** Targets of references that were already checked, as kind and place. */
  readonly checkedTargets: Set<string>
  /** Extensions that documents declare, by path of the document. */
  readonly extensions: Map<string, Extensions>
  /** Values that repairs moved, by path of the file. */
  readonly relocations: Map<string, Relocations>
  /** Files outside the project that were already reported. */
  readonly reportedOutside: Set<string>
  /** Files that a document refers to from the root of the project, after the path of the document and a space. */
  readonly reportedFromRoot: Set<string>
  /** Pinned digests by URL. */
  readonly pins: ReadonlyMap<string, string>
}
