import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { argumentsSchema, type Resource, type Tool } from '@rpcloom/mcp/internal'
import { ranked } from '@rpcloom/schema/internal'
import type { GuideFile } from '../codegen/target.ts'
import type { Config } from '../engine/config.ts'
import { guidesOf } from '../engine/read-templates.ts'

/** Number of sections that a search returns, and of characters of each. */
const MOST_FOUND = 5
const MOST_CHARACTERS = 4000

/** Returns the guides of rpcloom, then those that the configuration names. */
export function guidesFor(root: string, config: Config): readonly GuideFile[] {
  const own = Object.keys(config.targets).flatMap((name) => guidesOf(root, config, { name }))
  return [...guidesOfRpcloom(), ...own]
}

/** Returns the guides of rpcloom: in the package, or in the repository. */
function guidesOfRpcloom(): readonly GuideFile[] {
  const folder = ['../../docs/', '../../../docs/']
    .map((path) => new URL(path, import.meta.url))
    .find((url) => existsSync(new URL('mcp.md', url)))
  if (!folder) return []
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /^(projects\/)?[\w-]+\.md$/.test(name))
    .toSorted()
    .map((name) => ({
      path: `rpcloom/${name}`,
      text: readFileSync(new URL(name, folder), 'utf8'),
    }))
}

/** Returns each guide as a resource. */
export function guideResources(guides: () => readonly GuideFile[]): readonly Resource[] {
  return guides().map(({ path, text }) => ({
    uri: addressOf(path),
    name: path,
    title: titleOf(text) ?? path,
    mimeType: 'text/markdown',
    async read({ uri }) {
      const found = guides().find((one) => one.path === path)
      return found && { uri, mimeType: 'text/markdown', text: found.text }
    },
  }))
}

/** The tool that finds sections of guides. */
export function searchGuidesTool(guides: () => readonly GuideFile[]): Tool {
  return {
    name: 'search_guides',
    title: 'Find sections of guides',
    description:
      'Finds sections of the guides of rpcloom and of the workspace by words. The whole guide is a resource.',
    effect: 'read',
    inputSchema: argumentsSchema(
      { query: { type: 'string', description: 'Words, such as `overlay rename`' } },
      'query',
    ),
    async call({ query }) {
      const sections = guides().flatMap(sectionsOf)
      const texts = ({ heading, title, text }: Section) => [heading, `${title} ${heading}`, text]
      const found = ranked(sections, String(query), texts).slice(0, MOST_FOUND)
      const shown = found.map(({ text, ...one }) => ({
        ...one,
        text: text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}...` : text,
      }))
      return { value: { sections: shown } }
    },
  }
}

interface Section {
  readonly guide: string
  readonly title: string
  readonly heading: string
  readonly text: string
}

/** Returns the parts of a guide that start with a heading. Lines in code blocks are no headings. */
function sectionsOf({ path, text }: GuideFile): readonly Section[] {
  const title = titleOf(text) ?? path
  const lines = text.split('\n')
  let isCode = false
  const starts = lines.flatMap((line, index) => {
    if (/^\s*(```|~~~)/.test(line)) isCode = !isCode
    return !isCode && /^#{1,3} /.test(line) ? [index] : []
  })
  return starts.map((start, index) => ({
    guide: addressOf(path),
    title,
    heading: (lines[start] ?? '').replace(/^#+ /, ''),
    text: lines
      .slice(start + 1, starts[index + 1])
      .join('\n')
      .trim(),
  }))
}

function titleOf(text: string): string | undefined {
  return /^# (.+)$/m.exec(text)?.[1]
}

function addressOf(path: string): string {
  return `rpcloom://guides/${encodeURI(path)}`
}
