import { type Api, type Doc, type Property, type Type, type TypeId } from 'rpcloom/model'
import { type Leaf, note, type Target, nameHeading } from '../page/leaf.ts'
import type { Addresses } from './addresses.ts'
import { type Constraint, constraintsOf } from './constraints.ts'
import { type EnumRow, enumRows } from './enum-rows.ts'
import { branchesOf, type Branch as TypeBranch, fieldsOf } from './branches.ts'
import { programType } from './program-type.ts'
import type { SiteOptions } from './site-options.ts'
import type { Ids } from './unique-names.ts'
import { plainText } from './summary.ts'
import type { Labels } from './type-label.ts'

/** A link to fields on another page. `id` is the common prefix of the fields' IDs. */
export interface Moved {
  readonly id: string
  readonly link: Leaf
  /** Whether the link leads to a schema page, where IDs have no prefix. */
  readonly isSchema: boolean
}

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
  readonly open: boolean
}

/** A list of fields. A union has several branches with distinct titles. */
export interface Branch {
  readonly title: string | undefined
  readonly type: Leaf | undefined
  readonly about: Leaf | undefined
  readonly rows: readonly Row[]
  readonly home: Target | undefined
  readonly moved: Moved | undefined
}

/** A row and a branch whose rows have no IDs yet: they are chosen once the depth of a tree is known. */
interface GrownRow extends Omit<Row, 'id' | 'branches'> {
  readonly field: string
  readonly branches: readonly GrownBranch[]
}
interface GrownBranch extends Omit<Branch, 'rows'> {
  readonly rows: readonly GrownRow[]
}

export interface TreeSite {
  readonly api: Api
  readonly addresses: Addresses
  readonly labels: Labels
  readonly options: SiteOptions
  readonly ids: Ids
}

const deepest = 3
/**
 * Maximum number of rows by which expanded schemas may extend a tree. Named schemas also have their
 * own pages.
 */
const budget = 70
/**
 * Maximum number of rows of a tree, because schemas merged by `allOf` may contain each other many
 * times.
 */
const mostRows = 1200

/** Returns the fields of a type. Named schemas are expanded as deeply as the budget allows. */
export function treeOf(site: TreeSite, type: Type, prefix: string): readonly Branch[] {
  for (let left = deepest; left > 0; left--) {
    const meter = { rows: 0 }
    const growing = { ...site, meter, shown: new Set<TypeId>() }
    const branches = growTree(growing, type, { ...outermost, left })
    if (meter.rows <= budget) return withIds(site, branches, prefix)
  }
  return flatTree(site, type, prefix)
}

/** Returns the fields of a type, with links instead of expanded named schemas. */
export function flatTree(site: TreeSite, type: Type, prefix: string): readonly Branch[] {
  return withIds(site, growTree(withMeter(site), type, outermost), prefix)
}

export function ownTree(site: TreeSite, id: TypeId, type: Type): readonly Branch[] {
  return withIds(site, growTree(withMeter(site), type, { ...outermost, open: [id] }), '')
}

/** Chooses the IDs of the rows of a tree. */
function withIds(
  site: Pick<TreeSite, 'ids'>,
  branches: readonly GrownBranch[],
  prefix: string,
): readonly Branch[] {
  return branches.map((branch) => {
    const start = branch.title === undefined ? prefix : join(prefix, branch.title)
    const rows = branch.rows.map(({ field, ...row }) => {
      const id = site.ids.choose(join(start, field))
      return { ...row, id, branches: withIds(site, row.branches, id) }
    })
    return { ...branch, rows }
  })
}

/** State of building a tree. Building stops when `meter` has counted too many rows. */
interface Growing extends TreeSite {
  readonly meter: { rows: number }
  /** Schemas that are already expanded. Further occurrences become links. */
  readonly shown: Set<TypeId>
}

function withMeter(site: TreeSite): Growing {
  return { ...site, meter: { rows: budget - mostRows }, shown: new Set() }
}

function isFull({ meter }: Growing): boolean {
  return meter.rows > budget
}

interface FieldPosition {
  /** Number of levels of named schemas below this field that may still be expanded. */
  readonly left: number
  readonly level: number
  /** Named types that enclose the current field. */
  readonly open: readonly TypeId[]
  /** Named types that were merged with others at the current field. */
  readonly merged: readonly TypeId[]
}

const outermost: FieldPosition = { left: 0, level: 0, open: [], merged: [] }

