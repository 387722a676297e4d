import type { Finding } from '../diagnostics/diagnostics.ts'
import { append } from '../json/append.ts'
import type { Kind } from '../openrpc/grammar.ts'
import type { Resolved } from '../openrpc/loaded.ts'
import type { Extensions } from './extensions.ts'
import type { FileStore } from './files.ts'
import type { LoadOptions } from './options.ts'
import { type Reference, walk } from './walk.ts'

export interface Session {
  readonly options: LoadOptions
  readonly store: FileStore
  readonly findings: Finding[]
  readonly queue: Reference[]
  /** Targets of references that were already checked, as kind and place. */
  readonly walked: Set<string>
  /** Declared extensions, by path of the document. */
  readonly roots: Map<string, Extensions>
  /** Paths of inputs that are schemas with a remote `$id`. */
  readonly schemas: string[]
  /** Files outside the project that were already reported. */
  readonly outside: Set<string>
  readonly pins: ReadonlyMap<string, string>
}

/**
 * Checks a value and queues its references. If the errors in the value can be repaired, the value
 * is repaired first.
 */
export function walkInto(session: Session, kind: Kind, at: Resolved): void {
  const extensions = session.roots.get(at.place.file)
  let walked = walk(kind, at, extensions)
  if (walked.findings.some(({ code }) => normalizable.has(code))) {
    const normalized = session.store.normalize(kind, at)
    if (normalized !== undefined) walked = walk(kind, normalized, extensions)
  }
  append(session.findings, walked.findings)
  append(session.queue, walked.references)
}

/** Codes of errors that `normalize` may repair. */
const normalizable: ReadonlySet<string> = new Set(['RL111', 'RL203', 'RL204', 'RL207', 'RL208'])
