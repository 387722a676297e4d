import { accessPath, GuideError, type GuideFault } from 'rpcloom/codegen'
import { codeLink, type Leaf, link, note, type ProseLinks, prose } from '../page/leaf.ts'
import { type Page, type SearchEntry, titled } from '../page/page.ts'
import type { Member } from '../site/catalogue.ts'
import type { SiteContext } from '../site/context.ts'
import { besideOf, guidesCrumb, neighbours } from '../site/navigation.ts'
import { firstSentence, summaryOf } from '../site/summary.ts'
import type { GuidePart } from './guide-parts.ts'
import { type Guide, isIndex } from './read-guides.ts'
import { linkedMethods, type LinkContext, type Resolved, resolveLink } from './resolve-links.ts'

/** What the index adds to the landing page. */
export interface IndexPart extends Pick<Page, 'source' | 'entries'> {
  readonly title: string
  readonly description: string
  readonly blocks: readonly Leaf[]
}

export function indexPart(context: SiteContext, guides: readonly Guide[]): IndexPart | undefined {
  const index = guides.find(isIndex)
  if (index === undefined) return undefined
  return {
    title: index.title,
    description: aboutOf(index),
    source: { file: index.file, pointer: '' },
    blocks: blocksOf({ ...context, guides }, index),
    entries: entriesOf(index, commonHeadings(guides)),
  }
}

/** Returns the pages of the guides, except the index. */
export function guidePages(
  context: SiteContext,
  all: readonly Guide[],
  uses: GuideUses,
): readonly Page[] {
  const common = commonHeadings(all)
  const guides = all.filter((guide) => !isIndex(guide))
  return guides.map((guide, index) => {
    const { title, page } = guide
    const blocks = blocksOf({ ...context, guides: all }, guide)
    const used = uses.methods(guide)
    return {
      ...titled(title, context.options.title),
      path: page,
      source: { file: guide.file, pointer: '' },
      template: 'blocks',
      description: aboutOf(guide),
      crumbs: [guidesCrumb(guide.section)],
      ...(guide.section !== undefined && { section: guide.section.title }),
      ...neighbours(besideOf(guides, index), (other) => ({
        link: link({ page: other.page }, other.title),
      })),
      group: undefined,
      body: {
        blocks: [
          { leaf: 'heading', level: 1, text: title },
          ...contentsOf(guide),
          ...blocks,
          ...(used.length === 0 ? [] : methodsBlocks(context, used)),
        ] satisfies readonly Leaf[],
      },
      entries: entriesOf(guide, common),
    }
  })
}

/** Throws the faults of all guides. `pages` are all pages of the site, to which links may lead. */
export function checkGuides(
  context: SiteContext,
  guides: readonly Guide[],
  pages: readonly Page[],
): void {
  const paths = new Set(pages.map(({ path }) => path))
  const faults = guides.flatMap((guide) => [
    ...guide.faults,
    ...linksOf(guide.parts).flatMap((one): readonly GuideFault[] => {
      const found = resolveLink({ ...context, guides }, guide, one)
      const message = reasonOf(found, paths)
      if (message === undefined) return []
      return [{ path: guide.file, message, line: one.line, column: one.column }]
    }),
  ])
  if (faults.length > 0) throw new GuideError(faults)
}

function reasonOf(found: Resolved, paths: ReadonlySet<string>): string | undefined {
  if (found.kind === 'missing')
    return /[.?]$/.test(found.reason) ? found.reason : `${found.reason}.`
  if (found.kind === 'web' || paths.has(found.to.page)) return undefined
  return `There is no page \`${found.to.page}\`: the documents have nothing to show on it.`
}

/** Which guides use which methods: they link to a method, name it in code, or call it on a client. */
export interface GuideUses {
  readonly methods: (guide: Guide) => readonly Member[]
  readonly guides: (member: Member) => readonly Guide[]
}

