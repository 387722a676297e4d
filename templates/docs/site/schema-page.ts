import { lookup, type NamedType, resolveType, type Type } from 'rpcloom/model'
import { codeLink, jsonBlock, type Leaf, link, note, prose, nameHeading } from '../page/leaf.ts'
import { type Page, titled } from '../page/page.ts'
import { fixedPages } from './addresses.ts'
import { constraintsOf } from './constraints.ts'
import type { SiteContext } from './context.ts'
import { deprecationBox } from './deprecation.ts'
import { documentPath } from './document-path.ts'
import { allEnumRows } from './enum-rows.ts'
import { cutBlock } from './shortened.ts'
import { fieldsPages, fitFields, withParts } from './fields-page.ts'
import { inPages, withFurther } from './list-pages.ts'
import { type Beside, homeCrumb, neighbours } from './navigation.ts'
import { moduleId, moduleTitle, sortOf } from './schema-words.ts'
import { schemaExample } from './schema-example.ts'
import { createIds } from './unique-names.ts'
import { firstSentence, summaryOf } from './summary.ts'
import { ownTree } from './tree.ts'
import { schemaTypescript } from './typescript.ts'
import { type UseRow, usesOf } from './uses.ts'

const fixedIds = [
  'content',
  'menu',
  'search',
  'fields',
  'forms',
  'values',
  'used-by',
  'example',
  'json',
  'typescript',
]

const mostValues = 300

export function schemaPage(
  context: SiteContext,
  named: NamedType,
  beside: Beside<NamedType>,
): Page {
  const { addresses, api } = context
  const to = addresses.type(named.id) ?? { page: fixedPages.schemas }
  const place = moduleTitle(api, named.module)
  const about = firstSentence(named.doc, `a schema of ${place}`)
  const type = resolveType(api, named.type)
  const fields = type.kind === 'object' ? type.properties.map(({ name }) => name) : []
  const home = context.bundles.locate(named)
  const body = schemaBody(context, named)
  const { trees, parts } = fitFields(to, [body.branches])
  const [values = [], ...further] = inPages(body.values, mostValues)
  const { name, heading, sort } = body
  const bodies = [
    { ...body, branches: trees[0] ?? [], values },
    ...further.map((some) => ({ name, heading, sort, values: some })),
  ]
  const page: Page = {
    path: to.page,
    template: 'schema',
    ...titled(named.name, `${place} schemas`),
    description: `${named.name} (${place}): ${about}`,
    crumbs: [
      homeCrumb(),
      { link: link({ page: fixedPages.schemas }, 'Schemas') },
      {
        link: link({ page: fixedPages.schemas, fragment: moduleId(named.module) }, place),
      },
    ],
    ...neighbours(beside, (other) => ({
      link: codeLink(addresses.type(other.id) ?? to, other.name),
    })),
    group: undefined,
    file: named.place.file,
    body: {},
    entries: [{ kind: 'schema', name: named.name, to, place, summary: about, words: fields }],
    source: named.place,
    ...(home !== undefined && { document: documentPath(context, home) }),
  }
  return withParts(withFurther(page, bodies), fieldsPages(page, named.name, parts))
}

function schemaBody(context: SiteContext, named: NamedType) {
  const { api } = context
  const { description } = named.doc
  const ids = createIds(fixedIds)
  const uses: readonly UseRow[] = usesOf(context, named.id)
  const branches = ownTree({ ...context, ids }, named.id, named.type)
  const isOnlyForms = branches.length > 0 && branches.every(({ rows }) => rows.length === 0)
  return {
    name: named.name,
    heading: nameHeading(named.name),
    sort: sortOf(api, named.type),
    about: prose(description),
    type: isOnlyForms ? undefined : typeLeaf(context, named),
    deprecation: deprecationBox(context, named.doc.deprecated, named.place),
    constraints: constraintsOf(api, named),
    branches: isOnlyForms ? [] : branches,
    forms: isOnlyForms ? formRows(context, named.type) : [],
    values: allEnumRows(resolveType(api, named.type)),
    uses,
    example: schemaExample(context, named),
    json: cutBlock(jsonBlock(named.schema.json)),
    typescript: cutBlock(schemaTypescript(context, named)),
  }
}

interface FormRow {
  readonly type: Leaf
  readonly about: Leaf | undefined
}

function formRows({ api, labels }: SiteContext, type: Type): readonly FormRow[] {
  const members = type.kind === 'union' ? type.members : [type]
  return members.map((member) => ({
    type: { leaf: 'type', parts: labels.of({ type: member }) },
    about: note(summaryOf(member.doc ?? (member.kind === 'ref' ? lookup(api, member.to).doc : {}))),
  }))
}

/** Shows the definition of the schema's type rather than its name. */
function typeLeaf({ labels }: SiteContext, { type, schema }: NamedType): Leaf | undefined {
  if (type.kind === 'object') return undefined
  return { leaf: 'type', parts: labels.of({ type, schema }) }
}
