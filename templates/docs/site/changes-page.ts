import { link, note, prose } from '../page/leaf.ts'
import type { Page } from '../page/page.ts'
import { fixedPages } from './addresses.ts'
import { changesOf, type VersionChanges } from './changes.ts'
import type { SiteContext } from './context.ts'
import { guidePage, type GuideSection, tableSection } from './guide-page.ts'
import { idOf } from './stems.ts'

/** Lists the changes of each version; undefined if there are none. */
export function changesPage(context: SiteContext): Page | undefined {
  const versions = changesOf(context)
  if (versions.length === 0) return undefined
  return guidePage(context, {
    path: fixedPages.changes,
    title: 'Changes',
    description: 'Additions and removals by version, newest first',
    words: ['changelog', 'history', 'new', 'added', 'feed', 'atom'],
    sections: [
      ...versions.map(versionSection),
      tableSection({
        id: 'documents',
        title: 'Now',
        about: prose(
          'The versions of the documents of this site. Changes that state no version are not listed.',
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

/** Returns the ID of a version on the page. */
export function versionId(version: string): string {
  return `v-${idOf(version.replace(/^v(?=\d)/i, ''))}`
}

function versionSection({ version, date, notes, changes }: VersionChanges): GuideSection {
  return {
    id: versionId(version),
    title: date === undefined ? version : `${version}, ${date}`,
    about: notes === undefined ? undefined : prose(notes),
    head: ['Change', 'What', 'About'],
    rows: changes.map(({ kind, link: name, about }) => [note(kind), name, about]),
    sample: undefined,
  }
}