export function guideUses(
  context: Pick<SiteContext, 'api' | 'catalogue'>,
  guides: readonly Guide[],
): GuideUses {
  const byCall = new Map<string, Member>()
  for (const group of guides.length === 0 ? [] : context.api.groups) {
    for (const method of group.methods) byCall.set(accessPath(group, method), { group, method })
  }
  const used = new Map(
    guides.map((guide) => {
      const words = [
        ...guide.text.matchAll(/(?<=[`'"])([^`'"\s]+)(?=[`'"])|\]\(method:([^)\s]{1,500})\)/g),
      ]
      const named = words.flatMap(([, text, target]) => {
        const found = linkedMethods(context, text ?? target ?? '')
        return found.length === 1 ? found : []
      })
      const calls = [...guide.text.matchAll(/\bclient(?:\.[\w$]+)+/g)]
      const called = calls.flatMap(([path]) =>
        prefixes(path).flatMap((one) => byCall.get(one) ?? []),
      )
      const members = new Map([...named, ...called].map((member) => [member.method, member]))
      return [guide, [...members.values()]] as const
    }),
  )
  return {
    methods: (guide) => used.get(guide) ?? [],
    guides: ({ method }) =>
      guides.filter(
        (guide) => !isIndex(guide) && used.get(guide)?.some((member) => member.method === method),
      ),
  }
}

/** `client.a.b.items` starts with `client.a` and `client.a.b`. */
function prefixes(path: string): readonly string[] {
  const names = path.split('.')
  return names.map((_, at) => names.slice(0, at + 1).join('.'))
}

export function aboutOf({ description, parts, title }: Guide): string {
  const first = parts.find(({ kind }) => kind === 'prose')
  const text = first?.kind === 'prose' ? first.text : undefined
  return firstSentence(
    {
      ...(text !== undefined && { description: text }),
      ...(description !== undefined && { summary: description }),
    },
    title,
  )
}

function blocksOf(context: LinkContext, guide: Guide, parts = guide.parts): readonly Leaf[] {
  return parts.map((part): Leaf => {
    switch (part.kind) {
      case 'title':
        return { leaf: 'heading', level: 2, text: part.text }
      case 'heading':
        return { leaf: 'heading', level: part.level, text: part.text, id: part.id }
      case 'prose':
        return { leaf: 'text', text: part.text, links: proseLinks(context, guide, part) }
      case 'tabs':
        return {
          leaf: 'tabs',
          tabs: part.tabs.map(({ name, text }) => ({ name, code: prose(text) })),
        }
      case 'callout':
        return { leaf: 'callout', tone: part.tone, inside: blocksOf(context, guide, part.parts) }
      default:
        return part satisfies never
    }
  })
}

function proseLinks(
  context: LinkContext,
  guide: Guide,
  { links }: GuidePart & { readonly kind: 'prose' },
): ProseLinks {
  const found = links.flatMap((one) => {
    const resolved = resolveLink(context, guide, one)
    return resolved.kind === 'page' ? [[one.href, resolved.to] as const] : []
  })
  return Object.fromEntries(found)
}

function linksOf(parts: readonly GuidePart[]) {
  return parts.flatMap((part): (GuidePart & { kind: 'prose' })['links'] => {
    if (part.kind === 'prose') return part.links
    return part.kind === 'callout' ? linksOf(part.parts) : []
  })
}

/** Number of sections from which a guide has a table of contents. */
const fewest = 3

function contentsOf({ page, parts }: Guide): readonly Leaf[] {
  const items = parts.flatMap((part) =>
    part.kind === 'heading' && part.level === 2
      ? [link({ page, fragment: part.id }, part.text)]
      : [],
  )
  return items.length < fewest ? [] : [{ leaf: 'contents', items }]
}

function methodsBlocks({ addresses }: SiteContext, members: readonly Member[]): readonly Leaf[] {
  const items = members.map(({ method }) => ({
    link: codeLink(addresses.method(method), method.name),
    about: note(summaryOf(method.doc)),
  }))
  return [
    { leaf: 'heading', level: 2, text: 'Methods in this guide', id: 'methods-used' },
    { leaf: 'links', items },
  ]
}

/** Number of guides from which a heading, such as "Next", does not say what its section is about. */
const mostEqual = 3

function commonHeadings(guides: readonly Guide[]): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const part of guides.flatMap(({ parts }) => parts)) {
    if (part.kind === 'heading') counts.set(part.text, (counts.get(part.text) ?? 0) + 1)
  }
  return new Set([...counts].flatMap(([text, count]) => (count < mostEqual ? [] : [text])))
}

function entriesOf(guide: Guide, common: ReadonlySet<string>): readonly SearchEntry[] {
  const { page, title, parts, search } = guide
  return [
    {
      kind: 'guide',
      name: title,
      to: { page },
      place: guide.section?.title ?? 'Guides',
      summary: aboutOf(guide),
      words: [],
      phrases: search,
    },
    ...parts.flatMap((part, at): readonly SearchEntry[] => {
      if (part.kind !== 'heading' || common.has(part.text)) return []
      const end = parts.findIndex(({ kind }, index) => index > at && kind === 'heading')
      const text = textOf(parts.slice(at + 1, end === -1 ? parts.length : end))
      return [
        {
          kind: 'guide',
          name: part.text,
          to: { page, fragment: part.id },
          place: title,
          summary: firstSentence({ description: text }, ''),
          words: [],
          text,
        },
      ]
    }),
  ]
}

function textOf(parts: readonly GuidePart[]): string {
  return parts
    .map((part) => {
      if (part.kind === 'callout') return textOf(part.parts)
      return part.kind === 'prose' ? part.text : ''
    })
    .join('\n')
}
