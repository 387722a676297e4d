import { isRecord } from '@rpcloom/rpc'
import { button, element } from '../dom.ts'
import type { Field } from '../schema/field.ts'
import { initialValue } from '../schema/initial.ts'
import type { Editor, Making, Slot } from './editor.ts'
import { group } from './group.ts'
import { plainControl } from './plain-control.ts'

type ObjectField = Field & { readonly kind: 'object' }

const mostOptional = 6

export function objectEditor(slot: Slot, field: ObjectField, making: Making): Editor {
  const value: Readonly<Record<string, unknown>> = isRecord(slot.value) ? slot.value : {}
  const { declared, further } = field.members
  const valueOf = (name: string): unknown => (Object.hasOwn(value, name) ? value[name] : undefined)
  const declaredEditors = new Map(
    declared.map(({ name, schema, required }) => [
      name,
      making.create(
        { schema, name, required, value: valueOf(name), depth: slot.depth + 1 },
        making.context,
      ),
    ]),
  )
  const names = Object.keys(value).filter((name) => !declaredEditors.has(name))
  const others = furtherMembers(slot, { further, given: names, value }, making)
  const isUnused = ({ name, required }: (typeof declared)[number]): boolean =>
    !required && valueOf(name) === undefined
  const elementOf = (name: string): HTMLElement[] => {
    const editor = declaredEditors.get(name)
    return editor === undefined ? [] : [editor.element]
  }
  const unused = declared.filter(isUnused)
  const folds = unused.length > mostOptional
  const shown = declared.filter((member) => !folds || !isUnused(member))
  const rows = shown.flatMap(({ name }) => elementOf(name))
  if (folds) {
    const summary = element('summary', {}, `${unused.length} more optional`)
    const inner = unused.flatMap(({ name }) => elementOf(name))
    rows.push(element('details', { class: 'try-more' }, summary, ...inner))
  }
  const { element: frame, showErrors } = group(slot, field, ...rows, ...others.elements)
  return {
    element: frame,
    read: () =>
      Object.fromEntries(
        [
          ...[...declaredEditors].map(([name, editor]) => [name, editor.read()] as const),
          ...others.read(),
        ].filter(([, member]) => member !== undefined),
      ),
    inner: (part) => unfolded(declaredEditors.get(part)) ?? others.inner(part),
    showErrors,
    focus: () => (declaredEditors.values().next().value ?? others).focus(),
  }
}

/** Expands a collapsed section that contains an error. */
function unfolded(editor: Editor | undefined): Editor | undefined {
  const details = editor?.element.closest('details')
  if (details) details.open = true
  return editor
}

interface Further {
  readonly further: unknown
  readonly given: readonly string[]
  readonly value: Readonly<Record<string, unknown>>
}

interface Entry {
  readonly name: HTMLInputElement
  readonly editor: Editor
  readonly element: HTMLElement
}

interface FurtherMembers {
  readonly elements: readonly HTMLElement[]
  readonly read: () => readonly (readonly [name: string, value: unknown])[]
  readonly inner: (part: string) => Editor | undefined
  readonly focus: () => void
}

function furtherMembers(
  slot: Slot,
  { further, given, value }: Further,
  making: Making,
): FurtherMembers {
  const { context, create } = making
  const entries: Entry[] = []
  const list = element('div', { class: 'try-entries' })
  const add = button('Add a member', () => put('', initialValue(further, context.resolve), true), {
    class: 'try-small',
    'aria-label': `Add a member to ${slot.name}`,
  })

  function put(name: string, member: unknown, isNew: boolean): void {
    const input = plainControl({ value: name, label: 'Name of the member', placeholder: 'name' })
    const label = name === '' ? 'Value of the member' : `Value of ${name}`
    const editor = create(
      {
        schema: further ?? true,
        name: label,
        required: true,
        value: member,
        depth: slot.depth + 1,
        isBare: true,
      },
      context,
    )
    const drop = button('Remove', () => remove(entry), {
      class: 'try-small try-drop',
      'aria-label': `Remove ${name === '' ? 'the member' : name}`,
    })
    const row = element('div', { class: 'try-entry' }, input, editor.element, drop)
    const entry: Entry = { name: input, editor, element: row }
    input.addEventListener('input', context.changed)
    entries.push(entry)
    list.append(row)
    if (!isNew) return
    context.changed()
    input.focus()
  }
  function remove(entry: Entry): void {
    entries.splice(entries.indexOf(entry), 1)
    entry.element.remove()
    context.changed()
    add.focus()
  }
  for (const name of given) put(name, value[name], false)
  return {
    elements: [list, ...(further === undefined ? [] : [add])],
    read: () => entries.map(({ name, editor }) => [name.value, editor.read()] as const),
    inner: (part) => entries.find(({ name }) => name.value === part)?.editor,
    focus: () => add.focus(),
  }
}
