import { isRecord, type JsonObject } from '../json-rpc.ts'
import { checkSchema } from '../schema/check.ts'
import { dereference } from '../schema/pointer.ts'
import { pointerResolver } from '../schema/resources.ts'
import { escapePart, type CheckOptions, type SchemaIssue } from '../schema/types.ts'
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
  const { resolve, paramsOf, kindParamsOf } = explanationOf(document)
  const described = kind === undefined ? paramsOf(method) : kindParamsOf(method, kind)
  const options = { resolve, maxIssues: MAX_ISSUES }
  // What the fast half went through need not be gone through again, unless that explains nothing.
  const rest = issuesOf(described, params, { ...options, fittingItems })
  forgetUnfit()
  const issues = rest.length > 0 ? rest : issuesOf(described, params, options)
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
  options: CheckOptions,
): readonly SchemaIssue[] {
  const issues: SchemaIssue[] = []
  for (const { name, pointer, required, schema } of described) {
    if (!Object.hasOwn(params, name)) {
      if (required) {
        issues.push({ pointer, keyword: 'required', message: 'is required', schemaPointer: '' })
      }
      continue
    }
    for (const issue of checkSchema(schema, params[name], options)) {
      issues.push({ ...issue, pointer: pointer + issue.pointer })
    }
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
}

/** What is looked up in a document once: a caller who errs does so more than once. */
interface Explanation {
  readonly resolve: (ref: string) => unknown
  readonly paramsOf: (method: string) => readonly Param[]
  readonly kindParamsOf: (method: string, kind: string) => readonly Param[]
}

const explanations = new WeakMap<JsonObject, Explanation>()

function explanationOf(document: JsonObject): Explanation {
  const known = explanations.get(document)
  if (known) return known
  const resolve = pointerResolver(document)
  const methodOf = remembered((method) => methodNamed(document, method, resolve))
  const paramsOf = remembered((method) => describe(methodOf(method)['params'], resolve))
  const kindParamsOf = (method: string, kind: string): readonly Param[] => [
    ...paramsOf(method).slice(0, 1),
    ...describe(kindNamed(methodOf(method), kind)['params'], resolve),
  ]
  const made: Explanation = { resolve, paramsOf, kindParamsOf }
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

function describe(declared: unknown, resolve: (ref: string) => unknown): readonly Param[] {
  const params: readonly unknown[] = Array.isArray(declared) ? declared : []
  return params.flatMap((entry) => {
    const descriptor = dereference(entry, resolve)
    if (!isRecord(descriptor) || typeof descriptor['name'] !== 'string') return []
    const { name, required, schema = true } = descriptor as { name: string } & typeof descriptor
    return { name, pointer: `/${escapePart(name)}`, required: required === true, schema }
  })
}
