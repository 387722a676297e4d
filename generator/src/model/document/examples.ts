import { type NamedValue, valuesByParam } from '@rpcloom/rpc/internal'
import type { Element } from '../../openrpc/elements.ts'
import { defined, isObject, own, stringOf } from '../../json/members.ts'
import { below } from '../../json/place.ts'
import type { ExamplePairing, Param } from '../types.ts'
import type { Json, JsonObject, Place } from '../../json/types.ts'
import { type DocumentScope, elementAt, elementsAt } from './scope.ts'

export function examplesOf(
  scope: DocumentScope,
  at: { readonly place: Place; readonly json: JsonObject },
  params: readonly Param[],
): readonly ExamplePairing[] {
  const elements = elementsAt(scope, at.place, own(at.json, 'examples'), 'examples')
  return elements.map((element, index) => onePairing(scope, { element, index, params }))
}

function onePairing(
  scope: DocumentScope,
  from: { readonly element: Element; readonly index: number; readonly params: readonly Param[] },
): ExamplePairing {
  const { json, file, pointer } = from.element
  const place = { file, pointer }
  const values = paramValues(scope, place, own(json, 'params'))
  const result = elementAt(scope, below(place, 'result'), own(json, 'result'))
  const value = own(result?.json, 'value')
  return {
    name: stringOf(json, 'name') ?? `Example ${from.index + 1}`,
    place,
    params: Object.fromEntries(
      valuesByParam(
        values,
        from.params.map(({ name }) => name),
      ),
    ),
    positional: values.map((one) => one.value),
    ...(value === undefined ? {} : { result: { value } }),
    ...defined({
      summary: stringOf(json, 'summary'),
      description: stringOf(json, 'description'),
    }),
  }
}

/**
 * Returns the values of param examples. Examples without a `value`, such as examples with
 * `externalValue`, are omitted.
 */
function paramValues(
  scope: DocumentScope,
  place: Place,
  json: Json | undefined,
): readonly NamedValue<Json>[] {
  // Some documents write the params of a by-name call as a single object.
  if (isObject(json) && own(json, '$ref') === undefined) {
    return Object.entries(json).map(([name, value]) => ({ name, value }))
  }
  return elementsAt(scope, place, json, 'params').flatMap((element) => {
    const value = own(element.json, 'value')
    return value === undefined ? [] : [{ name: stringOf(element.json, 'name') ?? '', value }]
  })
}
