import { isRecord } from '@rpcloom/rpc'
import { checkSchema, type SchemaIssue } from '@rpcloom/schema'
import { recordOf } from '@rpcloom/schema/internal'
import {
  formSchema,
  paramsSchema,
  readParams,
  requestParams,
  type Method,
  type Params,
} from '../call/method.ts'
import { element, newId } from '../dom.ts'
import { createEditor } from '../form/create.ts'
import type { Editor } from '../form/editor.ts'
import { focusInvalidJson } from '../form/raw.ts'
import { placeOf, showIssues } from '../form/messages.ts'
import { readTypedJson } from '../json/typed-json.ts'
import { writeJson } from '../json/write-json.ts'
import { masked, unmasked } from '../schema/secrets.ts'
import { type ReadCurl, readCurl } from '../call/read-curl.ts'
import { fillChoice } from './fill.ts'
import { linkedParams } from './link.ts'
import { sentCalls } from './session.ts'

/** The params of a call as a form and as JSON, kept in sync. */
export interface ParamsPane {
  readonly element: HTMLElement
  readonly read: () => Params
  /** Returns the params with masked secrets, unless secrets are visible. */
  readonly readMasked: () => Params
  /**
   * Shows errors and focuses the first error. Returns the kind of error, or undefined if there are
   * no errors.
   */
  readonly showFaults: () => 'json' | 'schema' | undefined
  readonly showsSecrets: () => boolean
  /** Keeps the params of a call that was sent, without secrets. */
  readonly keepSent: () => void
  readonly focus: () => void
  readonly readLink: () => void
}

function nothingToFill(): HTMLElement {
  return element('p', { class: 'try-hint' }, 'This method has no params.')
}

/** What the pane reports to the panel. */
interface Changes {
  readonly changed: () => void
  /** Receives the address and headers of a curl command. */
  readonly pasted: (call: ReadCurl & { readonly kind: 'call' }) => void
}

export function paramsPane(method: Method, { changed, pasted }: Changes): ParamsPane {
  const { resolve } = method
  const schema = paramsSchema(method)
  const fields = formSchema(method)
  const source = jsonField()
  const form = element('div', { class: 'try-form' })
  const marked = new Set<Editor>()
  let root: Editor
  let params: Params = {}
  let showsSecrets = false
  let hasTried = false

  const fill = fillChoice(method, replace)
  const secrets = secretsToggle((shown) => {
    showsSecrets = shown
    put(params)
  })
  const hidden = (): unknown => (showsSecrets ? params : masked(params, schema, resolve))

  function replace(value: Params): void {
    hasTried = false
    put(value)
  }
  function buildForm(): void {
    root = createEditor(
      { schema: fields, name: 'Params', required: true, value: params, depth: 0, isBare: true },
      { resolve, changed: formChanged, showsSecrets },
    )
    marked.clear()
    form.replaceChildren(method.params.length === 0 ? nothingToFill() : root.element)
    if (hasTried) showIssues(root, marked, issues())
  }
  function showJson(): void {
    const shown = hidden()
    source.show(
      writeJson(
        requestParams(method, isRecord(shown) ? shown : {}) ?? (method.data.positional ? [] : {}),
      ),
    )
  }
  function formChanged(): void {
    const value = root.read()
    params = isRecord(value) ? value : {}
    showJson()
    showParams()
  }
  function put(value: Params): void {
    params = recordOf(unmasked(value, params))
    buildForm()
    showJson()
    showParams()
  }
  function showParams(): void {
    const hasSecret = method.data.carriesPassword || masked(params, schema, resolve) !== params
    secrets.hidden = !hasSecret
    if (hasTried) showIssues(root, marked, issues())
    changed()
  }
  function issues(): readonly SchemaIssue[] {
    return checkSchema(schema, params, { resolve, maxIssues: 50 })
  }
  source.onEdit((text) => {
    const read = /^\s*curl\s/.test(text) ? readCommand(text) : readSource(method, text)
    if (read.kind === 'faulty') return source.showErrors(read.message, read.offset)
    source.showErrors('')
    params = recordOf(unmasked(read.value, params))
    buildForm()
    showParams()
  })
  function readCommand(text: string): ReadSource {
    const call = readCurl(text)
    if (call.kind === 'faulty') return call
    const { name } = method.data
    if (call.method !== name)
      return { kind: 'faulty', message: `The command calls ${call.method}, not ${name}` }
    const value = readParams(method, call.params ?? (method.data.positional ? [] : {}))
    if (typeof value === 'string') return { kind: 'faulty', message: `The params ${value}` }
    pasted(call)
    return { kind: 'value', value }
  }
  put(linkedParams(method) ?? fill.first)
  const head = element('div', { class: 'try-params-head' }, fill.element, secrets)
  return {
    element: element('div', { class: 'try-params' }, head, form, source.element),
    read: () => params,
    readMasked: () => {
      const shown = hidden()
      return isRecord(shown) ? shown : {}
    },
    showFaults() {
      hasTried = true
      const found = issues()
      showIssues(root, marked, found)
      if (source.isFaulty()) {
        source.focus()
        return 'json'
      }
      if (focusInvalidJson(form)) return 'json'
      const [first] = found
      if (first === undefined) return undefined
      placeOf(root, first.pointer).editor.focus()
      return 'schema'
    },
    showsSecrets: () => showsSecrets,
    keepSent() {
      const shown = masked(params, schema, resolve)
      if (isRecord(shown)) fill.showSent(sentCalls.add(method.data.name, shown))
    },
    focus: () => root.focus(),
    readLink() {
      const linked = linkedParams(method)
      if (linked !== undefined) replace(linked)
    },
  }
}

