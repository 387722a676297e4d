import { hashOf, jsonText, keyOf } from 'rpcloom/codegen'
import type { Page } from '../page/page.ts'
import { visible } from '../print/html-text.ts'
import { isLocal } from '../site/access.ts'
import type { Near } from '../site/catalogue.ts'
import { type NameTargets, nearOf } from '../site/name-targets.ts'
import type { Site } from '../site/pages.ts'

/**
 * Cache keys of a page, as HTML and as Markdown. A page with an unchanged key is not printed again.
 */
export interface PageKeys {
  readonly html: (page: Page) => string
  readonly markdown: (page: Page) => string
}

/**
 * Returns the cache keys of all pages. A key covers the data of the page, the names that become
 * links in its prose, and the options of the site. The key for HTML also covers the menu. Templates
 * are not covered, because the engine tracks them.
 */
export function pageKeys(site: Site, names: NameTargets): PageKeys {
  const { api, options, addresses } = site.context
  const groups = api.groups.map((group) => [
    [group.key, group.title, group.doc.deprecated !== undefined, isLocal(group)],
    addresses.group(group),
    group.methods.map(({ name, member, doc, tags }) => [
      name,
      member,
      doc.deprecated !== undefined,
      tags,
    ]),
    group.tags.map(({ name }) => name),
  ])
  const pages = [site.guides, site.reference].map((some) =>
    some.map(({ path, name, section }) => [path, name, section]),
  )
  const markdown = keyOf([options])
  const html = keyOf([markdown, groups, pages])
  const linksIn = linkedNames(names)
  const keys = new Map<Page, string>()
  const ownKey = (page: Page): string => {
    const text = (): string => jsonText({ ...page, entries: [], parts: [] })
    const key = keys.get(page) ?? keyOfText(text(), (of) => linksIn(of, nearOf(page)))
    keys.set(page, key)
    return key
  }
  return {
    html: (page) => keyOf(['html', html, ownKey(page)]),
    markdown: (page) => keyOf(['markdown', markdown, ownKey(page)]),
  }
}

function keyOfText(text: string, linksIn: (text: string) => readonly unknown[]): string {
  return keyOf([hashOf(text), ...linksIn(text)])
}

/** Returns the targets of the names that may be in code spans of a page, given its JSON. */
function linkedNames({
  names,
  find,
}: NameTargets): (text: string, near: Near) => readonly unknown[] {
  // The code span of any other name differs from the name.
  const isPlain = (name: string): boolean => /^[\w$.:/-]+$/.test(name)
  const always = [...names].filter((name) => !isPlain(name))
  return (text, near) => {
    const spans = new Set(
      visible(text)
        .split('`')
        .map((span) => span.replaceAll('\\n', ' ').trim()),
    )
    return [...always, ...[...spans].filter(isPlain)].flatMap((name) => {
      const to = find(name, near)
      return to === undefined ? [] : [[name, to]]
    })
  }
}
