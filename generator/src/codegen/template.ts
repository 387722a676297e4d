import Handlebars from 'handlebars'
import { isTemplateError, TemplateError } from './template-fault.ts'
import { visibleText } from './quote.ts'

/** Output format of a template, which determines how values are escaped. */
export type TemplateOutput = 'html' | 'markdown' | 'text'

/** Value for a template: plain data, or markup that is not escaped. */
export type View =
  string | number | boolean | null | undefined | Markup | readonly View[] | ViewObject

/** Values of a template by name. */
export interface ViewObject {
  readonly [name: string]: View
}

/** Finished markup, which is not escaped again. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  /** Handlebars calls this method instead of escaping the value. */
  toHTML(): string {
    return this.text
  }
  toString(): string {
    return this.text
  }
}

/** Options of a template. */
export interface TemplateOptions {
  readonly output: TemplateOutput
  /** Included templates by name. */
  readonly partials?: Readonly<Record<string, string>>
}

const helpers = ['each', 'if', 'unless', 'with'] as const
/** Names of handlebars helpers. Templates cannot read a field with such a name. */
const helperNames: ReadonlySet<string> = new Set([
  ...helpers,
  'lookup',
  'log',
  'helperMissing',
  'blockHelperMissing',
])

type Render = (view: ViewObject) => string

/** Compiled templates by text, for each output. */
type Compiled = Readonly<Record<TemplateOutput, Map<string, Render>>>

/** Compiled templates for each set of partials. */
const compiled = new Map<string, Compiled>()
/**
 * Compiled templates by the identity of their partials, because a target renders thousands of pages with the
 * same partials object.
 */
const byPartials = new WeakMap<object, Compiled>()
const noPartials = {}

/**
 * Renders a handlebars template. An undefined name is an error. Of the helpers only `each`, `if`, `unless` and
 * `with` are allowed, because logic belongs in the code that prepares the data.
 */
export function renderTemplate(
  template: string,
  view: ViewObject,
  options: TemplateOptions,
): string {
  const partials = options.partials ?? noPartials
  const known = byPartials.get(partials) ?? compiledWith(JSON.stringify(partials))
  byPartials.set(partials, known)
  const ofOutput = known[options.output]
  const render = ofOutput.get(template) ?? compile(template, options)
  ofOutput.set(template, render)
  checkNames(view)
  try {
    return render(view)
  } catch (error) {
    throw isTemplateError(error) ? error : new TemplateError(error)
  }
}

function compiledWith(partials: string): Compiled {
  const known = compiled.get(partials) ?? { html: new Map(), markdown: new Map(), text: new Map() }
  compiled.set(partials, known)
  return known
}

function compile(template: string, { output, partials = {} }: TemplateOptions): Render {
  const environment = Handlebars.create()
  const settings = {
    strict: true,
    knownHelpersOnly: true,
    // Handlebars can only escape HTML.
    noEscape: output !== 'html',
  }
  const names = Object.keys(partials)
  for (const name of names) {
    environment.registerPartial(name, environment.compile(partials[name] ?? '', settings))
  }
  const render = environment.compile<View>(template, settings)
  const options = { allowProtoPropertiesByDefault: false }
  return output === 'markdown'
    ? (view) => render(escaped(view), options)
    : (view) => render(view, options)
}

function checkNames(view: View): void {
  if (typeof view !== 'object' || view === null || view instanceof Markup) return
  if (isList(view)) return view.forEach(checkNames)
  for (const [name, value] of Object.entries(view)) {
    if (helperNames.has(name))
      throw new TypeError(`A view may have no field named like a helper: ${name}`)
    checkNames(value)
  }
}

/** Escapes every string for Markdown. */
function escaped(view: View): View {
  if (typeof view === 'string') return markdownText(view)
  if (typeof view !== 'object' || view === null || view instanceof Markup) return view
  if (isList(view)) return view.map(escaped)
  return Object.fromEntries(Object.entries(view).map(([name, value]) => [name, escaped(value)]))
}

function isList(view: readonly View[] | ViewObject): view is readonly View[] {
  return Array.isArray(view)
}

/**
 * Escapes text for one line of Markdown, including characters that are special only at the start of a line.
 */
export function markdownText(text: string): string {
  // Many renderers turn URLs in text into links and treat a following backslash as part of the URL, so use
  // entities.
  return escapedLine(text, /\/\/|www\./i.test(text) ? '<`[]&' : '<`')
}

/**
 * Escapes text for the label of a Markdown link. Brackets become entities, since some renderers remove their
 * backslashes.
 */
export function markdownLabel(text: string): string {
  return escapedLine(text, '<`[]')
}

function entityOf(mark: string): string {
  return mark === '<' ? '&lt;' : `&#${mark.charCodeAt(0)};`
}

const marks = /[\\`*_{}[\]<>#|~]|&(?=#?\w+;)/g

/** Escapes special characters of Markdown: those in `entities` as entities, all others with a backslash. */
function escapedLine(text: string, entities: string): string {
  return visibleText(text)
    .replace(/\s+/g, ' ')
    .replace(marks, (mark) => (entities.includes(mark) ? entityOf(mark) : `\\${mark}`))
    .replace(/^( ?)([-+=])/, '$1\\$2')
    .replace(/^( ?\d+)([.)])/, '$1\\$2')
}

/**
 * Returns a Markdown code span that is valid in a table. Text with backticks is escaped instead, because
 * renderers disagree on where the span ends.
 */
export function codeSpan(text: string): Markup {
  if (text.includes('`')) return new Markup(markdownText(text))
  const line = visibleText(text).replace(/\s+/g, ' ').replace(/\|/g, '\\|')
  return new Markup(`\`${line}\``)
}
