import { type Leaf, link, type Target } from '../page/leaf.ts'
import { largest, leastOfTrees, type PageRoom, sizeOfText } from './page-room.ts'
import { openStems } from './stems.ts'
import type { Branch, Row } from './tree.ts'

/** Where fields went that had no room: `id` is what the ids of all of them begin with. */
export interface Moved {
  readonly id: string
  readonly link: Leaf
  /** Whether it is the page of the schema itself, whose ids do without that beginning. */
  readonly isSchema: boolean
}

/** Fields for a page of their own, with what is said of the element that has them. */
export interface FieldsPart {
  readonly id: string
  readonly to: Target
  readonly type: Leaf | undefined
  readonly about: Leaf | undefined
  readonly count: number
  readonly branches: readonly Branch[]
}

/** Trees as their page shows them, and what it has no room for. */
export interface Fitted {
  readonly rows: <Each extends Row>(rows: readonly Each[]) => readonly Each[]
  readonly branches: (branches: readonly Branch[]) => readonly Branch[]
  readonly parts: readonly FieldsPart[]
}

/** What is this small stays where it belongs, as long as all of that is not more than the reserve. */
const small = 1536
const reserve = 3 * 1024

/**
 * Fits the trees of a page into its room, the outer fields first: where the fields inside one have
 * no room, a link leads to a page with them, which is made the same way.
 */
export function fitFields(
  { to, frame, rest }: PageRoom,
  trees: readonly (readonly Branch[])[],
): Fitted {
  const room = Math.max(leastOfTrees, largest - frame - sizeOfText(rest))
  return fit({ to, frame, stems: openStems() }, trees, room)
}

interface Home extends Omit<PageRoom, 'rest'> {
  readonly stems: ReturnType<typeof openStems>
}

function fit(home: Home, trees: readonly (readonly Branch[])[], room: number): Fitted {
  const cut = choose(trees, room)
  const parts = new Map<Row | Branch, Part>([...cut].map((place) => [place, partOf(home, place)]))
  const row = <Each extends Row>(each: Each): Each => {
    const moved = parts.get(each)?.moved
    return moved === undefined
      ? { ...each, branches: branchesIn(each.branches) }
      : { ...each, branches: [], moved }
  }
  const branchesIn = (branches: readonly Branch[]): readonly Branch[] =>
    branches.map((branch) => {
      const moved = parts.get(branch)?.moved
      return moved === undefined
        ? { ...branch, rows: branch.rows.map(row) }
        : { ...branch, rows: [], moved }
    })
  return {
    rows: (rows) => (parts.size === 0 ? rows : rows.map(row)),
    branches: (branches) => (parts.size === 0 ? branches : branchesIn(branches)),
    parts: [...parts.values()].flatMap(({ pages }) => pages),
  }
}

/** The fields, or forms of a whole tree, whose insides have no room. */
function choose(trees: readonly (readonly Branch[])[], room: number): ReadonlySet<Row | Branch> {
  const cut = new Set<Row | Branch>()
  let left = room
  const queue: Row[] = []
  const keep = (rows: readonly Row[], size: number): void => {
    left -= size
    queue.push(...rows)
  }
  for (const tree of trees) {
    for (const [index, branch] of tree.entries()) {
      const size = sizeOf(branch.rows)
      // One form at least is shown where it belongs.
      if (index === 0 || branch.rows.length === 0 || size <= left) keep(branch.rows, size)
      else cut.add(branch)
    }
  }
  for (const row of queue) {
    const inner = row.branches.flatMap(({ rows }) => rows)
    const size = sizeOf(inner)
    const isSmall = size <= left + reserve && wholeSize(row.branches) <= small
    if (inner.length === 0 || size <= left || isSmall) keep(inner, size)
    else if (row.home === undefined && row.branches.every(({ home }) => home !== undefined)) {
      for (const branch of row.branches) cut.add(branch)
    } else cut.add(row)
  }
  return cut
}

interface Part {
  readonly moved: Moved
  readonly pages: readonly FieldsPart[]
}

function partOf(home: Home, place: Row | Branch): Part {
  const isRow = 'id' in place
  const branches = isRow ? place.branches : [place]
  const id = isRow ? place.id : prefixOf(place)
  const count = countOf(branches)
  const text = `${count} fields of ${id.slice(id.lastIndexOf('.') + 1)}`
  if (place.home !== undefined) {
    return { moved: { id, link: link(place.home, text), isSchema: true }, pages: [] }
  }
  // A name with a dot, which no other page has.
  const to = { page: `${home.to.page}/fields.${home.stems.choose(id)}` }
  const fitted = fit(home, [branches], largest - home.frame)
  const part = {
    id,
    to,
    type: place.type,
    about: isRow ? place.about : undefined,
    count,
    branches: fitted.branches(branches),
  }
  return { moved: { id, link: link(to, text), isSchema: false }, pages: [part, ...fitted.parts] }
}

/** What the ids of a form's fields begin with. */
function prefixOf({ rows, title }: Branch): string {
  const id = rows[0]?.id ?? title ?? ''
  return id.includes('.') ? id.slice(0, id.lastIndexOf('.')) : id
}

function countOf(branches: readonly Branch[]): number {
  return branches
    .flatMap(({ rows }) => rows)
    .reduce((sum, row) => sum + 1 + countOf(row.branches), 0)
}

function wholeSize(branches: readonly Branch[]): number {
  return branches.reduce(
    (sum, { rows }) =>
      sum + rows.reduce((inner, row) => inner + wholeSize(row.branches), sizeOf(rows)),
    0,
  )
}

/** About as many bytes of HTML as rows take, without what is inside them. */
function sizeOf(rows: readonly Row[]): number {
  return rows.reduce((sum, { id, name, type, about, constraints, values, branches }) => {
    const said = textSize([name, about, constraints, values]) + textSize(type)
    const marks = 178 + 20 * constraints.length + 60 * values.length + 110 * branches.length
    return sum + marks + 2 * id.length + said
  }, 0)
}

/** The texts of a part of a page; what leads to another has an address as well. */
function textSize(part: unknown): number {
  if (typeof part === 'string') return part.length
  if (typeof part !== 'object' || part === null) return 0
  const around = 'to' in part ? 24 : 0
  return Object.entries(part).reduce(
    (sum, [key, value]) => sum + (key === 'leaf' || key === 'id' ? 0 : textSize(value)),
    around,
  )
}
