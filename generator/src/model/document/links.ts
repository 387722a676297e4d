import { objectOf, own, textOf } from '../json.ts'
import type { JsonObject, Link, Place } from '../types.ts'
import { type DocumentScope, elementsAt } from './scope.ts'

/** The links of a method; one without a method leads nowhere and is left out. */
export function linksOf(scope: DocumentScope, place: Place, json: JsonObject): readonly Link[] {
  return elementsAt(scope, place, own(json, 'links'), 'links').flatMap(
    (element): readonly Link[] => {
      const method = textOf(element.json, 'method')
      if (method === undefined) return []
      const description = textOf(element.json, 'description') ?? textOf(element.json, 'summary')
      return [
        {
          name: textOf(element.json, 'name') ?? method,
          method,
          params: objectOf(element.json, 'params') ?? {},
          ...(description === undefined ? {} : { description }),
        },
      ]
    },
  )
}
