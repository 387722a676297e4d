import { button, element } from '../dom.ts'
import type { Field } from '../schema/field.ts'
import { initialValue } from '../schema/initial.ts'
import { labelOf } from '../schema/options.ts'
import type { Editor, Making, Slot } from './editor.ts'
import { group } from './group.ts'

interface Item {
  readonly editor: Editor
  readonly element: HTMLElement
  readonly drop: HTMLButtonElement
}

export function arrayEditor(
  slot: Slot,
  field: Field & { readonly kind: 'array' },
  { context, create }: Making,
): Editor {
  const { first, rest, most } = field.items
  const list = element('div', { class: 'try-items' })
  const items: Item[] = []
  const what = labelOf(rest ?? first.at(-1) ?? true, context.resolve)
  const word = /^[\w -]{1,24}$/.test(what) ? what : 'item'
  const label = `Add ${/^[aeiou]/i.test(word) ? 'an' : 'a'} ${word}`
  const add = button(
    label,
    () => put(initialValue(schemaAt(items.length), context.resolve), true),
    { class: 'try-small', 'aria-label': `${label} to ${slot.name}` },
  )

  function schemaAt(index: number): unknown {
    return first[index] ?? rest ?? true
  }
  function put(value: unknown, isNew: boolean): void {
    const index = items.length
    const name = `${index + 1}`
    const editor = create(
      {
        schema: schemaAt(index),
        name: `${slot.name} ${name}`,
        required: true,
        value,
        depth: slot.depth + 1,
        isBare: true,
      },
      context,
    )
    const drop = button('Remove', () => remove(item), {
      class: 'try-small try-drop',
      'aria-label': `Remove ${slot.name} ${name}`,
    })
    const row = element('div', { class: 'try-item' }, editor.element, drop)
    const item: Item = { editor, element: row, drop }
    items.push(item)
    list.append(row)
    showAdd()
    if (!isNew) return
    context.changed()
    editor.focus()
  }
  function remove(item: Item): void {
    items.splice(items.indexOf(item), 1)
    item.element.remove()
    for (const [index, { drop }] of items.entries()) {
      drop.setAttribute('aria-label', `Remove ${slot.name} ${index + 1}`)
    }
    showAdd()
    context.changed()
    add.focus()
  }
  function showAdd(): void {
    const isClosed = rest === undefined && items.length >= first.length
    add.hidden = items.length >= most || isClosed
  }

  const values: readonly unknown[] = Array.isArray(slot.value) ? slot.value : []
  for (const value of values) put(value, false)
  showAdd()
  const { element: frame, showErrors } = group(slot, field, list, add)
  return {
    element: frame,
    // Items in the middle of an array cannot be omitted, so null takes the place of an empty item.
    read: () => items.map(({ editor }) => editor.read() ?? null),
    inner: (part) => items[Number(part)]?.editor,
    showErrors,
    focus: () => (items[0]?.editor ?? add).focus(),
  }
}
