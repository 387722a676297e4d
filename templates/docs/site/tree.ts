import { type Api, type Property, type Type, type TypeId } from 'rpcloom/model'
import { type Leaf, note, type Target, wireName } from '../page/leaf.ts'
import type { Addresses } from './addresses.ts'
import { type Constraint, constraintsOf } from './constraints.ts'
import { type EnumRow, enumRows } from './enum-rows.ts'
import { branchesOf, type Branch as TypeBranch, fieldsOf } from './branches.ts'
import type { Moved } from './fields-page.ts'
import type { Ids } from './stems.ts'
import type { Labels } from './type-label.ts'

/** A field of a schema, with the fields inside it. */
export interface Row {
  readonly id: string
  readonly name: Leaf
  readonly type: Leaf
  readonly required: boolean
  readonly deprecated: boolean
  readonly about: Leaf | undefined
  readonly constraints: readonly Constraint[]
  readonly values: readonly EnumRow[]
  readonly branches: readonly Branch[]
  /** Whether what is inside is shown at first. */
  readonly open: boolean
}

/** Fields that stand together; of several branches a value has one, and `title` says which. */
export interface Branch {
  readonly title: string | undefined
  readonly type: Leaf | undefined
  readonly rows: readonly Row[]
  /** The page of the schema that the fields are of. */
  readonly home: Target | undefined
  /** Where the rows behind these are. */
  readonly moved: Moved | undefined
}

/** What building a tree needs. */
export interface TreeSite {
  readonly api: Api
  readonly addresses: Addresses
  readonly labels: Labels
  readonly ids: Ids
}

/** Levels of named schemas that are shown inside each other at most. */
const deepest = 3
/** Rows that a tree has at most for the sake of named schemas, which have pages of their own. */
const budget = 70

/** The fields of a type, with the named schemas in it as deep as leaves the page readable. */
export function treeOf(site: TreeSite, type: Type, prefix: string): readonly Branch[] {
  const spot = (left: number): Spot => ({ prefix, left, level: 0, open: [], merged: [] })
  const trial = { ...site, ids: { choose: (wish: string) => wish } }
  for (let depth = deepest; depth > 0; depth--) {
    const meter = { rows: 0 }
    growTree({ ...trial, meter, shown: new Set() }, type, spot(depth))
    if (meter.rows <= budget) return growTree(unmetered(site), type, spot(depth))
  }
  return flatTree(site, type, prefix)
}

/** The fields of a type, with links in place of the named schemas in it. */
export function flatTree(site: TreeSite, type: Type, prefix: string): readonly Branch[] {
  return growTree(unmetered(site), type, { prefix, left: 0, level: 0, open: [], merged: [] })
}

/** The fields of a named schema on its own page. */
export function ownTree(site: TreeSite, id: TypeId, type: Type): readonly Branch[] {
  const spot = { prefix: '', left: 0, level: 0, open: [id], merged: [] }
  return growTree(unmetered(site), type, spot)
}

/** Counts rows; a trial ends where there are too many anyway. */
interface Growing extends TreeSite {
  readonly meter: { rows: number }
  /** Schemas with pages of their own whose fields are shown already: where they come again, a link does. */
  readonly shown: Set<TypeId>
}

function unmetered(site: TreeSite): Growing {
  return { ...site, meter: { rows: -Infinity }, shown: new Set() }
}

interface Spot {
  readonly prefix: string
  /** Levels of named schemas that may still be entered. */
  readonly left: number
  readonly level: number
  /** Named types that the spot is inside of. */
  readonly open: readonly TypeId[]
  /** Named types that were put together with others on the way to the spot. */
  readonly merged: readonly TypeId[]
}

function growTree(site: Growing, type: Type, spot: Spot): readonly Branch[] {
  const entered = enter(site, type, spot)
  if (entered === undefined || site.meter.rows > budget) return []
  const branches = branchesOf(site.api, entered.type).map((branch, _, all) =>
    growBranch(site, branch, {
      ...spot,
      ...entered,
      entered: entered.open.slice(spot.open.length),
      several: all.length > 1,
    }),
  )
  // Nothing but links inside another schema would only repeat what its type says.
  return spot.level > 0 && branches.every(({ rows }) => rows.length === 0) ? [] : branches
}

function growBranch(
  site: Growing,
  branch: TypeBranch,
  spot: Spot & { readonly entered: readonly TypeId[]; readonly several: boolean },
): Branch {
  const open = branch.through.filter((id) => site.addresses.type(id) !== undefined)
  const title = spot.several ? branch.title : undefined
  const prefix = title === undefined ? spot.prefix : join(spot.prefix, title)
  const through = open.at(-1)
  const home = through ?? spot.entered.findLast((id) => site.addresses.type(id) !== undefined)
  const known =
    open.some((id) => spot.open.includes(id)) ||
    branch.merged.some((id) => spot.open.includes(id) || spot.merged.includes(id))
  // A form that is a schema of its own is linked where there is no room for it.
  const isElsewhere = open.length > 0 && spot.left <= 0 && (spot.several || spot.level > 0)
  const inner = {
    prefix,
    left: open.length > 0 ? spot.left - 1 : spot.left,
    level: spot.level + 1,
    open: [...spot.open, ...branch.through],
    merged: [...spot.merged, ...branch.merged],
  }
  return {
    title,
    type:
      through === undefined || !spot.several
        ? undefined
        : { leaf: 'type', parts: site.labels.of({ type: { kind: 'ref', to: through } }) },
    rows:
      known || isElsewhere ? [] : fieldsOf(branch.type).map((field) => growRow(site, field, inner)),
    home: home === undefined ? undefined : site.addresses.type(home),
    moved: undefined,
  }
}

function growRow(site: Growing, field: Property, spot: Spot): Row {
  const { api, ids, labels } = site
  const { name, doc, required, type, schema } = field
  site.meter.rows++
  const prefix = join(spot.prefix, name)
  const id = ids.choose(prefix)
  const text = doc.description ?? doc.summary
  return {
    id,
    name: wireName(name),
    type: { leaf: 'type', parts: labels.of({ type, schema }) },
    required,
    deprecated: doc.deprecated !== undefined,
    about: text === undefined ? undefined : note(text),
    constraints: constraintsOf(api, { type, schema }),
    values: enumRows(type),
    branches: growTree(site, type, { ...spot, prefix: id }),
    open: spot.level < 2,
  }
}

/** Follows a type to what has fields; undefined where that is another page's matter. */
function enter(
  { addresses, api, shown }: Growing,
  type: Type,
  spot: Pick<Spot, 'left' | 'level' | 'open'>,
): { readonly type: Type; readonly left: number; readonly open: readonly TypeId[] } | undefined {
  let { left, open } = spot
  let at = type
  for (;;) {
    if (at.kind === 'array') at = at.items
    else if (at.kind === 'ref') {
      const id = at.to
      if (open.includes(id)) return undefined
      // A result that is a named schema is shown all the same: it is what the page is about.
      if (addresses.type(id) !== undefined) {
        if (--left < 0 || (spot.level > 0 && shown.has(id))) return undefined
        shown.add(id)
      }
      open = [...open, id]
      at = api.types.get(id)?.type ?? { kind: 'unknown' }
    } else return { type: at, left, open }
  }
}

function join(prefix: string, name: string): string {
  return prefix === '' ? name : `${prefix}.${name}`
}
