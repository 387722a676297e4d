import type { Group, Method } from '../model/types.ts'
import type { Place } from '../json/types.ts'
import type { Change, ChangeDetails } from './change.ts'
import type { Audience, Flow } from './direction.ts'
import { breaksOf, type ElementKind } from './kinds.ts'
import type { SchemaComparer } from './schemas.ts'
import type { FoundDifferences } from './differences.ts'
import type { Conjunction } from './view.ts'

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
  readonly found: FoundDifferences
  readonly flow: Flow
  readonly method: string
  /** Path of the schema in its method: `params.limit`, `result`. */
  readonly at: string
}

export interface Collector {
  readonly schemas: SchemaComparer
  readonly changes: Change[]
  readonly uses: Use[]
  /** Set for methods that clients implement: their callers are servers. */
  readonly isReversed?: true
}

type Noted = Pick<Change, 'subject' | 'methods'> & {
  readonly details?: ChangeDetails
  readonly path?: string
  readonly before?: Place
  readonly after?: Place
}

/** Records a change of anything except a schema, such as a method, a param or an error. */
export function elementChange(collector: Collector, kind: ElementKind, noted: Noted): void {
  const breaks = collector.isReversed ? breaksOf(kind).map(otherAudience) : breaksOf(kind)
  collector.changes.push({ kind, path: '', details: {}, breaks, ...noted })
}

export function methodChange(
  collector: Collector,
  { subject, before, after }: MethodPair,
  {
    kind,
    details = {},
    path = '',
  }: { readonly kind: ElementKind; readonly details?: ChangeDetails; readonly path?: string },
): void {
  const places = { before: before.place, after: after.place }
  elementChange(collector, kind, { subject, methods: [subject], details, path, ...places })
}

function otherAudience(audience: Audience): Audience {
  return audience === 'callers' ? 'implementers' : 'callers'
}

export function compareUse(
  { schemas, uses, isReversed }: Collector,
  use: Omit<Use, 'found'>,
  before: Conjunction,
  after: Conjunction,
): void {
  const found: FoundDifferences = { differences: [], refers: new Set() }
  const flow = isReversed ? otherFlow(use.flow) : use.flow
  uses.push({ ...use, flow, found })
  schemas.compare({ found, path: use.at }, before, after)
}

/** Returns how a server sees the values of a method that clients implement: params are what it returns. */
function otherFlow(flow: Flow): Flow {
  return flow === 'params' ? 'result' : 'params'
}
