import type { Doc, Group, Method, RpcErrorSpec } from '../model/types.ts'
import { type DocParts, docText } from './jsdoc.ts'
import { exampleCall, isPositional } from './signature.ts'

/**
 * Returns the doc comment of a method for callers and implementers. `docs` is the folder of the docs site,
 * which contains the method's page.
 */
export function methodDoc(group: Group, method: Method, docs?: string): string {
  return docText(method.doc, {
    ...behaviourOf(method, paramTags(method), throwsTags(method.errors, isStandard)),
    see: methodPlaces(group, method, docs),
    example: exampleCall(group, method),
  })
}

/**
 * Returns the doc comment of a method in a file that the user owns. It omits facts for callers and everything
 * that depends on other methods. Params are omitted because the type of the handler's params object documents
 * each param.
 */
export function stubDoc(method: Method): string {
  return docText(method.doc, behaviourOf(method, [], throwsTags(method.errors)))
}

type Tags = NonNullable<DocParts['tags']>

function paramTags(method: Method): Tags {
  if (!isPositional(method)) return []
  return method.params.map(({ identifier, doc }) => [`param ${identifier}`, proseOf(doc)] as const)
}

function behaviourOf(method: Method, params: Tags, throws: Tags): DocParts {
  return {
    notes: [...limits(method), ...access(method)],
    since: method.since,
    tags: [
      ...(method.experimental ? ([['experimental', '']] as const) : []),
      ...params,
      ...(method.result === undefined || method.result.empty
        ? []
        : ([['returns', proseOf(method.result.doc)]] as const)
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
  return [`${place.file}#${methodName}`, ...page]
}

function limits(method: Method): readonly string[] {
  return [...new Set(method.limits.map(({ subject, text }) => `Limit of ${subject}: ${text}`))]
}

/** Whether a title only repeats a type name, such as `GetTimeoutsResult`. */
function isTypeName(text: string): boolean {
  return /^\p{Lu}\w*\p{Ll}\p{Lu}\w*$/u.test(text)
}

function proseOf({ summary, description }: Doc): string {
  return summary ?? description ?? ''
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