function growTree(site: Growing, type: Type, position: FieldPosition): readonly GrownBranch[] {
  const entered = enter(site, type, position)
  if (entered === undefined || isFull(site)) return []
  const branches = branchesOf(site.api, entered.type).map((branch, _, all) =>
    growBranch(site, branch, {
      ...position,
      ...entered,
      entered: entered.open.slice(position.open.length),
      several: all.length > 1,
    }),
  )
  // A nested schema without rows would only repeat its type, so it has no branches.
  const isBare = branches.every(({ rows, about }) => rows.length === 0 && about === undefined)
  return position.level > 0 && isBare ? [] : branches
}

function growBranch(
  site: Growing,
  branch: TypeBranch,
  position: FieldPosition & { readonly entered: readonly TypeId[]; readonly several: boolean },
): GrownBranch {
  const open = branch.through.filter((id) => site.addresses.type(id) !== undefined)
  const through = open.at(-1)
  const value: Type | undefined =
    through === undefined ? branch.value : { kind: 'ref', to: through }
  const { heading, about } = headed(branch.doc, value !== undefined)
  const parts = value && site.labels.of({ type: value })
  const label = parts?.map((part) => (typeof part === 'string' ? part : part.name)).join('')
  const title = position.several ? (heading ?? (branch.title || label)) : undefined
  const home = through ?? position.entered.findLast((id) => site.addresses.type(id) !== undefined)
  const known =
    open.some((id) => position.open.includes(id)) ||
    branch.merged.some((id) => position.open.includes(id) || position.merged.includes(id))
  // An alternative with its own schema page becomes a link if it cannot be expanded.
  const isElsewhere =
    open.length > 0 && position.left <= 0 && (position.several || position.level > 0)
  const inner = {
    left: open.length > 0 ? position.left - 1 : position.left,
    level: position.level + 1,
    open: [...position.open, ...branch.through],
    merged: [...position.merged, ...branch.merged],
  }
  return {
    title,
    type: parts === undefined || !position.several ? undefined : { leaf: 'type', parts },
    about: position.several ? note(about) : undefined,
    rows:
      known || isElsewhere || isFull(site)
        ? []
        : fieldsOf(branch.type).map((field) => growRow(site, field, inner)),
    home: home === undefined ? undefined : site.addresses.type(home),
    moved: undefined,
  }
}

/** Maximum length of a description that is the heading of an alternative. */
const longestHeading = 80

/** Returns the heading of an alternative, unless its type is the heading, and the further text about it. */
function headed(
  doc: Doc | undefined,
  isType: boolean,
): { readonly heading?: string; readonly about?: string } {
  const texts = [doc?.summary, doc?.description].filter((text) => text !== undefined)
  const heading = isType
    ? undefined
    : texts.find((text) => text.length <= longestHeading && !text.includes('\n'))
  const others = texts.filter((text) => text !== heading)
  return {
    ...(heading !== undefined && { heading: plainText(heading) }),
    ...(others.length > 0 && { about: others.join(': ') }),
  }
}

function growRow(site: Growing, field: Property, position: FieldPosition): GrownRow {
  site.meter.rows++
  return {
    ...rowOf(site, field, field.doc.description ?? field.doc.summary),
    field: field.name,
    branches: growTree(site, field.type, position),
    open: position.level < 2,
  }
}

export function rowOf(
  site: TreeSite,
  {
    name,
    doc,
    required,
    type,
    schema,
  }: Pick<Property, 'name' | 'doc' | 'required' | 'type' | 'schema'>,
  text: string | undefined,
): Omit<Row, 'id' | 'branches' | 'open'> {
  const { api, labels } = site
  return {
    name: nameHeading(name),
    type: { leaf: 'type', parts: labels.of({ type, schema }) },
    required,
    deprecated: doc.deprecated !== undefined,
    about: note(text),
    constraints: [...constraintsOf(api, { type, schema }), ...programType(site, type)],
    values: enumRows(type),
  }
}

/**
 * Resolves references and arrays. Returns undefined if the fields of the type are on another page.
 */
function enter(
  { addresses, api, shown }: Growing,
  type: Type,
  position: Pick<FieldPosition, 'left' | 'level' | 'open'>,
): { readonly type: Type; readonly left: number; readonly open: readonly TypeId[] } | undefined {
  let { left, open } = position
  let at = type
  for (;;) {
    if (at.kind === 'array') at = at.items
    else if (at.kind === 'ref') {
      const id = at.to
      if (open.includes(id)) return undefined
      // A result is always expanded, even if it is a named schema, because the page is about the
      // result.
      if (addresses.type(id) !== undefined) {
        if (--left < 0 || (position.level > 0 && shown.has(id))) return undefined
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
