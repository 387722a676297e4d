import { wholeName } from '@rpcloom/rpc/internal'
import { isObject, own } from '../../json/members.ts'
import { below } from '../../json/place.ts'
import type { JsonObject, Place } from '../../json/types.ts'
import { checkValue } from '../../openrpc/example-values.ts'
import { schemaDoc } from '../doc.ts'
import { methodOrigin } from '../names/type-origin.ts'
import { asSchema } from '../schema/reader.ts'
import { define, namedAfter } from '../schema/schema.ts'
import { isSecret } from '../schema/secret.ts'
import type { Method, Param } from '../types.ts'
import { type DocumentScope, malformed } from './scope.ts'

/**
 * Reads `x-params` of a method: one schema for all params, read as the schema of a single param. The param is optional if
 * the schema allows an empty object.
 */
export function wholeParamsOf(
  scope: DocumentScope,
  method: {
    readonly place: Place
    readonly json: JsonObject
    readonly name: string
    readonly typePrefix: string
  },
): Pick<Method, 'paramStructure' | 'params' | 'paramsType'> | undefined {
  const declared = own(method.json, 'x-params')
  if (declared === undefined) return undefined
  if (!isObject(declared)) return malformed(scope, method.place, 'x-params', ' It is a schema.')
  const at = { place: below(method.place, 'x-params'), json: declared }
  const origin = methodOrigin(`${method.typePrefix}Params`, method.name)
  const read = namedAfter(scope.reader, at, origin)
  const to = read.kind === 'ref' ? read.to : define(scope.reader, { ...at, type: read, origin })
  // Servers read omitted params as an empty object.
  const { resolve } = scope.reader.loaded
  const issues = checkValue({ file: at.place.file, schema: declared, value: {}, resolve })
  const param: Param = {
    name: wholeName,
    identifier: wholeName,
    required: issues.length > 0,
    omittable: false,
    doc: schemaDoc(declared),
    type: { kind: 'ref', to },
    schema: asSchema(at),
    secret: isSecret(scope.reader.loaded, at),
    extensions: {},
  }
  return { paramStructure: 'whole', params: [param], paramsType: to }
}
