import type { Api } from '../model/types.ts'
import { errorIndex, methodIndex, type PathOf } from './api-index.ts'
import type { TargetOptions, TextOutput } from './target.ts'
import { Markup, renderTemplate } from './template.ts'

/** A piece of code that compiles as it stands. */
export interface Snippet {
  readonly title: string
  readonly code: string
}

/** What `llms.txt` of a package says beside the lists that every package has. */
export interface LlmsParts {
  readonly description: string
  readonly snippets: readonly Snippet[]
  /** How a method is reached: `node.pChain.getHeight`. */
  readonly pathOf: PathOf
}

/** Characters that the lists may take: what a program can read beside its task. */
const mostMethods = 16_000
const mostErrors = 10_000

/** llms.txt, by which a program that has the package alone knows how to use it: the target's `llms.txt.hbs`, filled. */
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
