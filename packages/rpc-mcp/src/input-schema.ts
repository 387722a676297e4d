import { isSecret, paramSummary, type TargetMethod } from '@rpcloom/cli/internal'
import type { JsonObject } from '@rpcloom/rpc'
import type { OpenRpcParam } from '@rpcloom/rpc/internal'
import type { Resolve } from '@rpcloom/schema'
import { MovedSchemas } from '@rpcloom/schema/internal'
import { recordOf } from '@rpcloom/schema/json'
import { withoutSecrets } from './content.ts'
import { plainText } from './plain-text.ts'

const dialect = 'https://json-schema.org/draft/2020-12/schema'

/** Returns the schema of a method's params as JSON Schema 2020-12, without references to the document. */
export function inputSchema(target: TargetMethod): JsonObject {
  const { params } = target.method
  const properties = params.map((param) => [param.name, describedParam(target, param)])
  const required = params.flatMap(({ name, required }) => (required ? [name] : []))
  return standalone(target, {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  })
}

/** Returns the schema of a method's result; undefined for a notification. */
export function resultSchema(target: TargetMethod): JsonObject | undefined {
  const { result } = target.method
  return result && standalone(target, result.schema)
}

function standalone({ document }: TargetMethod, schema: unknown): JsonObject {
  const moved = movedSchemas(document.resolve)
  const own = recordOf(moved.schema(schema))
  const $defs = moved.definitions()
  const hasDefinitions = Object.keys($defs).length > 0
  return { $schema: dialect, ...own, ...(hasDefinitions && { $defs }) } as JsonObject
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

/** Returns schemas that are moved out of a document. Clients may reject keywords that they do not know. */
export function movedSchemas(resolve: Resolve): MovedSchemas {
  const isOmitted = (keyword: string): boolean => keyword.startsWith('x-')
  return new MovedSchemas({ resolve, version: '2020-12', at: '#/$defs/', isOmitted })
}
