import type { Group } from 'rpcloom/model'
import { type Leaf, link } from '../page/leaf.ts'
import { fixedPages } from './addresses.ts'
import { type Change, groupVersions } from './changes.ts'
import { versionId } from './changes-page.ts'
import type { SiteContext } from './context.ts'
import { countText } from './count-text.ts'

/** Maximum number of changes on a group page. */
const most = 8

/** Changes of a group in the latest version that mentions it. */
interface LatestChanges {
  readonly title: string
  readonly changes: readonly Change[]
  /** Link to the changes of all versions. */
  readonly more: Leaf
}

/** Returns the changes of a group in the latest version that mentions it; undefined if there is none. */
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
