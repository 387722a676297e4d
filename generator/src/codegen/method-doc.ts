import type { Api, Doc, Group, Method, ResultCase, RpcErrorSpec } from '../model/types.ts'
import { alternativeTexts } from './alternative-notes.ts'
import { type DocParts, docText } from './jsdoc.ts'
import { jsonLiteral } from './quote.ts'
import { exampleCall, isPositional } from './signature.ts'
import { shownFile } from './shown-file.ts'

/** Where a method is documented. */
interface Documentation {
  readonly api: Api
  readonly group: Group
  /** Folder of the docs site, which contains the method's page. */
  readonly docs?: string | undefined
}

/** Returns the doc comment of a method for callers and implementers. */
export function methodDoc({ api, group, docs }: Documentation, method: Method): string {
  const { result } = method
  const tags = {
    params: paramTags(api, method),
    returns: result === undefined ? '' : proseOf(result.doc, alternativeTexts(api, result.type)),
    throws: throwsTags(method.errors, isStandard),
  }
  return docText(method.doc, {
    ...behaviourOf(method, tags),
    see: methodPlaces(group, method, docs),
    example: exampleCall(api, group, method),
  })
}

/**
 * Returns the doc comment of a method in a file that the user owns. It omits facts for callers and everything
 * that depends on other methods. Params are omitted because the type of the handler's params object documents
 * each param.
 */
export function stubDoc(method: Method): string {
  const returns = method.result === undefined ? '' : proseOf(method.result.doc)
  const tags = { params: [], returns, throws: throwsTags(method.errors) }
  return docText(method.doc, behaviourOf(method, tags))
}

type Tags = NonNullable<DocParts['tags']>

function paramTags(api: Api, method: Method): Tags {
  if (!isPositional(method)) return []
  return method.params.map(
    ({ identifier, doc, type }) =>
      [`param ${identifier}`, proseOf(doc, alternativeTexts(api, type))] as const,
  )
}

function behaviourOf(
  method: Method,
  tags: { readonly params: Tags; readonly returns: string; readonly throws: Tags },
): DocParts {
  const { params, returns, throws } = tags
  return {
    notes: [...limits(method), ...access(method)],
    since: method.since,
    tags: [
      ...(method.experimental ? ([['experimental', '']] as const) : []),
      ...params,
      ...(method.result === undefined || method.result.empty
        ? []
        : ([['returns', returns]] as const)
      ).filter(([, text]) => text !== '' && !isTypeName(text)),
      ...throws,
    ],
  }
}

/** Returns a short doc comment for functions: summary, deprecation, and a link to the full documentation. */
export function standaloneDoc(method: Method, full?: string): string {
  const { summary, description, deprecated } = method.doc
  const prose = shortProse(summary ?? description ?? '')
  const link = full === undefined ? '' : `See {@link ${full}}.`
  const text = [prose === '' ? '' : sentence(prose), link].filter((part) => part !== '')
  return docText({
    ...(text.length > 0 && { summary: text.join(' ') }),
    ...(deprecated !== undefined && { deprecated }),
  })
}

/** Returns the doc comment of the signature of calls that return certain alternatives of a result. */
export function caseDoc({ doc }: Method, { when, type }: ResultCase): string {
  const { summary, description, deprecated } = doc
  const prose = shortProse(summary ?? description ?? '')
  const conditions = when.map(
    ({ param, values }) => `\`${param}\` is ${values.map(jsonLiteral).join(' or ')}`,
  )
  const alternatives = type.kind === 'union' && type.doc === undefined ? type.members : [type]
  const texts = alternatives.flatMap((alternative) => alternative.doc?.description ?? [])
  return docText(
    { ...(prose !== '' && { summary: prose }), ...(deprecated && { deprecated }) },
    {
      notes: [`When ${conditions.join(' and ')}.`],
      tags: texts.length === 0 ? [] : [['returns', texts.join('; ')]],
    },
  )
}

/** Returns the first paragraph, unless it contains a code block, which text could not follow on a line. */
function shortProse(text: string): string {
  const [first = ''] = text.trim().split(/\r?\n[^\S\n]*\r?\n/)
  return /^\s*(```|~~~)/m.test(first) ? '' : first
}

function sentence(text: string): string {
  const trimmed = text.trimEnd()
  return '.!?:'.includes(trimmed.at(-1) ?? ' ') ? trimmed : `${trimmed}.`
}

/**
 * Returns the locations that describe a method: its document and name, and its page if a docs site exists. An
 * index in the document would change with every method that is inserted before it.
 */
export function methodPlaces(
  group: Group,
  { place, name: methodName, slug }: Method,
  docs?: string,
): readonly string[] {
  const page = docs === undefined ? [] : [`${docs}/site/${group.slug}/${slug}.html`]
  return [`${shownFile(place.file)}#${methodName}`, ...page]
}

function limits(method: Method): readonly string[] {
  return [...new Set(method.limits.map(({ subject, text }) => `Limit of ${subject}: ${text}`))]
}

/** Whether a title only repeats a type name, such as `GetTimeoutsResult`. */
function isTypeName(text: string): boolean {
  return /^\p{Lu}\w*\p{Ll}\p{Lu}\w*$/u.test(text)
}

/** Returns the summary or description of an element, and the texts of its alternatives. */
function proseOf({ summary, description }: Doc, alternatives: readonly string[] = []): string {
  const prose = summary ?? description ?? ''
  if (alternatives.length === 0) return prose
  return [...(prose === '' ? [] : [sentence(prose)]), alternatives.join('; ')].join(' ')
}

/**
 * Returns one `@throws` tag per error. Errors for which `isShort` is true share one tag without descriptions.
 */
function throwsTags(
  errors: readonly RpcErrorSpec[],
  isShort: (error: RpcErrorSpec) => boolean = () => false,
): Tags {
  const texts = errors
    .filter((error) => !isShort(error))
    .map((error) => `${errorName(error)}: ${error.when ?? error.message}`)
  const others = errors.filter(isShort).map(errorName)
  if (others.length > 0) texts.push(others.join(', '))
  return [...new Set(texts)].map((text) => ['throws', `RpcError ${text}`] as const)
}

/**
 * Whether the JSON-RPC specification defines an error, whose description would be the same in every method. The
 * rule must not depend on other methods, because a new method would change the comments of all others.
 */
function isStandard({ code, reason }: RpcErrorSpec): boolean {
  return reason !== undefined && (code === -32_700 || (code >= -32_603 && code <= -32_600))
}

function errorName({ code, reason }: RpcErrorSpec): string {
  return reason === undefined ? String(code) : `${code} (${reason})`
}

function access({ auth, availability, enabledBy }: Method): readonly string[] {
  const local = availability.http === 'node-local' && availability.ws !== 'public'
  return [
    ...(auth === undefined
      ? []
      : [`Needs authentication (\`${auth}\`): the credentials are among the params.`]),
    ...(local ? ['Not available on public nodes.'] : []),
    ...(enabledBy === undefined
      ? []
      : [
          `Needs the node setting \`${enabledBy.setting}\` (${enabledBy.default ? 'on' : 'off'} by default).`,
        ]),
  ]
}
