import type { Group } from 'rpcloom/model'
import { type Leaf, link } from '../page/leaf.ts'
import { fixedPages } from './addresses.ts'
import { type Change, groupVersions } from './changes.ts'
import { versionId } from './changes-page.ts'
import type { SiteContext } from './context.ts'
import { countText } from './count-text.ts'

/** Changes that a group page has room for. */
const most = 8

/** What the last version that a group tells of brought to it. */
interface LatestChanges {
  readonly title: string
  readonly changes: readonly Change[]
  /** Where all versions stand. */
  readonly more: Leaf
}

/** The changes of a group in the last version that its document says anything of; undefined without one. */
export function latestChanges(context: SiteContext, group: Group): LatestChanges | undefined {
  const [last] = groupVersions(context, group)
  if (last === undefined) return undefined
  const { version, changes } = last
  const left = changes.length - most
  const to = { page: fixedPages.changes, fragment: versionId(version) }
  return {
    title: `Changes in ${version}`,
    changes: changes.slice(0, most),
    more: link(to, left > 0 ? countText(left, 'more change') : 'All changes of the version'),
  }
}
