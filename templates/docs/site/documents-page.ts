import { createHash } from 'node:crypto'
import type { Group } from 'rpcloom/model'
import { documentText } from './document-text.ts'
import { code, type Leaf, link, note, prose } from '../page/leaf.ts'
import type { Page } from '../page/page.ts'
import { fixedPages } from './addresses.ts'
import type { SiteContext } from './context.ts'
import { documentPath } from './document-path.ts'
import { guidePage, tableSection } from './guide-page.ts'

/**
 * Returns a page that lists the source documents, with statistics on their descriptions and
 * examples. `pages` contains the pages of methods.
 */
export function documentsPage(context: SiteContext, pages: readonly Page[]): Page | undefined {
  const { groups } = context.api
  return guidePage(context, {
    path: fixedPages.documents,
    title: 'Documents',
    description: 'The OpenRPC documents of this site: versions, checksums and coverage',
    words: ['openrpc', 'download', 'checksums of documents', 'sha256'],
    sections: [
      tableSection({
        id: 'downloads',
        title: 'Downloads',
        about: prose(
          'Each document is self-contained. The page of a method links to a document of that method alone.',
        ),
        head: ['Group', 'Version', 'Document', 'SHA-256'],
        rows: groups.map((group) => downloadRow(context, group)),
      }),
      tableSection({
        id: 'coverage',
        title: 'Coverage',
        about: prose(
          'How many methods have a description, errors and examples. Examples are validated against the schemas when the site is generated.',
        ),
        head: ['Group', 'Methods', 'Described', 'With errors', 'With examples', 'Valid examples'],
        rows: groups.map((group) => coverageRow(context, group, pages)),
      }),
    ],
  })
}

function downloadRow(context: SiteContext, group: Group): readonly Leaf[] {
  const path = documentPath(context, group)
  const text = documentText(group.bundle)
  return [
    link(context.addresses.group(group), group.title),
    note(group.version),
    { leaf: 'download', path, text: path.slice(path.lastIndexOf('/') + 1) },
    code(createHash('sha256').update(text).digest('hex')),
  ]
}

function coverageRow(context: SiteContext, group: Group, pages: readonly Page[]): readonly Leaf[] {
  const { methods } = group
  const count = (isMeant: (method: Group['methods'][number]) => boolean): Leaf =>
    note(String(methods.filter(isMeant).length))
  const counts = pages
    .filter((page) => page.group === group.key)
    .flatMap((page) => page.examples ?? [])
  const sum = (of: 'written' | 'valid'): number =>
    counts.reduce((total, examples) => total + examples[of], 0)
  return [
    link(context.addresses.group(group), group.title),
    note(String(methods.length)),
    count(({ doc }) => doc.description !== undefined || doc.summary !== undefined),
    count(({ errors }) => errors.length > 0),
    count(({ examples }) => examples.length > 0),
    note(`${sum('valid')} of ${sum('written')}`),
  ]
}
