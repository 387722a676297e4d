import { codeLink, wireName } from '../page/leaf.ts'
import type { Page } from '../page/page.ts'
import type { FieldsPart } from './fit-fields.ts'

/** A page with the pages that hold what it has no room for. */
export function withParts(page: Page, parts: readonly Page[]): Page {
  return parts.length === 0 ? page : { ...page, parts }
}

/** The pages of the fields that the page of a method or a schema has no room for. */
export function fieldsPages(page: Page, name: string, parts: readonly FieldsPart[]): Page[] {
  return parts.map((part) => fieldsPage(page, name, part))
}

function fieldsPage(owner: Page, name: string, part: FieldsPart): Page {
  const { id, to, type, about, count, branches } = part
  const back = codeLink({ page: owner.path }, name)
  // What goes on is of the schema itself, and of nothing in it.
  const title = id === '' ? 'Further fields' : id
  return {
    path: to.page,
    template: 'fields',
    title: `${title} · ${name}`,
    description: `${name}: ${id === '' ? `${count} further fields` : `the ${count} fields of ${id}`}`,
    crumbs: [...owner.crumbs, { link: back }],
    previous: undefined,
    next: undefined,
    group: owner.group,
    within: owner.path,
    body: { heading: id === '' ? title : wireName(id), type, about, back, branches },
    entries: [],
    ...(owner.document !== undefined && { document: owner.document }),
    ...(owner.source !== undefined && { source: owner.source }),
  }
}
