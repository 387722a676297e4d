import { commonTypes, keywordOf, typeOf, viewOf as schemaViewOf } from '@rpcloom/schema/internal'
import type { Located } from '../json/place.ts'
import { type DocumentView, placesBy } from '../openrpc/places.ts'
import { follow } from '../model/reference.ts'
import type { ComparedPath } from './differences.ts'
import type { Version } from './version.ts'

/** Schemas that all apply to the same value; usually a single schema. */
export type Conjunction = readonly Located[]

/** What the schemas of a conjunction say together. */
export interface View extends DocumentView {
  /** Allowed types; undefined if all types are allowed. */
  readonly types: DocumentView['types']
  /** Whether the schema has no keywords except `oneOf` or `anyOf`. */
  readonly isUnion: boolean
}

/** Merges the keywords of a conjunction. */
export function viewOf({ loaded }: Version, schemas: Conjunction): View {
  const places = placesBy((file, ref) => follow(loaded, file, ref))
  const view = schemaViewOf(schemas, places)
  const types = view.types ?? impliedTypes(view)
  const isUnion = types === undefined && view.values === undefined && view.choices.length === 1
  return { ...view, types, isUnion }
}

/** Returns the types that keywords such as `properties` imply, because many schemas omit `type`. */
function impliedTypes({ values, implied }: DocumentView): View['types'] {
  if (values !== undefined) return [...new Set(values.map(typeOf))]
  const [type] = implied.filter((one) => one === 'object' || one === 'array')
  return type && [type]
}

/** Returns a view without the keywords for types that the other view or itself excludes: no value of both depends on them. */
export function comparableTo(view: View, { types }: View): View {
  const common = view.types && types ? commonTypes(view.types, types) : (view.types ?? types)
  if (common === undefined) return view
  const numbers = common.includes('integer') ? ['number'] : []
  const isFor = (name: string): boolean => {
    const of = keywordOf(name)?.of
    return of === undefined || [...common, ...numbers].includes(of)
  }
  return { ...view, valuesOf: (name) => (isFor(name) ? view.valuesOf(name) : []) }
}

/** Returns the types that a schema and its alternatives allow; undefined if all types are allowed. */
export function possibleTypes(version: Version, { types, choices }: View): View['types'] {
  return choices.reduce((possible, { options }) => {
    const each = options.map((option) => viewOf(version, [option]).types)
    if (each.includes(undefined)) return possible
    const allowed = [...new Set(each.flatMap((one) => one ?? []))]
    return possible === undefined ? allowed : commonTypes(possible, allowed)
  }, types)
}

/** Returns the places of the first schemas of two conjunctions. */
export function placesOf(
  was: Conjunction | undefined,
  is: Conjunction | undefined,
): Pick<ComparedPath, 'before' | 'after'> {
  const [old, now] = [was?.[0], is?.[0]]
  return {
    ...(old !== undefined && { before: old.place }),
    ...(now !== undefined && { after: now.place }),
  }
}
