import { didYouMean } from 'rpcloom/codegen'
import type { Api, Group } from 'rpcloom/model'
import type { Target } from '../page/leaf.ts'
import { type Addresses, fixedPages } from '../site/addresses.ts'
import type { Catalogue, Member } from '../site/catalogue.ts'
import { decoded, type GuideLink, type GuidePart } from './guide-parts.ts'
import { type Guide, linkedFile } from './read-guides.ts'

export interface LinkContext {
  readonly api: Api
  readonly addresses: Addresses
  readonly catalogue: Catalogue
  readonly guides: readonly Guide[]
}

/** Where a link of a guide leads: a page of the site, the web, or no target, with the reason. */
export type Resolved =
  | { readonly kind: 'page'; readonly to: Target }
  | { readonly kind: 'web' }
  | { readonly kind: 'missing'; readonly reason: string }

const missing = (reason: string): Resolved => ({ kind: 'missing', reason })
const forms = 'method:NAME, schema:NAME, group:KEY, page:NAME, another guide, or a web address'

/** Resolves a link of a guide. Whether a reference page (`page:`) exists is known when all pages are built. */
export function resolveLink(context: LinkContext, guide: Guide, link: GuideLink): Resolved {
  const { href, isImage } = link
  if (/^https?:\/\//i.test(href)) return { kind: 'web' }
  if (isImage) return missing('Pages load no images. Link to a web address of the image')
  const [, scheme = '', rest = ''] = /^(method|schema|group|page):(.*)$/s.exec(href) ?? []
  const name = decoded(rest)
  switch (scheme) {
    case 'method':
      return toMethod(context, name)
    case 'schema':
      return toSchema(context, name)
    case 'group':
      return toGroup(context, name)
    case 'page':
      return toPage(name)
    default:
      return toGuide(context, guide, href)
  }
}

/** Returns the methods to which `method:NAME` or `method:KEY/NAME` leads. */
export function linkedMethods(
  { api, catalogue }: Pick<LinkContext, 'api' | 'catalogue'>,
  name: string,
): readonly Member[] {
  const found = catalogue.methods(name)
  if (found.length > 0) return found
  return api.groups.flatMap((group) => {
    if (!name.startsWith(`${group.key}/`)) return []
    const inGroup = name.slice(group.key.length + 1)
    return group.methods.flatMap((method) => (method.name === inGroup ? [{ group, method }] : []))
  })
}

function toMethod(context: LinkContext, name: string): Resolved {
  const { api, addresses } = context
  const found = linkedMethods(context, name)
  const [first, second] = found
  if (second !== undefined) {
    const names = found.map(({ group }) => `method:${group.key}/${name}`)
    return missing(`There are several methods \`${name}\`. Use one of ${names.join(', ')}`)
  }
  if (first !== undefined) return { kind: 'page', to: addresses.method(first.method) }
  const names = api.groups.flatMap(({ methods }) => methods.map((method) => method.name))
  return missing(`There is no method \`${name}\`.${didYouMean(name, names)}`)
}

function toSchema({ api, addresses }: LinkContext, name: string): Resolved {
  const all = [...api.types.values()]
  const found = all.filter((one) => one.name === name || `${one.module}/${one.name}` === name)
  const [first, second] = found
  if (first === undefined) {
    const names = all.map((one) => one.name)
    return missing(`There is no schema \`${name}\`.${didYouMean(name, names)}`)
  }
  if (second !== undefined) {
    const names = found.map((one) => `schema:${one.module}/${one.name}`)
    return missing(`There are several schemas \`${name}\`. Use one of ${names.join(', ')}`)
  }
  const to = addresses.type(first.id)
  return to === undefined
    ? missing(`The schema \`${name}\` has no page of its own`)
    : { kind: 'page', to }
}

function toGroup({ api, addresses }: LinkContext, key: string): Resolved {
  const keys = api.groups.map((group: Group) => group.key)
  return keys.includes(key)
    ? { kind: 'page', to: addresses.group({ key }) }
    : missing(`There is no group \`${key}\`.${didYouMean(key, keys)}`)
}

function toPage(name: string): Resolved {
  const found = Object.entries(fixedPages).find(([known]) => known === name)
  if (found !== undefined) return { kind: 'page', to: { page: found[1] } }
  return missing(`There is no page \`${name}\`.${didYouMean(name, Object.keys(fixedPages))}`)
}

function toGuide({ guides }: LinkContext, guide: Guide, href: string): Resolved {
  const [, fragment] = decoded(href).split('#')
  const file = linkedFile(guide, href)
  const to = guides.find((other) => other.file === file)
  if (to === undefined) return missing(`\`${href}\` has no target. Link to ${forms}`)
  if (fragment === undefined || fragment === '' || fragment === to.titleId)
    return { kind: 'page', to: { page: to.page } }
  const ids = headingIds(to.parts)
  return ids.includes(fragment)
    ? { kind: 'page', to: { page: to.page, fragment } }
    : missing(`${to.file} has no heading \`#${fragment}\`.${didYouMean(fragment, ids)}`)
}

function headingIds(parts: readonly GuidePart[]): readonly string[] {
  return parts.flatMap((part) => {
    if (part.kind === 'heading') return [part.id]
    return part.kind === 'callout' ? headingIds(part.parts) : []
  })
}
