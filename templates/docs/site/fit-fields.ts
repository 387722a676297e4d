import { type Leaf, link, type Target } from '../page/leaf.ts'
import { countText } from './count-text.ts'
import { inPages, largest, leastOfTrees, type PageRoom, sizeOfText, textSize } from './page-room.ts'
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
  /** Where the rows are that have no room behind the others of their list. */
  readonly further: (rows: readonly Row[]) => Moved | undefined
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
  const { cut, short } = choose(trees, room)
  const lists = new Map(
    [...short].map(([rows, { branch, count }]) => [
      rows,
      { count, ...furtherOf(home, { ...branch, rows: rows.slice(count) }) },
    ]),
  )
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
        ? { ...branch, rows: shown(branch.rows).map(row), further: further(branch.rows) }
        : { ...branch, rows: [], moved }
    })
  const further = (rows: readonly Row[]): Moved | undefined => lists.get(rows)?.moved
  const shown = <Each extends Row>(rows: readonly Each[]): readonly Each[] =>
    rows.slice(0, lists.get(rows)?.count)
  const isWhole = parts.size === 0 && lists.size === 0
  return {
    rows: (rows) => (isWhole ? rows : shown(rows).map(row)),
    branches: (branches) => (isWhole ? branches : branchesIn(branches)),
    further,
    parts: [...lists.values(), ...parts.values()].flatMap(({ pages }) => pages),
  }
}

interface Choice {
  /** The fields, or forms of a whole tree, whose insides have no room. */
  readonly cut: ReadonlySet<Row | Branch>
  /** The lists that have to begin here and cannot end here: how many rows of them have room. */
  readonly short: ReadonlyMap<readonly Row[], { readonly branch: Branch; readonly count: number }>
}

/** What a list that has to begin on a page has room for, however full that is. */
const leastOfList = 2 * 1024

function choose(trees: readonly (readonly Branch[])[], room: number): Choice {
  const cut = new Set<Row | Branch>()
  const short = new Map<readonly Row[], { branch: Branch; count: number }>()
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
      if (branch.rows.length === 0 || size <= left) keep(branch.rows, size)
      else if (index === 0) {
        const rows = beginning(branch.rows, Math.max(left, leastOfList) + reserve)
        if (rows.length < branch.rows.length) short.set(branch.rows, { branch, count: rows.length })
        keep(rows, sizeOf(rows))
      } else cut.add(branch)
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
  return { cut, short }
}

/** The first rows that have room, and one at least. */
function beginning(rows: readonly Row[], room: number): readonly Row[] {
  const [first = []] = inPages(rows, { sizeOf: (row) => sizeOf([row]), first: room, next: room })
  return first
}

/** The rows of a list that have no room behind its first: on a page, which is made the same way. */
function furtherOf(home: Home, branch: Branch): Part {
  const { rows } = branch
  const [first] = rows
  const id = first?.id.includes('.') === true ? prefixOf(branch) : ''
  const to = { page: `${home.to.page}/fields.${home.stems.choose(id === '' ? 'further' : id)}` }
  const fitted = fit(home, [[branch]], largest - home.frame)
  const part: FieldsPart = {
    id,
    to,
    type: undefined,
    about: undefined,
    count: rows.length,
    branches: fitted.branches([branch]),
  }
  const text = countText(rows.length, 'further field')
  return { moved: { id, link: link(to, text), isSchema: false }, pages: [part, ...fitted.parts] }
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
  return rows.reduce((sum, row) => {
    const { id, name, type, about, constraints, values, branches } = row
    const said = textSize([name, about, constraints, values]) + textSize(type)
    const marks = 185 + 20 * constraints.length + 60 * values.length + 110 * branches.length
    // Params stand in a table, whose rows have more around them.
    return sum + marks + ('position' in row ? 70 : 0) + 2 * id.length + said
  }, 0)
}
