import { codeSpan, markdownLabel, markdownText } from 'rpcloom/codegen'
import { attributeOf, type Element, type Node, readElements, textOf } from './elements.ts'

/**
 * A part of a Markdown page. Texts of a list item or table cell are printed on one line; a list follows its text
 * without a blank line.
 */
interface Block {
  readonly kind: 'text' | 'paragraph' | 'list' | 'other'
  readonly text: string
}

/** Elements that only browsers can use. Elements with a hyphen in their name are omitted as well. */
const omitted: ReadonlySet<string> = new Set([
  'button',
  'input',
  'label',
  'noscript',
  'script',
  'style',
  'svg',
])

const containers: ReadonlySet<string> = new Set(
  `article aside blockquote dd details div dl dt footer h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section
   summary table ul`.split(/\s+/),
)

/** Prints the elements of a page as Markdown. Links to pages get the extension. */
export function markdownOf(html: string, extension: 'md' | 'mdx'): string {
  return joined(blocksOf(readElements(html), { extension, isItem: false }))
}

/** Prints the elements of one line, such as a link. */
export function markdownLine(html: string, extension: 'md' | 'mdx'): string {
  return lineOf(readElements(html), { extension, isItem: false })
}

interface Place {
  readonly extension: 'md' | 'mdx'
  /** Whether the blocks are in a list item or a table cell. */
  readonly isItem: boolean
}

function isContainer(node: Node): node is Element {
  return typeof node !== 'string' && containers.has(node.name)
}

function isOmitted({ name, attributes }: Element): boolean {
  const names = attributes.replace(/"[^"]*"/g, '')
  return (
    omitted.has(name) ||
    name.includes('-') ||
    /\shidden(?![\w-])/.test(names) ||
    attributes.includes('class="toc"')
  )
}

function blocksOf(nodes: readonly Node[], place: Place): readonly Block[] {
  const blocks: Block[] = []
  let run: Node[] = []
  const endRun = (): void => {
    const text = lineOf(run, place)
    if (text !== '') blocks.push({ kind: 'text', text })
    run = []
  }
  for (const node of nodes) {
    if (!isContainer(node)) run.push(node)
    else if (!isOmitted(node)) {
      endRun()
      blocks.push(...elementBlocks(node, place))
    }
  }
  endRun()
  return blocks
}

