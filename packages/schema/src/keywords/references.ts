import { inScope, type Check } from '../check/run.ts'
import type { Compiler, Rule } from '../check/rule.ts'
import { uri, uriReference } from './draft-7.ts'
import type { KeywordTable } from './keyword.ts'

/** Keywords that refer to another schema for the same value. */
export const referenceNames: readonly string[] = ['$ref', '$dynamicRef', '$recursiveRef']

/** Keywords that name further schemas which apply to the same value. */
export const togetherNames: readonly string[] = [...referenceNames, 'allOf']

/** References and their targets. */
export const referenceKeywords: KeywordTable = {
  $ref: { form: 'text', isInPlace: true, isMerged: true },
  $dynamicRef: { form: 'text', isInPlace: true, mayEvaluate: true, isMerged: true },
  $recursiveRef: { form: 'text', isInPlace: true, mayEvaluate: true, isMerged: true },
  $id: { form: 'text', draft7: uriReference, kind: 'identifier' },
  $schema: { form: 'text', draft7: uri, kind: 'identifier' },
  $anchor: { form: 'text', kind: 'identifier' },
  $dynamicAnchor: { form: 'text', kind: 'identifier' },
  $recursiveAnchor: { form: 'flag', kind: 'identifier' },
  $defs: { form: 'map', holds: 'map', kind: 'identifier' },
  definitions: { form: 'map', holds: 'map', kind: 'identifier' },
}

/** References. A dynamic reference has a target for each path of schemas that leads to it. */
export const referenceRules: readonly Rule[] = referenceNames.map((name) => ({
  names: [name],
  check(schema, compiler) {
    const ref = schema[name]
    if (typeof ref !== 'string') return undefined
    if (name === '$ref') return following(compiler, name, compiler.resolve(ref, schema))
    return (value, run) =>
      following(compiler, name, compiler.resolve(ref, schema, run.scope))(value, run)
  },
}))

/** Returns the check of the target of a reference. */
function following(compiler: Compiler, name: string, target: unknown): Check {
  if (target === undefined)
    return (_value, run) => run.fail(name, 'cannot be validated: unresolved reference')
  const check = inScope(target, compiler.checkOf(target))
  return compiler.repeats(target) ? unlessOpen(target, check) : check
}

/** A target that already applies to the value is not followed, since the validation would never end. */
function unlessOpen(target: unknown, check: Check): Check {
  return (value, run) => {
    run.open ??= new Map([[run.scope[0], 0]])
    const level = run.open.get(target)
    if (level === run.level) return true
    run.open.set(target, run.level)
    const isValid = check(value, run)
    run.open.set(target, level)
    return isValid
  }
}
