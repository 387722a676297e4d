import { jsonText, own } from 'rpcloom/codegen'
import { type Json, type NamedType, type Type } from 'rpcloom/model'
import { code, type Leaf, note, nameHeading } from '../page/leaf.ts'
import type { Page } from '../page/page.ts'
import { byName, fixedPages } from './addresses.ts'
import { type Constraint, constraintsOf } from './constraints.ts'
import type { SiteContext } from './context.ts'
import { withFurther } from './list-pages.ts'
import { guideHead } from './guide-page.ts'
import { programType } from './program-type.ts'
import { moduleTitle } from './schema-words.ts'
import { firstSentence } from './summary.ts'

export function primitivesPage(context: SiteContext): Page | undefined {
  const all = primitivesOf(context)
  if (all.length === 0) return undefined
  const byPage = new Map<string, NamedType[]>()
  for (const named of all) {
    const page = context.addresses.type(named.id)?.page ?? fixedPages.primitives
    byPage.set(page, [...(byPage.get(page) ?? []), named])
  }
  const page: Page = {
    ...guideHead(context, 'Primitive types', 'Named string and number types'),
    path: fixedPages.primitives,
    template: 'primitives',
    body: {},
    entries: all.map((named) => ({
      kind: 'schema',
      name: named.name,
      to: context.addresses.type(named.id) ?? { page: fixedPages.primitives },
      place: 'Primitive types',
      summary: firstSentence(named.doc, ''),
      words: [],
    })),
  }
  return withFurther(
    page,
    [...byPage.values()].map((some) => ({
      rows: some.map((named) => primitiveRow(context, named)),
    })),
  )
}

export function primitivesOf({ api, addresses }: SiteContext): readonly NamedType[] {
  return [...api.types.values()]
    .filter(({ id }) => addresses.type(id)?.fragment !== undefined)
    .sort(byName)
}

interface PrimitiveRow {
  readonly id: string
  readonly name: Leaf
  readonly place: string
  readonly type: Leaf
  readonly about: Leaf | undefined
  readonly constraints: readonly Constraint[]
  readonly example: Leaf | undefined
}

function primitiveRow(context: SiteContext, named: NamedType): PrimitiveRow {
  const { api, addresses, labels } = context
  const { description } = named.doc
  const example = exampleOf(named.schema.json)
  return {
    id: addresses.type(named.id)?.fragment ?? '',
    name: nameHeading(named.name),
    place: moduleTitle(api, named.module),
    type: { leaf: 'type', parts: labels.of(named) },
    about: note(description),
    constraints: [
      ...formatOf(named.type),
      ...constraintsOf(api, named),
      ...programType(context, named.type),
    ],
    example: example === undefined ? undefined : code(jsonText(example)),
  }
}

/** Returns the name of a custom format, because readers' tools do not know its definition. */
function formatOf(type: Type): readonly Constraint[] {
  const custom = type.kind === 'string' || type.kind === 'number' ? type.custom : undefined
  return custom === undefined
    ? []
    : [{ label: 'format', value: code(custom.name), pattern: undefined }]
}

function exampleOf(json: Json): Json | undefined {
  const examples = own(json, 'examples')
  return Array.isArray(examples) ? (examples as readonly Json[])[0] : undefined
}
