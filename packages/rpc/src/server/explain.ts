import { isRecord, type JsonObject } from '../json-rpc.ts'
import { checkSchema } from '../schema/check.ts'
import { PlainCheck, plainOf, type Plain } from '../schema/plain.ts'
import { dereference } from '../schema/pointer.ts'
import { pointerResolver } from '../schema/resources.ts'
import {
  escapePart,
  type At,
  type CheckOptions,
  type Resolve,
  type SchemaIssue,
} from '../schema/types.ts'
import { fittingItems, forgetUnfit } from '../schema/unfit.ts'
import { documentOf } from './document.ts'
import type { Entry } from './registry.ts'
import type { ServerMethod } from './types.ts'

const MAX_ISSUES = 10

/**
 * Says why params, by name, do not fit a method of a document: the slow and talkative half of
 * validation, run only after the fast half said no. Names values by pointer, never by content.
 * For a subscription the params after the first are those of its kind.
 */
export function explain(
  document: JsonObject,
  method: string,
  params: Record<string, unknown>,
  kind?: string,
): readonly SchemaIssue[] {
  return reasons(paramsOf(document, method, kind), params)
}

/** The same for a method that is served; a promise only where its document was never needed before. */
export function whyUnfit(
  { group, method, kind }: Pick<Entry, 'group' | 'method' | 'kind'>,
  params: Record<string, unknown>,
): readonly SchemaIssue[] | Promise<readonly SchemaIssue[]> {
  const known = served.get(method)
  if (known) return reasons(known, params)
  const read = (document: JsonObject): readonly SchemaIssue[] => {
    const declared = paramsOf(document, method.wire, kind?.name)
    served.set(method, declared)
    return reasons(declared, params)
  }
  const document = documentOf(group)
  return document instanceof Promise ? document.then(read) : read(document)
}

/** The params of methods that callers erred about, who do so more than once. */
const served = new WeakMap<ServerMethod, readonly Param[]>()

function reasons(
  declared: readonly Param[],
  params: Record<string, unknown>,
): readonly SchemaIssue[] {
  // What the fast half went through need not be gone through again, unless that explains nothing.
  const rest = issuesOf(declared, params, 'rest')
  forgetUnfit()
  const issues = rest.length > 0 ? rest : issuesOf(declared, params, 'all')
  return issues.length > 0 ? issues : [unexplained]
}

const unexplained: SchemaIssue = {
  pointer: '',
  keyword: 'params',
  message: 'do not fit the method',
  schemaPointer: '',
}

const plainOptions = {
  all: { maxIssues: MAX_ISSUES },
  rest: { maxIssues: MAX_ISSUES, fittingItems },
}

function issuesOf(
  declared: readonly Param[],
  params: Record<string, unknown>,
  look: 'all' | 'rest',
): readonly SchemaIssue[] {
  const found = new PlainCheck(plainOptions[look])
  for (const { name, at, required, schema, plain, [look]: options } of declared) {
    const value = params[name]
    if (value === undefined || !Object.hasOwn(params, name)) {
      if (required) found.report(at, 'required', 'is required')
    } else if (!plain || !found.look(plain, value, at)) {
      found.adopt(checkSchema(schema, value, options))
    }
    if (found.issues.length >= MAX_ISSUES) break
  }
  return found.issues
}

/** A content descriptor, as far as an explanation needs it. */
interface Param {
  readonly name: string
  readonly at: At
  readonly required: boolean
  readonly schema: unknown
  /** The schema, where it can be looked at without a walk. */
  readonly plain: Plain | undefined
  /** How all of a value is looked at, or what the fast half left of it. */
  readonly all: CheckOptions
  readonly rest: CheckOptions
}

/** What is looked up in a document once. Keys come from the document alone, so there are only so many. */
class Explanation {
  readonly #document: JsonObject
  readonly #options: CheckOptions & { readonly resolve: Resolve }
  readonly #params = new Map<string, readonly Param[]>()

  constructor(document: JsonObject) {
    this.#document = document
    // Few documents have schemas that depend on what others evaluate.
    const forgetful = !JSON.stringify(document).includes('"unevaluated')
    this.#options = { resolve: pointerResolver(document), maxIssues: MAX_ISSUES, forgetful }
  }

  paramsOf(method: string, kind: string | undefined): readonly Param[] {
    const key = JSON.stringify([method, kind])
    const known = this.#params.get(key)
    if (known) return known
    const found = methodNamed(this.#document, method, this.#options.resolve)
    const own = describe(found['params'], this.#options)
    const made =
      kind === undefined
        ? own
        : [...own.slice(0, 1), ...describe(kindNamed(found, kind)['params'], this.#options)]
    this.#params.set(key, made)
    return made
  }
}

const explanations = new WeakMap<JsonObject, Explanation>()

function paramsOf(
  document: JsonObject,
  method: string,
  kind: string | undefined,
): readonly Param[] {
  const known = explanations.get(document) ?? new Explanation(document)
  explanations.set(document, known)
  return known.paramsOf(method, kind)
}

type Members = Readonly<Record<string, unknown>>

function methodNamed(
  document: JsonObject,
  method: string,
  resolve: (ref: string) => unknown,
): Members {
  const methods: readonly unknown[] = Array.isArray(document['methods']) ? document['methods'] : []
  const deref = (value: unknown): unknown => dereference(value, resolve)
  const found = methods.map(deref).find((one) => isRecord(one) && one['name'] === method)
  return isRecord(found) ? found : {}
}

function kindNamed(method: Members, kind: string): Members {
  const subscription = method['x-subscription']
  const kinds: unknown = isRecord(subscription) ? subscription['kinds'] : undefined
  const listed: readonly unknown[] = Array.isArray(kinds) ? kinds : []
  const found = listed.find((one) => isRecord(one) && one['name'] === kind)
  return isRecord(found) ? found : {}
}

function describe(
  declared: unknown,
  options: CheckOptions & { readonly resolve: Resolve },
): readonly Param[] {
  const params: readonly unknown[] = Array.isArray(declared) ? declared : []
  return params.flatMap((entry) => {
    const descriptor = dereference(entry, options.resolve)
    if (!isRecord(descriptor) || typeof descriptor['name'] !== 'string') return []
    const { name, required, schema = true } = descriptor as { name: string } & typeof descriptor
    const at = { pointer: `/${escapePart(name)}`, schemaPointer: '' }
    const all = { ...options, pointer: at.pointer }
    const rest = { ...all, fittingItems }
    const plain = plainOf(schema, options.resolve)
    return { name, at, required: required === true, schema, plain, all, rest }
  })
}
