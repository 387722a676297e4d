import { isCalledByHttp, sampleRequest, sampleUrl } from '../codegen/sample-call.ts'
import { defined } from '../json/members.ts'
import type { Json, JsonObject } from '../json/types.ts'
import type { Doc } from '../model/types.ts'
import { addressOf, type QueryParam, queryOf } from './address.ts'
import type { Call, ExportInput } from './calls.ts'
import { type Components, openComponents } from './components.ts'
import { createKeys } from './keys.ts'
import { errorResponse, requestSchema, resultSchema } from './messages.ts'

/**
 * Returns an OpenAPI 3.1 document with a POST operation for each method. All methods of a group have the same address,
 * so the path ends with the name of the method as a fragment, which is not sent.
 */
export function openApi({ title, version, groups, calls, resolve }: ExportInput): JsonObject {
  const components = openComponents(resolve, '2020-12', { JsonRpcError: errorResponse })
  const ids = createKeys()
  const paths = new Map<string, Json>()
  const called = calls.filter(({ group, method }) => isCalledByHttp(group, method))
  const located = called.map((call) => {
    const { origin, pathname, search } = addressOf(sampleUrl(call.group, call.method))
    return { call, origin, pathname, parameters: queryOf(search).map(queryParameter) }
  })
  const origin = located[0]?.origin
  for (const { call, pathname, parameters, ...own } of located) {
    const operationId = ids.choose(`${call.group.key}_${call.method.standalone}`)
    paths.set(freePath(call, pathname, paths), {
      ...(own.origin !== origin && { servers: [{ url: own.origin }] }),
      ...(parameters.length > 0 && { parameters }),
      post: { operationId, ...operation(call, components) },
    })
  }
  return {
    openapi: '3.1.0',
    info: { title, version },
    ...(origin !== undefined && { servers: [{ url: origin }] }),
    tags: groups.map((group) => ({
      name: group.title,
      ...defined({ description: group.doc.description }),
    })),
    paths: Object.fromEntries(paths),
    components: { schemas: components.schemas() },
  }
}

function freePath(
  { group, method }: Call,
  pathname: string,
  paths: ReadonlyMap<string, Json>,
): string {
  const name = fragmentOf(method.name)
  const short = `${pathname}#${name}`
  return paths.has(short) ? `${pathname}#${encodeURIComponent(group.slug)}/${name}` : short
}

/** Returns a param in the query of a server. URLs of servers have no query in OpenAPI. */
function queryParameter({ name, value }: QueryParam): JsonObject {
  const schema = { type: 'string', ...(value !== undefined && { default: value }) }
  return { name, in: 'query', required: true, schema }
}

/** Returns a method name as a fragment. Braces would be variables of the path. */
function fragmentOf(name: string): string {
  return encodeURIComponent(name.replaceAll(/\p{Cs}/gu, '_'))
}

function operation(call: Call, { convert }: Components): JsonObject {
  const { group, method, examples } = call
  return {
    tags: [group.title],
    ...textsOf(method.doc),
    ...(method.doc.deprecated !== undefined && { deprecated: true }),
    requestBody: {
      required: true,
      content: jsonContent(convert(requestSchema(call)), requestExamples(call)),
    },
    responses:
      method.result === undefined
        ? { '204': { description: 'The notification was received.' } }
        : {
            '200': {
              description: 'The result, or an error.',
              content: jsonContent(
                {
                  oneOf: [
                    convert(resultSchema(call)),
                    { $ref: '#/components/schemas/JsonRpcError' },
                  ],
                },
                [
                  ...examples.flatMap(({ name, result }) =>
                    result === undefined
                      ? []
                      : [[name, { jsonrpc: '2.0', id: 1, result: result.value }] as const],
                  ),
                  ...method.errors.map(
                    ({ identifier, code, message }) =>
                      [identifier, { jsonrpc: '2.0', id: 1, error: { code, message } }] as const,
                  ),
                ],
              ),
            },
          },
  }
}

function requestExamples({ method, examples }: Call): readonly (readonly [string, Json])[] {
  return examples.map((example) => [example.name, sampleRequest(method, example)])
}

function textsOf({ summary, description, externalDocs }: Doc): JsonObject {
  return defined({ summary, description, externalDocs })
}

function jsonContent(schema: Json, examples: readonly (readonly [string, Json])[]): JsonObject {
  const keys = createKeys()
  const named = examples.map(
    ([name, value]) => [keys.choose(name), { summary: name, value }] as const,
  )
  return {
    'application/json': {
      schema,
      ...(named.length > 0 && { examples: Object.fromEntries(named) }),
    },
  }
}
