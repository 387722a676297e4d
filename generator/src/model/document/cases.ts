import { own } from '../../json/members.ts'
import { jsonText } from '../../json/text.ts'
import { below, type Located } from '../../json/place.ts'
import type { Json } from '../../json/types.ts'
import { checkValue } from '../../openrpc/example-values.ts'
import { follow } from '../reference.ts'
import { alternativeDoc } from '../doc.ts'
import { describedBy } from '../schema/compose.ts'
import { structureAt } from '../schema/reader.ts'
import { whenOf } from '../schema/when.ts'
import type { Param, ResultCase } from '../types.ts'
import { type DocumentScope, malformed } from './scope.ts'

/** Reads `x-when` of the alternatives of a result: the values of params for which each of them is returned. */
export function casesOf(
  scope: DocumentScope,
  schema: Located<Json | undefined>,
  params: readonly Param[],
): readonly ResultCase[] {
  const { inline, loaded } = scope.reader
  const ref = own(schema.json, '$ref')
  const target = typeof ref === 'string' ? follow(loaded, schema.place.file, ref) : undefined
  const { json = true, place } = target ?? schema
  return structureAt({ json, place }).choices.flatMap(({ options }) =>
    options.flatMap((option): readonly ResultCase[] => {
      const declared = own(option.json, 'x-when')
      if (declared === undefined) return []
      const when = whenOf(option.json)
      if (when.length === 0 || when.length < Object.keys(declared ?? {}).length) {
        malformed(scope, option.place, 'x-when', ' It is an object of param names and values.')
        return []
      }
      const isValid = when.every((condition) => canBe(scope, condition, { params, option }))
      return isValid
        ? [{ when, type: describedBy(inline(option), alternativeDoc(option.json)) }]
        : []
    }),
  )
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
