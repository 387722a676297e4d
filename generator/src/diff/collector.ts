import type { Group, Method, Schema } from '../model/types.ts'
import type { Place } from '../json/types.ts'
import type { Change, Facts } from './change.ts'
import type { Flow } from './direction.ts'
import { breaksOf, type ElementKind } from './kinds.ts'
import type { SchemaComparer } from './schemas.ts'
import type { Unit } from './unit.ts'

export interface GroupPair {
  readonly before: Group
  readonly after: Group
}

export interface MethodPair {
  readonly groups: GroupPair
  readonly before: Method
  readonly after: Method
  readonly subject: string
}

/**
 * The two versions of a schema that a method uses directly, and whether its values are sent in params or in
 * the result.
 */
export interface Use {
  readonly unit: Unit
  readonly flow: Flow
  readonly method: string
  /** Path of the schema in its method: `params.limit`, `result`. */
  readonly at: string
}

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

/** Records a change of anything except a schema, such as a method, a param or an error. */
export function elementChange(collector: Collector, kind: ElementKind, noted: Noted): void {
  collector.changes.push({ kind, path: '', facts: {}, breaks: breaksOf(kind), ...noted })
}

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
