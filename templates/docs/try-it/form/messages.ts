import type { SchemaIssue } from '@rpcloom/schema'
import type { Editor } from './editor.ts'

/** Shows each issue at its field, or at the nearest enclosing field in the form. */
export function showIssues(root: Editor, shown: Set<Editor>, issues: readonly SchemaIssue[]): void {
  const texts = new Map<Editor, string[]>()
  for (const { pointer, message } of issues) {
    const { editor, rest } = placeOf(root, pointer)
    const text = rest === '' ? capital(message) : `${rest} ${message}`
    texts.set(editor, [...(texts.get(editor) ?? []), text])
  }
  for (const editor of shown) if (!texts.has(editor)) editor.showErrors([])
  shown.clear()
  for (const [editor, messages] of texts) {
    editor.showErrors([...new Set(messages)])
    shown.add(editor)
  }
}

/**
 * Finds the field for a pointer. If there is no such field, returns the nearest enclosing field and
 * the rest of the pointer.
 */
export function placeOf(
  root: Editor,
  pointer: string,
): { readonly editor: Editor; readonly rest: string } {
  let editor = root
  const parts = pointer.split('/').slice(1)
  for (const [index, part] of parts.entries()) {
    const next = editor.inner(part.replaceAll('~1', '/').replaceAll('~0', '~'))
    if (next === undefined) return { editor, rest: parts.slice(index).join('/') }
    editor = next
  }
  return { editor, rest: '' }
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
