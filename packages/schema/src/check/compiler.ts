import { isRecord } from '../json/values.ts'
import { every } from './every.ts'
import { anyRules } from '../keywords/any.ts'
import { arrayRules } from '../keywords/arrays.ts'
import { combinatorRules } from '../keywords/combinators.ts'
import { numberRules } from '../keywords/numbers.ts'
import { objectRules } from '../keywords/objects.ts'
import { referenceRules } from '../keywords/references.ts'
import { stringRules } from '../keywords/strings.ts'
import { repeats } from '../references/repeats.ts'
import { inScope, type Check } from './run.ts'
import type { Compiler, Rule } from './rule.ts'
import type { Resolve, SchemaObject } from '../types.ts'

/** The rules in the order in which they are applied and reported. */
const rules: readonly Rule[] = [
  ...anyRules,
  ...numberRules,
  ...stringRules,
  ...referenceRules,
  ...combinatorRules,
  ...objectRules,
  ...arrayRules,
]

const compilers = new WeakMap<Resolve, Compiler>()

/** Returns the compiler of a document. The schemas must not change afterwards. */
export function compilerOf(resolve: Resolve): Compiler {
  const known = compilers.get(resolve)
  if (known) return known
  const checks = new WeakMap<SchemaObject, Check>()
  const repeating = new Map<unknown, boolean>()
  const waiting = new Set<() => Check>()
  const compiler: Compiler = {
    resolve,
    repeats(schema) {
      const known = repeating.get(schema) ?? repeats(schema, resolve)
      repeating.set(schema, known)
      return known
    },
    compileAll() {
      // The set grows while the schemas inside of schemas are found.
      for (const compile of waiting) compile()
    },
    checkOf(schema) {
      if (!isRecord(schema)) return schema === false ? never : always
      const made = checks.get(schema)
      if (made) return made
      // Most schemas of a document are never used, and a schema may contain itself.
      let check: Check | undefined
      const compile = (): Check => {
        waiting.delete(compile)
        return (check = compiled(schema, compiler))
      }
      waiting.add(compile)
      const first: Check = (value, run) => run.apply(check ?? compile(), value)
      checks.set(schema, first)
      return first
    },
  }
  compilers.set(resolve, compiler)
  return compiler
}

const always: Check = () => true
const never: Check = (_value, run) => run.fail('false', 'is not allowed')

function compiled(schema: SchemaObject, compiler: Compiler): Check {
  const has = (name: string): boolean => Object.hasOwn(schema, name)
  const checks = rules.flatMap((rule) => {
    if (!rule.names.some(has)) return []
    return rule.check(schema, compiler) ?? []
  })
  const check = every(checks) ?? always
  // A schema with an `$id` is a resource, in which dynamic references look for their anchors.
  const scoped = has('$id') ? inScope(schema, check) : check
  const isEvaluating = has('unevaluatedProperties') || has('unevaluatedItems')
  const own = isEvaluating ? evaluating(scoped) : scoped
  // `nullable` is an OpenAPI keyword. Documents also use it next to references and alternatives.
  return schema['nullable'] === true ? (value, run) => value === null || own(value, run) : own
}

/** `unevaluatedProperties` ignores members that only the keywords of enclosing schemas have evaluated. */
function evaluating(check: Check): Check {
  return (value, run) => {
    const { evaluated } = run
    run.evaluated = new Set()
    const isValid = check(value, run)
    for (const part of run.evaluated) evaluated?.add(part)
    run.evaluated = evaluated
    return isValid
  }
}
