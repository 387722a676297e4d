import { pointerResolver } from '@rpcloom/rpc/schema'
import { methodOf } from './call/method.ts'
import type { GroupData } from './group-data.ts'
import { element } from './dom.ts'
import { makePanel, type Panel } from './panel/panel.ts'

declare global {
  interface Window {
    /** What the scripts of the groups hand over: path and JSON text of each. */
    docsTryItData?: (readonly [path: string, json: string])[]
    docsTryIt?: { readonly open: (section: HTMLElement) => void }
  }
}

const panels = new WeakMap<HTMLElement, Panel>()

/** Opens Try it in the section of a method, whose attributes say which method that is. */
function open(section: HTMLElement): void {
  const made = panels.get(section)
  if (made !== undefined) return made.focus()
  const { tryData: path, tryMethod: slug } = section.dataset
  const json = window.docsTryItData?.find(([key]) => key === path)?.[1]
  if (json === undefined || slug === undefined) throw new Error('There is no data for this method')
  // Written by the docs target from the same type.
  const group = JSON.parse(json) as GroupData
  const data = group.methods.find((method) => method.slug === slug)
  if (data === undefined) throw new Error(`There is no method ${slug}`)
  const panel = makePanel(methodOf(group, data, pointerResolver(group.document)))
  panels.set(section, panel)
  section.append(element('div', { class: 'try-frame' }, panel.element))
  panel.focus()
}

window.docsTryIt = { open }
