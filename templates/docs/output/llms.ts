import type { Page } from '../page/page.ts'
import { relativePath } from '../print/address.ts'
import { visible } from '../print/html-text.ts'
import type { Site } from '../site/pages.ts'
import { codeSpan, markdownText } from 'rpcloom/codegen'

export function llmsIndex(site: Site): string {
  const { api, options, addresses } = site.context
  const byPath = new Map(site.pages.map((page) => [page.path, page]))
  const line = (page: Page): string => lineOf(page, options.baseUrl)
  const pagesAt = (paths: readonly string[]): readonly string[] =>
    paths.flatMap((path) => byPath.get(path) ?? []).map(line)
  const schemas = site.pages.filter(
    ({ template }) => template === 'schema' || template === 'primitives',
  )
  const groups = api.groups.flatMap((group) => [
    `## ${markdownText(visible(group.title))}`,
    '',
    ...pagesAt([
      addresses.group(group).page,
      ...group.methods.map((method) => addresses.method(method).page),
    ]),
    '',
  ])
  return [
    `# ${markdownText(visible(options.title))}`,
    '',
    `> ${markdownText(visible(site.pages[0]?.description ?? ''))}`,
    '',
    'Every page is also available as Markdown, at the same address with `.md`.',
    '',
    ...(site.guides.length === 0 ? [] : ['## Guides', '', ...site.guides.map(line), '']),
    '## Reference',
    '',
    ...site.reference.map(line),
    '',
    ...groups,
    '## Optional',
    '',
    ...schemas.map(line),
    '',
  ].join('\n')
}

function lineOf(page: Page, baseUrl: string): string {
  const name = visible(page.name)
  const about = visible(page.description)
  const description = about.startsWith(`${name}: `) ? about.slice(name.length + 2) : about
  const href = `${baseUrl}${relativePath('index', `${page.path}.md`)}`
  return `- [${codeSpan(name).text}](${href}): ${markdownText(description)}`
}

export function llmsFull(texts: readonly string[]): string {
  return texts.map((text) => text.replace(/^---\n[\s\S]*?\n---\n\n/, '')).join('\n---\n\n')
}