type ReadSource =
  | { readonly kind: 'value'; readonly value: Params }
  | { readonly kind: 'faulty'; readonly message: string; readonly offset?: number }

/** Parses params that were edited as JSON. */
function readSource(method: Method, text: string): ReadSource {
  const read = readTypedJson(text.trim() === '' ? '{}' : text)
  if (read.kind === 'faulty') return read
  const value = readParams(method, read.value)
  return typeof value === 'string'
    ? { kind: 'faulty', message: `The params ${value}` }
    : { kind: 'value', value }
}

function secretsToggle(changed: (shown: boolean) => void): HTMLElement {
  const box = element('input', { type: 'checkbox', id: newId() })
  box.addEventListener('change', () => changed(box.checked))
  return element('label', { class: 'try-check', for: box.id }, box, ' Show secrets')
}

interface JsonField {
  readonly element: HTMLElement
  readonly show: (text: string) => void
  readonly onEdit: (edited: (text: string) => void) => void
  /**
   * Shows an error. `focus` then puts the cursor at the offset of the error. An empty message
   * removes the error.
   */
  readonly showErrors: (message: string, at?: number) => void
  readonly isFaulty: () => boolean
  readonly focus: () => void
}

/** The params as JSON, with the position of a syntax error. */
function jsonField(): JsonField {
  const note = element('p', { class: 'try-fault', id: newId(), hidden: true, role: 'status' })
  const area = element('textarea', {
    id: newId(),
    class: 'try-code',
    spellcheck: 'false',
    autocapitalize: 'off',
    autocomplete: 'off',
    wrap: 'off',
    'aria-describedby': note.id,
  })
  let at: number | undefined
  const fit = (): void => {
    area.rows = Math.min(Math.max(area.value.split('\n').length, 3), 28)
  }
  const showErrors = (message: string, offset?: number): void => {
    at = offset
    note.textContent = message
    note.hidden = message === ''
    if (message === '') area.removeAttribute('aria-invalid')
    else area.setAttribute('aria-invalid', 'true')
  }
  return {
    element: element(
      'div',
      { class: 'try-json' },
      element('label', { for: area.id }, 'Params as JSON'),
      area,
      element('p', { class: 'try-hint' }, 'Or paste a curl command.'),
      note,
    ),
    show(text) {
      area.value = text
      showErrors('')
      fit()
    },
    onEdit(edited) {
      area.addEventListener('input', () => {
        fit()
        edited(area.value)
      })
    },
    showErrors,
    isFaulty: () => !note.hidden,
    focus() {
      area.focus()
      if (at !== undefined) area.setSelectionRange(at, at)
    },
  }
}
