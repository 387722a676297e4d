import { relativePath } from '../print/address.ts'
import { htmlAttribute } from '../print/html-text.ts'
import type { Site } from '../site/pages.ts'

/**
 * Returns the sitemap with all pages. The URLs are absolute if `baseUrl` is configured, and
 * otherwise relative.
 */
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

export function robots({ context }: Site): string {
  const { baseUrl } = context.options
  const map = baseUrl === '' ? [] : [`Sitemap: ${baseUrl}sitemap.xml`]
  return ['User-agent: *', 'Allow: /', ...map, ''].join('\n')
}
