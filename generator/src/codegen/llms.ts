import type { Api } from '../model/types.ts'
import { errorIndex, methodIndex, type PathOf } from './api-index.ts'
import type { TargetOptions, TextOutput } from './target.ts'
import { Markup, renderTemplate } from './template.ts'

/** Example code that compiles on its own. */
export interface Snippet {
  readonly title: string
  readonly code: string
}

export interface LlmsParts {
  readonly description: string
  readonly snippets: readonly Snippet[]
  /** Returns the expression with which code accesses a method: `client.pChain.getHeight`. */
  readonly pathOf: PathOf
}

/** Maximum length of the method list in characters, which leaves room in a model's context. */
const mostMethods = 16_000
const mostErrors = 10_000

/** Renders llms.txt, which explains the package to language models, from the target's `llms.txt.hbs`. */
export function llmsFile(api: Api, options: TargetOptions, parts: LlmsParts): TextOutput {
  const count = api.groups.reduce((sum, { methods }) => sum + methods.length, 0)
  const view = {
    packageName: options.packageName,
    version: options.version,
    description: parts.description,
    count: `${count} ${count === 1 ? 'method' : 'methods'}`,
    snippets: parts.snippets.map(({ title, code }) => ({ title, code: new Markup(code) })),
    methods: methodIndex(api, parts.pathOf, mostMethods),
    errors: errorIndex(api, mostErrors),
  }
  const text = renderTemplate(options.templates['llms.txt.hbs'] ?? '', view, { output: 'markdown' })
  return { kind: 'text', path: 'llms.txt', text }
}
