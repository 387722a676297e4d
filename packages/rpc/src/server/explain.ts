import { isRecord, type JsonObject } from '../json-rpc.ts'
import { checkSchema } from '../schema/check.ts'
import { dereference } from '../schema/pointer.ts'
import { pointerResolver } from '../schema/resources.ts'
import { escapePart, type CheckOptions, type Resolve, type SchemaIssue } from '../schema/types.ts'
import { fittingItems, forgetUnfit } from '../schema/unfit.ts'

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
  const { paramsOf, kindParamsOf } = explanationOf(document)
  const described = kind === undefined ? paramsOf(method) : kindParamsOf(method, kind)
  // What the fast half went through need not be gone through again, unless that explains nothing.
  const rest = issuesOf(described, params, 'rest')
  forgetUnfit()
  const issues = rest.length > 0 ? rest : issuesOf(described, params, 'all')
  return issues.length > 0 ? issues : [unexplained]
}

const unexplained: SchemaIssue = {
  pointer: '',
  keyword: 'params',
  message: 'do not fit the method',
  schemaPointer: '',
}

function issuesOf(
  described: readonly Param[],
  params: Record<string, unknown>,
  look: 'all' | 'rest',
): readonly SchemaIssue[] {
  const issues: SchemaIssue[] = []
  for (const { name, pointer, required, schema, [look]: options } of described) {
    if (!Object.hasOwn(params, name)) {
      if (required) {
        issues.push({ pointer, keyword: 'required', message: 'is required', schemaPointer: '' })
      }
      continue
    }
    issues.push(...checkSchema(schema, params[name], options))
    if (issues.length >= MAX_ISSUES) return issues.slice(0, MAX_ISSUES)
  }
  return issues
}

/** A content descriptor, as far as an explanation needs it. */
interface Param {
  readonly name: string
  readonly pointer: string
  readonly required: boolean
  readonly schema: unknown
  /** How all of a value is looked at, or what the fast half left of it. */
  readonly all: CheckOptions
  readonly rest: CheckOptions
}

/** What is looked up in a document once: a caller who errs does so more than once. */
interface Explanation {
  readonly paramsOf: (method: string) => readonly Param[]
  readonly kindParamsOf: (method: string, kind: string) => readonly Param[]
}

const explanations = new WeakMap<JsonObject, Explanation>()

function explanationOf(document: JsonObject): Explanation {
  const known = explanations.get(document)
  if (known) return known
  const resolve = pointerResolver(document)
  // Few documents have schemas that depend on what others evaluate.
  const forgetful = !JSON.stringify(document).includes('"unevaluated')
  const options = { resolve, maxIssues: MAX_ISSUES, forgetful }
  const methodOf = remembered((method) => methodNamed(document, method, resolve))
  const paramsOf = remembered((method) => describe(methodOf(method)['params'], options))
  const kindParamsOf = (method: string, kind: string): readonly Param[] => [
    ...paramsOf(method).slice(0, 1),
    ...describe(kindNamed(methodOf(method), kind)['params'], options),
  ]
  const made: Explanation = { paramsOf, kindParamsOf }
  explanations.set(document, made)
  return made
}

/** Keys come from the document alone, so there are only so many. */
function remembered<Found>(find: (key: string) => Found): (key: string) => Found {
  const found = new Map<string, Found>()
  return (key) => {
    const known = found.get(key)
    if (known !== undefined) return known
    const made = find(key)
    found.set(key, made)
    return made
  }
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
    const pointer = `/${escapePart(name)}`
    const all = { ...options, pointer }
    const rest = { ...all, fittingItems }
    return { name, pointer, required: required === true, schema, all, rest }
  })
}
