import { jsonText } from 'rpcloom/codegen'
import {
  type Api,
  type Doc,
  lookup,
  type ObjectType,
  type Property,
  type Type,
  type TypeId,
} from 'rpcloom/model'

/** One alternative of a value: an object with its fields, or a tuple with its items as fields. */
export interface Branch {
  readonly title: string
  readonly doc?: Doc
  readonly type: ObjectType
  /** Type of a described alternative without fields. */
  readonly value?: Type
  /** References that lead to the alternative, in the order in which they were followed. */
  readonly through: readonly TypeId[]
  /** References whose fields were merged into the alternative. */
  readonly merged: readonly TypeId[]
}

/**
 * Maximum number of alternatives, because combinations multiply their number. The same limit
 * applies to nested references, because each reference may add an alternative.
 */
const most = 40

/**
 * Returns the alternatives of a type that are objects or tuples and thus have fields. The list is empty for a
 * scalar and may have several items for a union.
 */
export function branchesOf(api: Api, type: Type): readonly Branch[] {
  return branches({ api, met: new Map(), depth: 0 }, type)
}

interface Search {
  readonly api: Api
  readonly met: Map<TypeId, readonly Branch[]>
  readonly depth: number
}

function branches(search: Search, type: Type): readonly Branch[] {
  switch (type.kind) {
    case 'object':
      return [{ title: literalTitle(type), type, through: [], merged: [] }]
    case 'array':
      return branches(search, type.items)
    case 'tuple':
      return [
        { title: 'list', type: tupleObject(type.items, type.required), through: [], merged: [] },
      ]
    case 'ref': {
      const { api, met, depth } = search
      const known = met.get(type.to)
      if (known !== undefined) return known
      if (depth > most) return []
      // This empty list ends the recursion if the type refers to itself.
      met.set(type.to, [])
      const named = lookup(api, type.to)
      const found = branches({ ...search, depth: depth + 1 }, named.type)
      const forms = found.map((branch) => ({
        ...branch,
        title: found.length === 1 ? named.name : branch.title,
        through: [type.to, ...branch.through],
      }))
      met.set(type.to, forms)
      return forms
    }
    case 'union':
      return titled(
        firstForms(type.members, (member) => described(member, branches(search, member))),
      )
    case 'intersection':
      return baseFirst(type.members)
        .map((member) => branches(search, member))
        .reduce<readonly Branch[]>(combine, [])
    default:
      return []
  }
}

function firstForms(
  members: readonly Type[],
  formsOf: (member: Type) => readonly Branch[],
): readonly Branch[] {
  const forms: Branch[] = []
  for (const member of members) {
    if (forms.length >= most) break
    forms.push(...formsOf(member))
  }
  return forms.slice(0, most)
}

function baseFirst(members: readonly Type[]): readonly Type[] {
  const isBase = ({ kind }: Type): boolean => kind === 'ref'
  return [...members.filter(isBase), ...members.filter((member) => !isBase(member))]
}

function combine(left: readonly Branch[], right: readonly Branch[]): readonly Branch[] {
  if (left.length === 0) return right
  if (right.length === 0) return left
  // Limits the number of combinations to `most`.
  const first = right.slice(0, most)
  return left
    .slice(0, Math.ceil(most / first.length))
    .flatMap((one) =>
      first.map((other) => ({
        title: left.length > 1 ? one.title : other.title,
        type: {
          ...one.type,
          properties: [
            ...one.type.properties.filter(
              ({ name }) => !other.type.properties.some((property) => property.name === name),
            ),
            ...other.type.properties,
          ],
        },
        through: [],
        merged: [
          ...new Set([one, other].flatMap(({ through, merged }) => [...through, ...merged])),
        ],
      })),
    )
    .slice(0, most)
}

/** Adds the documentation of an alternative. A described alternative without fields has no other branch. */
function described(member: Type, found: readonly Branch[]): readonly Branch[] {
  const { doc, kind } = member
  const [only] = found
  if (doc === undefined || found.length > 1 || kind === 'null') return found
  if (only !== undefined) return [{ ...only, doc }]
  const type = { kind: 'object', properties: [] } as const
  return [{ title: '', doc, type, value: member, through: [], merged: [] }]
}

function titled(found: readonly Branch[]): readonly Branch[] {
  return found.map((branch, index) =>
    branch.title === '' && branch.value === undefined
      ? { ...branch, title: `form ${index + 1}` }
      : branch,
  )
}

/**
 * Returns a constant property that distinguishes an object from other alternatives, such as
 * `encoding: "hex"`.
 */
function literalTitle({ properties }: ObjectType): string {
  const property = properties.find(({ type, required }) => required && type.kind === 'literal')
  if (property?.type.kind !== 'literal') return ''
  return `${property.name}: ${jsonText(property.type.value)}`
}

function tupleObject(items: readonly Type[], required: number): ObjectType {
  return {
    kind: 'object',
    properties: items.map((type, index) => bareProperty(String(index), type, index < required)),
  }
}

function bareProperty(name: string, type: Type, required: boolean): Property {
  return { name, required, doc: {}, type, schema: { place: { file: '', pointer: '' }, json: {} } }
}

export function fieldsOf({
  properties,
  additional,
  patterns = [],
}: ObjectType): readonly Property[] {
  const undeclared = [
    ...patterns.map(({ pattern, type }) => ({ name: `/${pattern}/`, type })),
    ...(additional ? [{ name: 'any other name', type: additional }] : []),
  ].filter(({ type }) => type.kind !== 'unknown')
  return [...properties, ...undeclared.map(({ name, type }) => bareProperty(name, type, false))]
}
