import { defined, own, stringOf } from '../../json/members.ts'
import type { Located } from '../../json/place.ts'
import type { JsonObject } from '../../json/types.ts'
import type { Group } from '../types.ts'
import { type DocumentScope, malformed } from './scope.ts'

/** Reads `x-cancel` and `x-progress` of a document. */
export function callbacksOf(
  scope: DocumentScope,
  document: Located<JsonObject>,
): Pick<Group, 'cancel' | 'progress'> {
  return defined({ cancel: cancelOf(scope, document), progress: progressOf(scope, document) })
}

function cancelOf(scope: DocumentScope, { place, json }: Located<JsonObject>): Group['cancel'] {
  const declared = own(json, 'x-cancel')
  if (declared === undefined) return undefined
  const [method, id] = [stringOf(declared, 'method'), stringOf(declared, 'id')]
  if (method && id) return { method, id }
  return malformed(scope, place, 'x-cancel', ' It requires `method` and `id`.')
}

function progressOf(scope: DocumentScope, { place, json }: Located<JsonObject>): Group['progress'] {
  const declared = own(json, 'x-progress')
  if (declared === undefined) return undefined
  const [method, token] = [stringOf(declared, 'method'), stringOf(declared, 'token')]
  const [value, param] = [stringOf(declared, 'value'), stringOf(declared, 'param')]
  if (method && token && param) return { method, token, param, ...defined({ value }) }
  return malformed(scope, place, 'x-progress', ' It requires `method`, `token` and `param`.')
}
