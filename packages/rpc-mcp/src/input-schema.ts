import { isSecret, paramSummary, type TargetMethod } from '@rpcloom/cli/internal'
import type { JsonObject } from '@rpcloom/rpc'
import type { OpenRpcParam } from '@rpcloom/rpc/internal'
import type { Resolve } from '@rpcloom/schema'
import { MovedSchemas } from '@rpcloom/schema/internal'
import { recordOf } from '@rpcloom/schema/json'
import { withoutSecrets } from './content.ts'
import { plainText } from './plain-text.ts'

type Schema = Readonly<Record<string, unknown>>

const dialect = 'https://json-schema.org/draft/2020-12/schema'

/** Returns the schema of a method's params as JSON Schema 2020-12, without references to the document. */
export function inputSchema(target: TargetMethod): JsonObject {
  const { method, document } = target
  const moved = movedSchemas(document.resolve)
  const properties = method.params.map(
    (param) => [param.name, describedParam(target, param, moved)] as const,
  )
  const required = method.params.flatMap(({ name, required }) => (required ? [name] : []))
  return {
    $schema: dialect,
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
    ...definitionsOf(moved),
  } as JsonObject
}

/** Returns the schema of a method's result; undefined for a notification. */
export function resultSchema({ method, document }: TargetMethod): JsonObject | undefined {
  if (!method.result) return undefined
  const moved = movedSchemas(document.resolve)
  const schema = moved.schema(method.result.schema)
  return { $schema: dialect, ...recordOf(schema), ...definitionsOf(moved) } as JsonObject
}

function describedParam(target: TargetMethod, param: OpenRpcParam, moved: MovedSchemas): Schema {
  const schema = recordOf(moved.schema(param.schema))
  const isHidden = isSecret(target, param)
  const examples = target.method.pairings.flatMap(({ params }) =>
    Object.hasOwn(params, param.name)
      ? [withoutSecrets(param.schema, params[param.name], target)]
      : [],
  )
  const description = [plainText(paramSummary(param)), isHidden ? 'Secret: never shown.' : '']
    .filter((part) => part !== '')
    .join(' ')
  return {
    ...schema,
    ...(description !== '' && { description }),
    ...(isHidden ? { writeOnly: true } : examples.length > 0 && { examples: examples.slice(0, 3) }),
  }
}

/** Returns schemas that are moved out of a document. Clients may reject keywords that they do not know. */
export function movedSchemas(resolve: Resolve): MovedSchemas {
  const isOmitted = (keyword: string): boolean => keyword.startsWith('x-')
  return new MovedSchemas({ resolve, version: '2020-12', at: '#/$defs/', isOmitted })
}

function definitionsOf(moved: MovedSchemas): { readonly $defs?: Schema } {
  const $defs = moved.definitions()
  return Object.keys($defs).length === 0 ? {} : { $defs }
}
