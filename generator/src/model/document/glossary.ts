import { isArray, isObject, own, stringOf, stringsOf } from '../../json/members.ts'
import type { Json, JsonObject, Place } from '../../json/types.ts'
import type { Term } from '../types.ts'
import { type DocumentScope, malformed } from './scope.ts'

/**
 * Reads `x-glossary` of a document. If a term is defined several times, the first definition is
 * used.
 */
export function glossaryOf(scope: DocumentScope, place: Place, json: JsonObject): readonly Term[] {
  const declared = own(json, 'x-glossary')
  if (declared === undefined) return []
  const terms = isArray(declared) ? declared.flatMap(oneTerm) : []
  const byName = new Map([...terms].reverse().map((term) => [term.term.toLowerCase(), term]))
  const distinct = terms.filter((term) => byName.get(term.term.toLowerCase()) === term)
  if (!isArray(declared) || distinct.length < declared.length) {
    const needs = ' A term requires a unique name and a description.'
    malformed(scope, place, 'x-glossary', needs)
  }
  return distinct
}

function oneTerm(json: Json): readonly Term[] {
  if (!isObject(json)) return []
  const term = (stringOf(json, 'term') ?? '').trim()
  const description = (stringOf(json, 'description') ?? '').trim()
  if (term === '' || description === '') return []
  return [
    { term, description, aliases: stringsOf(json, 'aliases'), search: stringsOf(json, 'search') },
  ]
}
