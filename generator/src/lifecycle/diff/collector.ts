import type { Group, Method, Place, Schema } from '../../model/types.ts'
import type { Change, Facts } from './change.ts'
import type { Flow } from './direction.ts'
import { breaksOf, type ElementKind } from './kinds.ts'
import type { SchemaComparer } from './schemas.ts'
import type { Unit } from './unit.ts'

/** Two versions of one group. */
export interface GroupPair {
  readonly before: Group
  readonly after: Group
}

/** Two versions of one method, and how reports name it. */
export interface MethodPair {
  readonly groups: GroupPair
  readonly before: Method
  readonly after: Method
  readonly subject: string
}

/** Schemas of a method that were compared, and which way their values travel. */
export interface Use {
  readonly unit: Unit
  readonly flow: Flow
  readonly method: string
  /** Where the schema stands in its method: `params.limit`, `result`. */
  readonly at: string
}

/** Gathers what a comparison finds. */
export interface Collector {
  readonly schemas: SchemaComparer
  readonly changes: Change[]
  readonly uses: Use[]
}

type Noted = Pick<Change, 'subject' | 'methods'> & {
  readonly facts?: Facts
  readonly path?: string
  readonly before?: Place
  readonly after?: Place
}

/** Notes a change of something other than a schema. */
export function elementChange(collector: Collector, kind: ElementKind, noted: Noted): void {
  collector.changes.push({ kind, path: '', facts: {}, breaks: breaksOf(kind), ...noted })
}

/** Notes a change of a method. */
export function methodChange(
  collector: Collector,
  { subject, before, after }: MethodPair,
  {
    kind,
    facts = {},
    path = '',
  }: { readonly kind: ElementKind; readonly facts?: Facts; readonly path?: string },
): void {
  const places = { before: before.place, after: after.place }
  elementChange(collector, kind, { subject, methods: [subject], facts, path, ...places })
}

/** Compares two schemas of a method. */
export function compareUse(
  { schemas, uses }: Collector,
  use: Omit<Use, 'unit'>,
  before: Schema,
  after: Schema,
): void {
  const unit: Unit = { differences: [], refers: new Set() }
  uses.push({ ...use, unit })
  schemas.compare({ unit, path: use.at }, [before], [after])
}
