import { code, codeLink, type Leaf, link, note, prose } from '../page/leaf.ts'
import type { Page } from '../page/page.ts'
import { isLocal, availabilityText } from './access.ts'
import { fixedPages } from './addresses.ts'
import type { Member } from './catalogue.ts'
import type { SiteContext } from './context.ts'
import { guidePage, tableSection } from './guide-page.ts'
import { settingText } from './requirements.ts'
import { summaryOf } from './summary.ts'

export function accessPage(context: SiteContext): Page | undefined {
  const members = context.api.groups.flatMap((group) =>
    group.methods.map((method) => ({ group, method })),
  )
  const isPlain = members.every(
    ({ group, method }) => !isLocal(method) && method.auth === undefined && !group.enabledBy,
  )
  if (isPlain) return undefined
  const ownReach = members.filter(
    ({ group, method }) =>
      availabilityText(group.availability) !== availabilityText(method.availability),
  )
  return guidePage(context, {
    path: fixedPages.access,
    title: 'Access',
    description:
      'Which methods public servers offer, which only your own server, and which require a user or a setting',
    words: [
      'authentication',
      'auth',
      'password',
      'public methods',
      'private methods',
      'settings',
      'flags',
      'enable methods',
    ],
    sections: [
      groupsSection(context),
      tableSection({
        id: 'methods',
        title: 'Methods that differ from their group',
        about: undefined,
        head: ['Method', 'Availability', 'Description'],
        rows: ownReach.map((member) => [
          methodLink(context, member),
          note(availabilityText(member.method.availability)),
          about(member),
        ]),
      }),
      tableSection({
        id: 'authentication',
        title: 'Methods that need authentication',
        about: prose(
          'These methods act for a user of the server: the params of each call contain the credentials. Send them only to a server that you trust, over an encrypted connection.',
        ),
        head: ['Method', 'Description'],
        rows: members
          .filter(({ method }) => method.auth !== undefined)
          .map((member) => [methodLink(context, member), about(member)]),
      }),
      settingsSection(context, members),
    ],
  })
}

function methodLink({ addresses }: SiteContext, { method }: Member): Leaf {
  return codeLink(addresses.method(method), method.name)
}

function about({ method }: Member): Leaf {
  return note(summaryOf(method.doc) ?? '')
}

function groupsSection({ api, addresses }: SiteContext): ReturnType<typeof tableSection> {
  return tableSection({
    id: 'groups',
    title: 'Groups',
    about: prose(
      '**Public** methods are available on every server, including public ones. **Local** methods are available only to the operator of a server: run your own.',
    ),
    head: ['Group', 'Path', 'Availability'],
    rows: api.groups.map((group) => [
      link(addresses.group(group), group.title),
      code(group.route.path),
      note(availabilityText(group.availability)),
    ]),
  })
}

function settingsSection(
  context: SiteContext,
  members: readonly Member[],
): ReturnType<typeof tableSection> {
  const { api, addresses } = context
  const groups = api.groups.flatMap((group) =>
    group.enabledBy === undefined
      ? []
      : [[link(addresses.group(group), group.title), note(settingText(group.enabledBy))]],
  )
  const methods = members.flatMap((member) => {
    const { enabledBy } = member.method
    const isOwn = enabledBy !== undefined && enabledBy.setting !== member.group.enabledBy?.setting
    return isOwn ? [[methodLink(context, member), note(settingText(enabledBy))]] : []
  })
  return tableSection({
    id: 'settings',
    title: 'Settings',
    about: prose('Groups and methods that a setting of the server enables or disables.'),
    head: ['Group or method', 'Setting'],
    rows: [...groups, ...methods],
  })
}
