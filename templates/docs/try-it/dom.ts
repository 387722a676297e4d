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

export function icon(name: string): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('class', 'icon')
  svg.setAttribute('aria-hidden', 'true')
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use')
  use.setAttribute('href', `#i-${name}`)
  svg.append(use)
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
