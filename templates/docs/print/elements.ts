/** An element of a printed page. */
export interface Element {
  readonly name: string
  /** The attributes as they are in the start tag. */
  readonly attributes: string
  readonly children: readonly Node[]
}

export type Node = string | Element

const tags = /<!--[^]*?-->|<(\/?)([a-z][\w-]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>/gi

const voids: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'input', 'wbr'])

interface Open {
  readonly name: string
  readonly children: Node[]
}

/** Reads HTML that our templates print. An end tag without a start tag is ignored. */
export function readElements(html: string): readonly Node[] {
  const top: Open = { name: '', children: [] }
  const open: Open[] = [top]
  let end = 0
  for (const match of html.matchAll(tags)) {
    const [tag, close, written, attributes = ''] = match
    const { children } = open.at(-1) ?? top
    if (match.index > end) children.push(decoded(html.slice(end, match.index)))
    end = match.index + tag.length
    if (written === undefined) continue
    const name = written.toLowerCase()
    if (close !== '') {
      const at = open.findLastIndex((element) => element.name === name)
      if (at > 0) open.length = at
      continue
    }
    const element = { name, attributes, children: [] }
    children.push(element)
    if (!voids.has(name) && !attributes.endsWith('/')) open.push(element)
  }
  top.children.push(decoded(html.slice(end)))
  return top.children
}

export function attributeOf({ attributes }: Element, name: string): string | undefined {
  const value = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1]
  return value === undefined ? undefined : decoded(value)
}

/** Returns the text of a node without markup. */
export function textOf(node: Node): string {
  return typeof node === 'string' ? node : node.children.map(textOf).join('')
}

const characters: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['nbsp', '\u00a0'],
])

function decoded(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi,
    (entity, hex?: string, decimal?: string, name = '') => {
      const code = hex === undefined ? Number(decimal) : parseInt(hex, 16)
      if (!Number.isNaN(code)) return code > 0x10ffff ? entity : String.fromCodePoint(code)
      return characters.get(name) ?? entity
    },
  )
}
