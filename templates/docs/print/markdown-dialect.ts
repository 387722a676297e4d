import { capitalized, codeSpan, Markup, markdownLabel, markdownText } from 'rpcloom/codegen'
import type { Block, Language, Leaf, TypePart } from '../page/leaf.ts'
import { type Dialect, relativeAddress, relativePath } from './dialect.ts'
import { visible } from './html-text.ts'
import { fenced, markdownBlocks, markdownLine } from './markdown-prose.ts'

export function markdownDialect(extension: 'md' | 'mdx'): Dialect {
  return { extension: 'md', leaf: (leaf, from) => new Markup(leafMarkdown(leaf, from, extension)) }
}

function leafMarkdown(leaf: Leaf, from: string, extension: string): string {
  switch (leaf.leaf) {
    case 'prose':
      return markdownBlocks(leaf.text)
    case 'note':
      return markdownLine(leaf.text)
    case 'code':
    case 'name':
      return codeSpan(visible(leaf.text)).text
    case 'block':
      return fenced(leaf.text, fences[leaf.language])
    case 'type':
      return leaf.parts.map((part) => typeMarkdown(part, from, extension)).join('')
    case 'link': {
      const text = leaf.mono ? codeSpan(visible(leaf.text)).text : markdownLabel(visible(leaf.text))
      return `[${text}](${relativeAddress(from, leaf.to, extension)})`
    }
    case 'address':
      return relativeAddress(from, leaf.to, extension)
    case 'file':
      return relativePath(from, leaf.path)
    case 'download':
      return `[${markdownLabel(visible(leaf.text))}](${relativePath(from, leaf.path)})`
    case 'text':
      return markdownBlocks(leaf.text, (href) => {
        const to = Object.hasOwn(leaf.links, href) ? leaf.links[href] : undefined
        return to && relativeAddress(from, to, extension)
      })
    default:
      return blockMarkdown(leaf, (inside) => leafMarkdown(inside, from, extension))
  }
}

/** Prints a block. `print` prints a leaf inside of it. */
function blockMarkdown(
  block: Exclude<Block, { readonly leaf: 'text' }>,
  print: (leaf: Leaf) => string,
): string {
  switch (block.leaf) {
    case 'heading':
      return `${'#'.repeat(block.level)} ${markdownText(visible(block.text))}`
    case 'tabs':
      return block.tabs
        .map(({ name, code }) => `${markdownText(visible(name))}:\n\n${print(code)}`)
        .join('\n\n')
    case 'callout': {
      const title = `**${capitalized(block.tone)}**`
      return [title, ...block.inside.map(print)].join('\n\n').replace(/^/gm, '> ')
    }
    case 'contents':
      return ''
    case 'links':
      return block.items
        .map(
          ({ link, about }) => `- ${print(link)}${about === undefined ? '' : `: ${print(about)}`}`,
        )
        .join('\n')
    default:
      return block satisfies never
  }
}

const fences: Readonly<Record<Language, string>> = {
  json: 'json',
  shell: 'sh',
  typescript: 'ts',
  types: 'typescript',
  python: 'python',
  go: 'go',
}

function typeMarkdown(part: TypePart, from: string, extension: string): string {
  if (typeof part === 'string') return markdownText(visible(part))
  return `[${markdownLabel(visible(part.name))}](${relativeAddress(from, part.to, extension)})`
}
