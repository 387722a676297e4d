import { isRecord } from '../json/values.ts'
import { every } from './every.ts'
import { constant, enumeration, type } from '../keywords/any.ts'
import { contains, itemCount, items, unevaluatedItems, uniqueItems } from '../keywords/arrays.ts'
import { allOf, anyOf, condition, not, oneOf } from '../keywords/combinators.ts'
import { numbers } from '../keywords/numbers.ts'
import {
  dependents,
  memberCount,
  members,
  propertyNames,
  required,
  unevaluatedProperties,
} from '../keywords/objects.ts'
import { references } from '../keywords/references.ts'
import { format, strings } from '../keywords/strings.ts'
import { inScope, type Check } from './run.ts'
import type { Compiler, Keywords } from './keyword.ts'
import type { Resolve, SchemaObject } from '../types.ts'

/** The keywords in the order in which they are checked and reported. */
const table: readonly Keywords[] = [
  type,
  enumeration,
  constant,
  numbers,
  strings,
  format,
  ...references,
  allOf,
  anyOf,
  oneOf,
  not,
  condition,
  required,
  memberCount,
  propertyNames,
  ...dependents,
  members,
  unevaluatedProperties,
  itemCount,
  uniqueItems,
  items,
  contains,
  unevaluatedItems,
]

const compilers = new WeakMap<Resolve, Compiler>()

/** Returns the compiler of a document. The schemas must not change afterwards. */
export function compilerOf(resolve: Resolve): Compiler {
  const known = compilers.get(resolve)
  if (known) return known
  const checks = new WeakMap<SchemaObject, Check>()
  const compiler: Compiler = {
    resolve,
    checkOf(schema) {
      if (!isRecord(schema)) return schema === false ? never : always
      const made = checks.get(schema)
      if (made) return made
      // Most schemas of a document are never used, and a schema may contain itself.
      let check: Check | undefined
      const first: Check = (value, run) => {
        check ??= compiled(schema, compiler)
        return run.apply(check, value)
      }
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
  const checks = table.flatMap((keywords) => {
    if (!keywords.names.some(has)) return []
    return keywords.check(schema, compiler) ?? []
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
