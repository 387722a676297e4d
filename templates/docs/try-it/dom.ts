type Attributes = Readonly<Record<string, string | boolean | undefined>>

/**
 * Creates an element. An attribute with the value `true` is set without a value. An attribute with the value
 * `false` or undefined is omitted.
 */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue
    made.setAttribute(name, value === true ? '' : value)
  }
  made.append(...children)
  return made
}

export function button(
  text: string | Node,
  act: () => void,
  attributes: Attributes = {},
): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, text)
  made.addEventListener('click', act)
  return made
}

/** Icons are drawn by the script, because pages of other sites do not have those of the docs. */
const icons = {
  close: 'm3.5 3.5 9 9m0-9-9 9',
  check: 'm3 8.5 3.5 3.5L13 4.500',
  warn: 'M8 2 1.5 13.5h13zM8 6.5V10m0 1.500v.5',
} as const

export function icon(name: keyof typeof icons): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('class', 'icon')
  svg.setAttribute('aria-hidden', 'true')
  svg.setAttribute('viewBox', '0 0 16 16')
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  path.setAttribute('d', icons[name])
  svg.append(path)
  return svg
}

let ids = 0

export function newId(): string {
  ids++
  return `try-it-${ids}`
}

/** Creates a select element; its values are indices. */
export function choice(
  options: readonly string[],
  selected: number,
  attributes: Attributes = {},
): HTMLSelectElement {
  const select = element('select', attributes)
  for (const [index, text] of options.entries()) {
    select.append(element('option', { value: String(index), selected: index === selected }, text))
  }
  return select
}
