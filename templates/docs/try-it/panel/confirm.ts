import { button, element, newId } from '../dom.ts'

interface Question {
  readonly title: string
  readonly lines: readonly (Node | string)[]
  readonly agree: string
}

export function confirmed({ title, lines, agree }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    const opener = document.activeElement
    const heading = element('h2', { id: newId() }, title)
    const close = (agreed: boolean) => () => dialog.close(agreed ? 'yes' : '')
    const cancel = button('Cancel', close(false), { class: 'try-button', autofocus: true })
    const go = button(agree, close(true), { class: 'try-button danger' })
    const dialog = element(
      'dialog',
      { class: 'try-confirm', 'aria-labelledby': heading.id },
      heading,
      ...lines.map((line) => element('p', {}, line)),
      element('div', { class: 'try-actions' }, go, cancel),
    )
    dialog.addEventListener('close', () => {
      dialog.remove()
      if (opener instanceof HTMLElement) opener.focus()
      resolve(dialog.returnValue === 'yes')
    })
    document.body.append(dialog)
    dialog.showModal()
    cancel.focus()
  })
}