function elementBlocks(element: Element, place: Place): readonly Block[] {
  const { name, children } = element
  switch (name) {
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return headingBlocks(Number(name[1]), children, place)
    case 'p':
      if (/class="subhead"/.test(element.attributes)) return headingBlocks(4, children, place)
      return blocksOf(children, place).map((block) =>
        block.kind === 'text' ? { ...block, kind: 'paragraph' } : block,
      )
    case 'ul':
      if (/class="badges\b/.test(element.attributes)) return badgeBlocks(children, place)
      return listOf(itemsOf(children, place, 'li'), () => '- ')
    case 'ol': {
      const start = Number(attributeOf(element, 'start') ?? 1)
      return listOf(itemsOf(children, place, 'li'), (at) => `${start + at}. `)
    }
    case 'dl':
      return listOf(definitionsOf(children, place), () => '- ')
    case 'table':
      return tableBlocks(element, place)
    case 'pre':
      return [{ kind: 'other', text: fenced(element) }]
    case 'details':
      return detailsBlocks(children, place)
    case 'aside':
    case 'blockquote':
      return quoteBlocks(children, place)
    case 'hr':
      return [{ kind: 'other', text: '---' }]
    default:
      return /class="box\b/.test(element.attributes)
        ? quoteBlocks(children, place)
        : blocksOf(children, place)
  }
}

function headingBlocks(level: number, nodes: readonly Node[], place: Place): readonly Block[] {
  const text = lineOf(nodes, place).replaceAll('\\\n', ' ')
  return text === '' ? [] : [{ kind: 'other', text: `${'#'.repeat(level)} ${text}` }]
}

function quoteBlocks(nodes: readonly Node[], { extension }: Place): readonly Block[] {
  const text = joined(blocksOf(nodes, { extension, isItem: false }))
  const lines = text.split('\n').map((line) => (line === '' ? '>' : `> ${line}`))
  return [{ kind: 'other', text: lines.join('\n') }]
}

/** Details without content say nothing. In lists, details are an item, whose list is their content. */
function detailsBlocks(nodes: readonly Node[], place: Place): readonly Block[] {
  const isSummary = (node: Node): node is Element => isContainer(node) && node.name === 'summary'
  const heads = blocksOf(nodes.find(isSummary)?.children ?? [], place)
  const content = blocksOf(
    nodes.filter((node) => !isSummary(node)),
    place,
  )
  if (content.length === 0) return []
  if (!place.isItem) return [...heads, ...content]
  const all = [...heads, ...content]
  if (all.every(({ kind }) => kind === 'text'))
    return [{ kind: 'text', text: all.map(({ text }) => text).join(' ') }]
  return listOf([all], () => '- ')
}

/** Prints labels on one line. */
function badgeBlocks(nodes: readonly Node[], place: Place): readonly Block[] {
  const labels = nodes.flatMap((node) =>
    isContainer(node) ? [`**${lineOf(node.children, place)}**`] : [],
  )
  return labels.length === 0 ? [] : [{ kind: 'text', text: labels.join(' ') }]
}

type Item = readonly Block[]

function itemsOf(nodes: readonly Node[], place: Place, name: string): readonly Item[] {
  return nodes.flatMap((node) =>
    isContainer(node) && node.name === name && !isOmitted(node)
      ? [blocksOf(node.children, { ...place, isItem: true })]
      : [],
  )
}

/** Returns an item for each term, followed by its definitions. */
function definitionsOf(nodes: readonly Node[], place: Place): readonly Item[] {
  const items: Block[][] = []
  for (const node of nodes.filter(isContainer)) {
    const blocks = blocksOf(node.children, { ...place, isItem: true })
    if (node.name === 'dt') items.push([...blocks])
    else if (node.name === 'dd') items.at(-1)?.push(...blocks)
    else items.push(...definitionsOf(node.children, place).map((item) => [...item]))
  }
  return items
}

function listOf(items: readonly Item[], marker: (at: number) => string): readonly Block[] {
  const filled = items.filter((item) => item.length > 0)
  if (filled.length === 0) return []
  const isTight = filled.every((item) =>
    item.every(({ kind }, at) => kind === 'text' || (kind === 'list' && at > 0)),
  )
  const texts = filled.map((item, at) => {
    const mark = marker(at)
    return mark + joinedItem(onOneLine(item)).replace(/\n(?!\n)/g, `\n${' '.repeat(mark.length)}`)
  })
  return [{ kind: isTight ? 'list' : 'other', text: texts.join(isTight ? '\n' : '\n\n') }]
}

/** Joins adjacent texts of an item: a name and what it is are separated by a colon. */
function onOneLine(item: Item): Item {
  const blocks: Block[] = []
  for (const block of item) {
    const last = blocks.at(-1)
    if (last?.kind !== 'text' || block.kind !== 'text') {
      blocks.push(block)
      continue
    }
    const mark = blocks.length === 1 && last === item[0] && !/[.:?!]$/.test(last.text) ? ': ' : ' '
    blocks[blocks.length - 1] = { kind: 'text', text: `${last.text}${mark}${block.text}` }
  }
  return blocks
}

function joined(blocks: readonly Block[]): string {
  return blocks.map(({ text }) => text).join('\n\n')
}

/** Joins the blocks of an item. A list follows a text or another list without a blank line. */
function joinedItem(item: Item): string {
  return item.reduce((text, block, at) => {
    const isTight = block.kind === 'list' && /^(text|list)$/.test(item[at - 1]?.kind ?? '')
    return `${text}${at === 0 ? '' : isTight ? '\n' : '\n\n'}${block.text}`
  }, '')
}

function tableBlocks(table: Element, place: Place): readonly Block[] {
  const [head = [], ...rows] = rowsOf(table).map((row) =>
    row.map(({ children }) => onOneLine(blocksOf(children, { ...place, isItem: true }))),
  )
  const isPlain = rows.every((row) =>
    row.every((cell) => cell.every(({ kind }) => kind === 'text' || kind === 'paragraph')),
  )
  if (!isPlain) return listOf(rows.map(rowItem), (at) => `${at + 1}. `)
  const line = (cells: readonly Item[]): string =>
    `| ${cells.map((cell) => cellText(joined(cell))).join(' | ')} |`
  const rule = `|${' --- |'.repeat(head.length)}`
  return [{ kind: 'other', text: [line(head), rule, ...rows.map(line)].join('\n') }]
}

function cellText(text: string): string {
  const line = text.replace(/\\?\n+ ?/g, ' ').replace(/ {2,}/g, ' ')
  return line.replace(/`[^`]*`/g, (span) => span.replaceAll('|', '\\|'))
}

function rowsOf(element: Element): readonly (readonly Element[])[] {
  const inside = element.children.filter((node) => typeof node !== 'string')
  if (element.name === 'tr') return [inside]
  return inside.flatMap(rowsOf)
}

/** Returns a row whose cells have lists as an item. The number of the row is the marker of the item. */
function rowItem(row: readonly Item[], at: number): Item {
  const cells = row[0]?.[0]?.text === String(at + 1) ? row.slice(1) : row
  const names = cells.slice(0, -1).flat()
  if (names.length === 0 || names.some(({ kind }) => kind !== 'text')) return cells.flat()
  const text = names.map((name) => name.text).join(', ')
  return [{ kind: 'text', text }, ...(cells.at(-1) ?? [])]
}

const languages: ReadonlyMap<string, string> = new Map([
  ['shell', 'sh'],
  ['typescript', 'ts'],
  ['types', 'typescript'],
])

/** Prints a code block. Its fence is longer than any fence inside. */
function fenced(pre: Element): string {
  const [, given = ''] = (attributeOf(pre, 'class') ?? '').split(' ')
  const name = given.replace(/^language-/, '')
  const code = textOf(pre)
  const longest = Math.max(2, ...(code.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${languages.get(name) ?? name}\n${code}\n${fence}`
}

const marks: ReadonlyMap<string, string> = new Map([
  ['strong', '**'],
  ['b', '**'],
  ['dfn', '**'],
  ['em', '*'],
  ['i', '*'],
  ['s', '~~'],
])

/** Prints the text of a block. A number at the start of a line does not start a list. */
function lineOf(nodes: readonly Node[], place: Place): string {
  const line = trimmed(inlineOf(nodes, place, markdownText).replace(/ {2,}/g, ' '))
  return line.replace(/^( ?\d+)(?=[.)](?:\s|$))/gm, '$1\\')
}

