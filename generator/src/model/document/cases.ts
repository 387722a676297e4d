import { isCondition, isLimit, keywordOf } from '@rpcloom/schema/internal'
import { flagOf, isObject, own } from '../../json/members.ts'
import { jsonText } from '../../json/text.ts'
import { below, type Located } from '../../json/place.ts'
import type { Json } from '../../json/types.ts'
import { checkValue } from '../../openrpc/example-values.ts'
import { follow } from '../reference.ts'
import { alternativeDoc } from '../doc.ts'
import { describedBy, intersect, unite } from '../schema/compose.ts'
import { structureAt } from '../schema/reader.ts'
import { bySpecificity, canHoldTogether, sortedWhen, whenOf } from '../schema/when.ts'
import type { Param, ResultCase, Type } from '../types.ts'
import { type DocumentScope, malformed } from './scope.ts'

/**
 * Reads `x-when` of the alternatives of a result: the values of params for which some of them are returned. The type of a
 * case has every alternative whose condition can hold in it, and what the result has beside its alternatives. More
 * specific cases come first.
 */
export function casesOf(
  scope: DocumentScope,
  schema: Located<Json | undefined>,
  params: readonly Param[],
): readonly ResultCase[] {
  const { inline, loaded, read } = scope.reader
  const ref = own(schema.json, '$ref')
  const target = typeof ref === 'string' ? follow(loaded, schema.place.file, ref) : undefined
  const union = target ?? { place: schema.place, json: schema.json ?? true }
  return structureAt(union).choices.flatMap(({ keyword, options }) => {
    const whens = options.map((option) => conditionOf(scope, option, params))
    const distinct = new Map(whens.map((when) => [jsonText(when), when]))
    distinct.delete('[]')
    if (distinct.size === 0) return []
    const types = options.map((one) => describedBy(inline(one), alternativeDoc(one.json)))
    const bases = [
      ...baseOf(union, keyword),
      ...(target === undefined ? [] : baseOf(schema, '$ref')),
    ].map(read)
    const isNullable = [union, schema].some(({ json }) => flagOf(json, 'nullable'))
    const typeOf = (when: ResultCase['when']): Type => {
      const possible = unite(types.filter((_, index) => canHoldTogether(when, whens[index] ?? [])))
      const type = bases.length === 0 ? possible : intersect([...bases, possible])
      return isNullable ? unite([type, { kind: 'null' }]) : type
    }
    return [...distinct.values()].sort(bySpecificity).map((when) => ({ when, type: typeOf(when) }))
  })
}

/** Returns a schema without its alternatives or reference, unless nothing remains that determines types. */
function baseOf({ json, place }: Located<Json | undefined>, dropped: string): readonly Located[] {
  if (!isObject(json)) return []
  const rest = Object.fromEntries(
    Object.entries(json).filter(
      ([name]) => ![dropped, 'nullable'].includes(name) && keywordOf(name)?.kind !== 'identifier',
    ),
  )
  return isCondition(rest) || isLimit(rest) ? [] : [{ json: rest, place }]
}

/** Returns the condition of an alternative; empty if it has none, or an invalid one, which is reported. */
function conditionOf(
  scope: DocumentScope,
  option: Located,
  params: readonly Param[],
): ResultCase['when'] {
  const declared = own(option.json, 'x-when')
  if (declared === undefined) return []
  const when = whenOf(option.json)
  if (when.length === 0 || when.length < Object.keys(declared ?? {}).length) {
    malformed(scope, option.place, 'x-when', ' It is an object of param names and values.')
    return []
  }
  const isValid = when.every((condition) => canBe(scope, condition, { params, option }))
  return isValid ? sortedWhen(when) : []
}

/** Whether a method has a param with the given values. Reports otherwise. */
function canBe(
  { findings, reader }: DocumentScope,
  { param: name, values }: ResultCase['when'][number],
  { params, option }: { readonly params: readonly Param[]; readonly option: Located },
): boolean {
  const place = below(option.place, 'x-when', name)
  const param = params.find((one) => one.name === name)
  if (param === undefined) {
    const message = `x-when refers to ${name}, which is not a param of the method.`
    findings.push({ code: 'RL302', message, place })
    return false
  }
  const { json, place: from } = param.schema
  const { resolve } = reader.loaded
  const wrong = values.find(
    (value) => checkValue({ file: from.file, schema: json, value, resolve }).length > 0,
  )
  if (wrong === undefined) return true
  const message = `The param ${name} cannot be ${jsonText(wrong)}, so the alternative is never returned.`
  findings.push({ code: 'RL316', message, place })
  return false
}
