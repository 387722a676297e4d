import { explain, passes, compilerOf } from '@rpcloom/schema/internal'
import type { SchemaIssue } from '@rpcloom/schema'
import type { Check, Resolve } from '@rpcloom/schema/internal'
import type { OpenRpcParam } from './types.ts'

type Values = Readonly<Record<string, unknown>>

/** Validates params by name for a method or topic. Ignores members that are not params. */
export interface ParamsCheck {
  /** Names of the required params. */
  readonly required: ReadonlySet<string>
  readonly isValid: (values: Values) => boolean
  /** Returns the issues; empty if the params are valid. Issues point to values but do not contain them. */
  readonly issues: (values: Values, maxIssues: number) => readonly SchemaIssue[]
}

/** Compiles the schemas of params. */
export function paramsCheck(params: readonly OpenRpcParam[], resolve: Resolve): ParamsCheck {
  const check = checkOf(params, resolve)
  const options = { resolve }
  return {
    required: new Set(params.flatMap(({ name, required }) => (required ? name : []))),
    isValid: (values) => passes(check, values, options),
    issues: (values, maxIssues) => explain(check, values, { resolve, maxIssues }),
  }
}

/** Compiles the schema of all params (`x-params`). */
export function wholeCheck(schema: unknown, resolve: Resolve): ParamsCheck {
  const check = compilerOf(resolve).checkOf(schema)
  const options = { resolve, schema }
  return {
    required: new Set(),
    isValid: (values) => passes(check, values, options),
    issues: (values, maxIssues) => explain(check, values, { ...options, maxIssues }),
  }
}

interface ParamsCheckOptions {
  readonly resolve: Resolve
  /** Maximum number of issues: 20 by default. */
  readonly maxIssues?: number
}

/** Returns the issues of params by name, like `paramsCheck` for params that are checked once. */
export function paramIssues(
  params: readonly OpenRpcParam[],
  values: Values,
  { resolve, maxIssues = 20 }: ParamsCheckOptions,
): readonly SchemaIssue[] {
  return paramsCheck(params, resolve).issues(values, maxIssues)
}

function checkOf(params: readonly OpenRpcParam[], resolve: Resolve): Check {
  const compiler = compilerOf(resolve)
  const checks = params.map(({ name, required, schema }) => {
    return { name, required, schema, check: compiler.checkOf(schema) }
  })
  return (values, run) => {
    let areValid = true
    for (const { name, required, schema, check } of checks) {
      const given = values as Values
      const value = Object.hasOwn(given, name) ? given[name] : undefined
      run.scope[0] = schema
      if (value !== undefined ? run.part(check, value, name) : !required) continue
      areValid = false
      if (value === undefined) run.failPart(name, 'required', 'is required')
      if (run.isOver) return false
    }
    return areValid
  }
}