/** Removes space and line breaks around text. */
function trimmed(text: string): string {
  return text.replace(/^(?:\\\n|\s)+/, '').replace(/(?<!\s)(?:\\\n|\s)+$/, '')
}

type Escape = (text: string) => string

function inlineOf(nodes: readonly Node[], place: Place, escape: Escape): string {
  let line = ''
  let last = ''
  for (const node of nodes) {
    const text = typeof node === 'string' ? escape(node) : elementText(node, place, escape)
    if (text === '') continue
    // An exclamation mark before a link would make it an image.
    if (text.startsWith('[') && last.endsWith('!')) line = `${line.slice(0, -1)}&#33;`
    // Code spans are separated, and some renderers include a code span in the web address before it.
    if (!text.startsWith('`')) last = text
    else if (endsWithAddress(line)) last = escape(textOf(node))
    else last = last.endsWith('`') ? ` ${text}` : text
    line += last
  }
  return line
}

function elementText(element: Element, place: Place, escape: Escape): string {
  const { name, children } = element
  const inside = (): string => inlineOf(children, place, escape)
  if (isOmitted(element)) return ''
  switch (name) {
    case 'code':
      // A code span cannot contain links.
      return children.some((node) => typeof node !== 'string' && node.name === 'a')
        ? inside()
        : spanOf(textOf(element))
    case 'a':
      return linkText(element, place)
    case 'br':
      return '\\\n'
    case 'small': {
      const text = trimmed(inside())
      return text === '' ? '' : ` (${text}) `
    }
    case 'sup':
      return `^${inside()}`
    case 'sub':
      return `\\_${inside()}`
    default:
      return marked(inside(), marks.get(name) ?? '')
  }
}

/** Returns a code span. Only in tables, its vertical bars are escaped. */
function spanOf(code: string): string {
  if (code === '' || code.includes('`')) return markdownText(code)
  return codeSpan(code).text.replace(/\\\|/g, '|')
}

/** Encloses text in marks, without the space around it. */
function marked(text: string, mark: string): string {
  const inside = trimmed(text)
  return inside === '' || mark === '' ? text : text.replace(inside, () => `${mark}${inside}${mark}`)
}

function linkText(link: Element, place: Place): string {
  const label = trimmed(inlineOf(link.children, place, markdownLabel))
  const href = attributeOf(link, 'href') ?? ''
  if (label === '' || href.startsWith('#')) return label
  const isOwn = !/^[a-z][\w+.-]*:/i.test(href)
  const address = isOwn ? href.replace(/\.html(?=#|$)/, `.${place.extension}`) : href
  return `[${label}](${escapedAddress(address)})`
}

function escapedAddress(address: string): string {
  return address
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .replace(/[\s()<>\\|`]/g, (mark) =>
      [...Buffer.from(mark)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
    )
}

/** Whether a text ends with a web address. */
function endsWithAddress(text: string): boolean {
  const start = Math.max(text.lastIndexOf(' '), text.lastIndexOf('\n')) + 1
  return /\/\/|www\./i.test(text.slice(start))
}
