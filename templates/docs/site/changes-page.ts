import { link, note, prose } from '../page/leaf.ts'
import type { Page } from '../page/page.ts'
import { fixedPages } from './addresses.ts'
import { changesOf, type VersionChanges, versionId } from './changes.ts'
import type { SiteContext } from './context.ts'
import { guidePage, type GuideSection, tableSection, textSection } from './guide-page.ts'
import { idOf } from './unique-names.ts'

export function changesPage(context: SiteContext): Page | undefined {
  const versions = changesOf(context)
  const { comparisons } = context.options
  if (versions.length + comparisons.length === 0) return undefined
  return guidePage(context, {
    path: fixedPages.changes,
    title: 'Changes',
    description: 'Additions and removals by version, newest first',
    words: ['changelog', 'release notes', 'what is new', 'history of changes', 'feed', 'atom'],
    sections: [
      ...versions.map(versionSection),
      ...comparisons.map(({ since, changes }) =>
        textSection({
          id: `since-${idOf(since)}`,
          title: `Since ${since}`,
          about: prose(changes),
          sample: undefined,
        }),
      ),
      tableSection({
        id: 'documents',
        title: 'Current versions',
        about: prose(
          'The versions of the documents of this site. Changes without a version in the documents are not listed.',
        ),
        head: ['Document', 'Version'],
        rows: context.api.groups.map((group) => [
          link(context.addresses.group(group), group.title),
          note(group.version),
        ]),
      }),
    ],
  })
}

function versionSection({ version, date, notes, changes }: VersionChanges): GuideSection {
  return {
    id: versionId(version),
    title: date === undefined ? version : `${version}, ${date}`,
    about: prose(notes),
    head: ['Change', 'Name', 'Description'],
    rows: changes.map(({ kind, link: name, about }) => [note(kind), name, about]),
    sample: undefined,
  }
}
