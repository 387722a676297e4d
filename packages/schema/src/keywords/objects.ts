import { isRecord } from '../json/values.ts'
import { listOf, recordOf } from '../json/values.ts'
import { every } from '../check/every.ts'
import { patternTest } from '../patterns/pattern.ts'
import type { Check, Run } from '../check/run.ts'
import type { Compiler, Rule } from '../check/rule.ts'
import type { SchemaObject } from '../types.ts'
import { distinct, withPatterns } from './draft-7.ts'
import type { KeywordTable } from './keyword.ts'

/** Keywords for objects. */
export const objectKeywords: KeywordTable = {
  properties: { form: 'map', holds: 'map', of: 'object', isMerged: true },
  additionalProperties: {
    holds: 'one',
    noun: 'value',
    of: 'object',
    mayEvaluate: true,
    isMerged: true,
  },
  patternProperties: {
    form: 'map',
    noun: 'match',
    holds: 'map',
    draft7: withPatterns,
    of: 'object',
    isMerged: true,
  },
  propertyNames: { holds: 'one', of: 'object' },
  required: { form: 'names', draft7: distinct, of: 'object', isMerged: true },
  minProperties: { form: 'count', of: 'object', limit: { side: 'least', unit: 'members' } },
  maxProperties: { form: 'count', of: 'object', limit: { side: 'most', unit: 'members' } },
  dependencies: { form: 'map', holds: 'map', isInPlace: true },
  dependentRequired: { form: 'namesByName' },
  dependentSchemas: { form: 'map', holds: 'map', isInPlace: true, mayEvaluate: true },
  unevaluatedProperties: { holds: 'one' },
}

type Members = Readonly<Record<string, unknown>>
/** A check of objects. Other values are valid. */
type MembersCheck = (value: Members, run: Run) => boolean

const ofObjects =
  (check: MembersCheck): Check =>
  (value, run) =>
    !isRecord(value) || check(value, run)

const required: Rule = {
  names: ['required'],
  check: (schema) => ofObjects(requiring('required', schema['required'])),
}

const memberCount: Rule = {
  names: ['minProperties', 'maxProperties'],
  check({ minProperties: least, maxProperties: most }) {
    return ofObjects((value, run) => {
      const { length } = Object.keys(value)
      if (typeof least === 'number' && length < least)
        return run.fail('minProperties', `must have at least ${least} members`)
      if (typeof most === 'number' && length > most)
        return run.fail('maxProperties', `must have at most ${most} members`)
      return true
    })
  },
}

const propertyNames: Rule = {
  names: ['propertyNames'],
  check(schema, compiler) {
    const check = compiler.checkOf(schema['propertyNames'])
    return ofObjects((value, run) => {
      let isValid = true
      for (const name of Object.keys(value)) {
        if (run.trial(check, name).isValid) continue
        isValid = run.failPart(name, 'propertyNames', 'has a name that is not allowed')
        if (run.isOver) return false
      }
      return isValid
    })
  },
}

const dependents: readonly Rule[] = ['dependentRequired', 'dependentSchemas', 'dependencies'].map(
  (keyword) => ({
    names: [keyword],
    check(schema, compiler) {
      const checks = Object.entries(recordOf(schema[keyword])).map(([name, dependent]): Check => {
        const check = Array.isArray(dependent)
          ? ofObjects(requiring(keyword, dependent))
          : compiler.checkOf(dependent)
        return (value, run) => !Object.hasOwn(value as Members, name) || check(value, run)
      })
      const check = every(checks)
      return check && ofObjects(check)
    },
  }),
)

const members: Rule = {
  names: ['properties', 'patternProperties', 'additionalProperties'],
  check(schema, compiler) {
    const declared = new Map(
      Object.entries(recordOf(schema['properties'])).map(([name, member]) => [
        name,
        compiler.checkOf(member),
      ]),
    )
    const patterns = Object.entries(recordOf(schema['patternProperties'])).map(
      ([pattern, member]) => ({ matches: patternTest(pattern), check: compiler.checkOf(member) }),
    )
    const other = otherCheck(schema, 'additionalProperties', compiler)
    if (patterns.length === 0 && other === undefined) return ofObjects(declaredOnly(declared))
    return ofObjects((value, run) => {
      let isValid = true
      for (const name of Object.keys(value)) {
        const member = value[name]
        const own = declared.get(name)
        let isDeclared = own !== undefined
        if (own !== undefined && !run.part(own, member, name)) isValid = false
        for (const { matches, check } of patterns) {
          if (!matches(name)) continue
          isDeclared = true
          if (!run.part(check, member, name)) isValid = false
        }
        if (!isDeclared && other !== undefined) {
          isDeclared = true
          if (!other(name, member, run)) isValid = false
        }
        if (isDeclared) run.evaluated?.add(name)
        if (!isValid && run.isOver) return false
      }
      return isValid
    })
  },
}

/** Must come after all other keywords for objects. */
const unevaluatedProperties: Rule = {
  names: ['unevaluatedProperties'],
  check(schema, compiler) {
    const other = otherCheck(schema, 'unevaluatedProperties', compiler)
    return (
      other &&
      ofObjects((value, run) => {
        let isValid = true
        for (const name of Object.keys(value)) {
          if (run.evaluated?.has(name)) continue
          if (!other(name, value[name], run)) isValid = false
          run.evaluated?.add(name)
          if (!isValid && run.isOver) return false
        }
        return isValid
      })
    )
  },
}

function declaredOnly(declared: ReadonlyMap<string, Check>): MembersCheck {
  const entries = [...declared]
  return (value, run) => {
    let isValid = true
    for (const [name, check] of entries) {
      if (!Object.hasOwn(value, name)) continue
      if (!run.part(check, value[name], name)) isValid = false
      run.evaluated?.add(name)
      if (!isValid && run.isOver) return false
    }
    return isValid
  }
}

function requiring(keyword: string, names: unknown): MembersCheck {
  const needed = listOf(names).filter((name) => typeof name === 'string')
  return (value, run) => {
    let isValid = true
    for (const name of needed) {
      if (Object.hasOwn(value, name)) continue
      isValid = run.failPart(name, keyword, 'is required')
      if (run.isOver) return false
    }
    return isValid
  }
}

/**
 * Returns the check of members to which only `additionalProperties` or `unevaluatedProperties` applies. If the
 * schema is `false`, it reports them as unknown.
 */
function otherCheck(
  schema: SchemaObject,
  keyword: string,
  compiler: Compiler,
): ((name: string, member: unknown, run: Run) => boolean) | undefined {
  const rest = schema[keyword]
  if (rest === undefined) return undefined
  if (rest === false)
    return (name, _member, run) => run.failPart(name, keyword, 'is not a known member')
  const check = compiler.checkOf(rest)
  return (name, member, run) => run.part(check, member, name)
}

/** How objects are checked. `unevaluatedProperties` must come last. */
export const objectRules: readonly Rule[] = [
  required,
  memberCount,
  propertyNames,
  ...dependents,
  members,
  unevaluatedProperties,
]
