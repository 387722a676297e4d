import { isSecret, paramSummary, type TargetMethod } from '@rpcloom/cli/internal'
import type { JsonObject } from '@rpcloom/rpc'
import type { OpenRpcParam } from '@rpcloom/rpc/internal'
import { plainText, standaloneSchema } from '@rpcloom/schema/internal'
import { recordOf } from '@rpcloom/schema/json'
import { withoutSecrets } from './content.ts'

/** Returns the schema of a method's params as JSON Schema 2020-12, without references to the document. */
export function inputSchema(target: TargetMethod): JsonObject {
  const { params } = target.method
  const properties = params.map((param) => [param.name, describedParam(target, param)])
  const required = params.flatMap(({ name, required }) => (required ? [name] : []))
  const schema = {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
  return standaloneSchema(schema, target.document.resolve) as JsonObject
}

/** Returns the schema of a method's result; undefined for a notification. */
export function resultSchema(target: TargetMethod): JsonObject | undefined {
  const { result } = target.method
  return result && (standaloneSchema(result.schema, target.document.resolve) as JsonObject)
}

function describedParam(target: TargetMethod, param: OpenRpcParam): object {
  const { name, schema } = param
  const isHidden = isSecret(target.document, param)
  const examples = target.method.pairings.flatMap(({ params }) =>
    Object.hasOwn(params, name) ? [withoutSecrets(schema, params[name], target.document)] : [],
  )
  const description = `${plainText(paramSummary(param))}${isHidden ? ' Secret: never shown.' : ''}`
  return {
    ...recordOf(schema),
    ...(description !== '' && { description: description.trim() }),
    ...(isHidden ? { writeOnly: true } : examples.length > 0 && { examples: examples.slice(0, 3) }),
  }
}
