import { relativePath } from '../print/address.ts'
import { htmlAttribute, htmlText, visible } from '../print/html-text.ts'
import { fixedPages } from '../site/addresses.ts'
import { changesOf, feedPath, type VersionChanges, versionId } from '../site/changes.ts'
import type { Site } from '../site/pages.ts'
import { plainText } from '../site/summary.ts'

/** Date for changelog entries without a date, because Atom requires a date. */
const unknownDate = '1970-01-01'

/**
 * Returns the changelog as an Atom feed (RFC 4287) with one entry per version. The entry IDs do not
 * depend on the URL of the site.
 */
export function atomFeed({ context }: Site): string {
  const { title, baseUrl, packageName } = context.options
  const versions = changesOf(context)
  const page = `${baseUrl}${relativePath('index', `${fixedPages.changes}.html`)}`
  const id = `urn:rpcloom:${encodeURIComponent(packageName)}:changes`
  const dates = versions.flatMap(({ date }) => date ?? []).sort()
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${htmlText(id)}</id>`,
    `<title>${htmlText(title)}: changes</title>`,
    `<updated>${instant(dates.at(-1))}</updated>`,
    `<author><name>${htmlText(title)}</name></author>`,
    `<link rel="alternate" type="text/html" href="${htmlAttribute(page)}"/>`,
    ...(baseUrl === '' ? [] : [`<link rel="self" href="${htmlAttribute(baseUrl + feedPath)}"/>`]),
    ...versions.flatMap((version) => entryLines(version, { id, page })),
    '</feed>',
    '',
  ].join('\n')
}

function entryLines(
  { version, date, notes, changes }: VersionChanges,
  { id, page }: { readonly id: string; readonly page: string },
): readonly string[] {
  const lines = changes.map(({ kind, name }) => `${kind}: ${name}`)
  const text = [...(notes === undefined ? [] : [plainText(notes)]), ...lines].join('\n')
  return [
    '<entry>',
    `<id>${htmlText(`${id}:${encodeURIComponent(visible(version))}`)}</id>`,
    `<title>${htmlText(version)}</title>`,
    `<updated>${instant(date)}</updated>`,
    `<link rel="alternate" type="text/html" href="${htmlAttribute(`${page}#${versionId(version)}`)}"/>`,
    `<content type="text">${htmlText(text)}</content>`,
    '</entry>',
  ]
}

function instant(date: string | undefined): string {
  return `${date ?? unknownDate}T00:00:00Z`
}
