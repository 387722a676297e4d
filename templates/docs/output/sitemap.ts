import { relativePath } from '../print/dialect.ts'
import { htmlAttribute } from '../print/html-text.ts'
import type { Site } from '../site/pages.ts'

/** Lists all pages: absolute addresses if `baseUrl` is configured, else relative ones. */
export function sitemap({ context, pages }: Site): string {
  const { baseUrl } = context.options
  const urls = pages.map(({ path }) => {
    const address = htmlAttribute(`${baseUrl}${relativePath('index', `${path}.html`)}`)
    return `<url><loc>${address}</loc></url>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n')
}

/** Allows crawlers to read everything. */
export function robots({ context }: Site): string {
  const { baseUrl } = context.options
  const map = baseUrl === '' ? [] : [`Sitemap: ${baseUrl}sitemap.xml`]
  return ['User-agent: *', 'Allow: /', ...map, ''].join('\n')
}
