import type { Deprecation, Group, Method } from 'rpcloom/model'
import { codeLink, type Leaf, link, note } from '../page/leaf.ts'
import { fixedPages } from './addresses.ts'
import { readChangelog } from './changelog.ts'
import type { SiteContext } from './context.ts'
import { countText } from './count-text.ts'
import { span } from './requirements.ts'
import { summaryOf } from './summary.ts'
import { idOf } from './unique-names.ts'
import { byVersion, isSameVersion } from './version-order.ts'

export const feedPath = 'changes.xml'

/** A change to a method or schema, declared by `x-since` or `x-deprecated` in a document. */
export interface Change {
  readonly kind: 'Added' | 'Deprecated'
  /** Name of the changed element in plain text, for feeds. */
  readonly name: string
  readonly link: Leaf
  readonly about: Leaf
}

export interface VersionChanges {
  readonly version: string
  readonly date: string | undefined
  readonly notes: string | undefined
  readonly changes: readonly Change[]
}

export function changesOf(context: SiteContext): readonly VersionChanges[] {
  const released = readChangelog(context.options.changelog)
  const dated = context.api.groups.flatMap((group) => groupChanges(context, group))
  const versions: string[] = []
  for (const version of [...released, ...dated].map((one) => one.version)) {
    if (!versions.some((known) => isSameVersion(known, version))) versions.push(version)
  }
  return versions.sort(byVersion).map((version) => {
    const notes = released.find((one) => isSameVersion(one.version, version))
    return {
      version,
      date: notes?.date,
      notes: notes === undefined || notes.text === '' ? undefined : notes.text,
      changes: dated
        .filter((one) => isSameVersion(one.version, version))
        .map(({ change }) => change),
    }
  })
}

interface Dated {
  readonly version: string
  readonly change: Change
}

function groupChanges(context: SiteContext, group: Group): readonly Dated[] {
  const to = link(context.addresses.group(group), group.title)
  return [
    ...deprecated({ name: group.title, link: to }, group.doc.deprecated),
    ...group.methods.flatMap((method) => methodChanges(context, method)),
  ]
}

function methodChanges(context: SiteContext, method: Method): readonly Dated[] {
  const { name, since, doc, params } = method
  const isSilent = params.every((param) => param.doc.deprecated === undefined)
  if (since === undefined && doc.deprecated === undefined && isSilent) return []
  const page = context.addresses.method(method)
  const subject = { name, link: codeLink(page, name) }
  const added: readonly Dated[] =
    since === undefined
      ? []
      : [
          {
            version: since,
            change: { ...subject, kind: 'Added', about: note(summaryOf(doc) ?? '') },
          },
        ]
  return [
    ...added,
    ...deprecated(subject, doc.deprecated),
    ...params.flatMap((param) =>
      deprecated(
        {
          name: `${name}: ${param.name}`,
          link: codeLink({ ...page, fragment: 'parameters' }, `${name}: ${param.name}`),
        },
        param.doc.deprecated,
      ),
    ),
  ]
}

function deprecated(
  subject: Pick<Change, 'name' | 'link'>,
  deprecation: Deprecation | undefined,
): readonly Dated[] {
  if (deprecation?.since === undefined) return []
  const { replacedBy, reason, since } = deprecation
  const advice = replacedBy === undefined ? [] : [`Use ${span(replacedBy)} instead.`]
  const about = [...advice, reason ?? ''].join(' ').trim()
  return [{ version: since, change: { ...subject, kind: 'Deprecated', about: note(about) } }]
}

export function versionId(version: string): string {
  return `v-${idOf(version.replace(/^v(?=\d)/i, ''))}`
}

const most = 8

interface LatestChanges {
  readonly title: string
  readonly changes: readonly Change[]
  readonly more: Leaf
}

export function latestChanges(context: SiteContext, group: Group): LatestChanges | undefined {
  const dated = groupChanges(context, group)
  const [version] = dated.map((one) => one.version).sort(byVersion)
  if (version === undefined) return undefined
  const changes = dated
    .filter((one) => isSameVersion(one.version, version))
    .map(({ change }) => change)
  const left = changes.length - most
  const to = { page: fixedPages.changes, fragment: versionId(version) }
  return {
    title: `Changes in ${version}`,
    changes: changes.slice(0, most),
    more: link(to, left > 0 ? countText(left, 'more change') : 'All changes of the version'),
  }
}
