import type { Options } from '@rpcloom/cli/internal'
import { type JsonObject, RpcError } from '@rpcloom/rpc'
import { paramIssues, parseLossless, valuesIn } from '@rpcloom/rpc/internal'
import { isValid, visibleJson } from '@rpcloom/schema/internal'
import { recordOf, stringify, stringOf } from '@rpcloom/schema/json'
import { callMethod } from './call.ts'
import { fileOf, safeResult } from './content.ts'
import { toolErrorOf } from './failure.ts'
import { inputSchema, resultSchema } from './input-schema.ts'
import { mapValues } from './map-values.ts'
import { effectOf, type OfferedMethod, titleOf } from './offered.ts'
import { groupPage, methodPage } from './pages.ts'
import type { McpProgram } from './program.ts'
import type { Arguments, ToolCaller } from './tool.ts'

/** A resource, or a template of resources. */
export interface Resource {
  /** May have variables: `pets://{id}`. */
  readonly uri: string
  readonly name: string
  readonly title: string
  readonly mimeType: string | undefined
  /** Whether its content may change while the server runs. */
  readonly isLive?: true
  /** Returns the content; undefined if the values of the variables are unknown. */
  readonly read: (request: ReadRequest) => Promise<JsonObject | undefined>
}

interface ReadRequest {
  readonly uri: string
  /** Values of the variables in the address of the resource. */
  readonly values: Readonly<Record<string, string>>
  readonly caller: ToolCaller
}

/** Returns the pages, schemas and results that a program offers. */
export function resourcesOf(
  methods: readonly OfferedMethod[],
  program: McpProgram,
  options: Options,
): readonly Resource[] {
  const pages = program.groups.map((group): Resource => {
    const { slug, title } = group
    const own = methods.filter((one) => one.group === group)
    return {
      uri: `rpcloom://docs/${slug}`,
      name: slug,
      title,
      mimeType: 'text/markdown',
      read: async ({ uri }) => markdown(uri, groupPage(group, await group.document(), own)),
    }
  })
  const found = ({ group, method }: ReadRequest['values']): OfferedMethod | undefined =>
    methods.find((one) => one.group.slug === group && one.target.method.name === method)
  return [
    ...pages,
    ...methods.flatMap((one) => methodResource(one, program, options)),
    {
      uri: 'rpcloom://docs/{group}/{method}',
      name: 'method',
      title: 'Page of a method',
      mimeType: 'text/markdown',
      async read({ uri, values }) {
        const method = found(values)
        return method && markdown(uri, methodPage(method))
      },
    },
    {
      uri: 'rpcloom://schema/{group}/{method}',
      name: 'schema',
      title: 'JSON Schemas of the params and the result of a method',
      mimeType: 'application/json',
      async read({ uri, values }) {
        const { target } = found(values) ?? {}
        return target && json(uri, { params: inputSchema(target), result: resultSchema(target) })
      },
    },
  ]
}

/** Returns the resource that a method that reads declares (`x-resource`). */
function methodResource(
  offered: OfferedMethod,
  program: McpProgram,
  options: Options,
): readonly Resource[] {
  const { target, name } = offered
  const address = stringOf(recordOf(target.method.json['x-resource'])['uri'])
  if (address === undefined || effectOf(target) !== 'read') return []
  const read: Resource['read'] = async ({ uri, values: variables, caller }) => {
    const values = valuesOf(offered, variables)
    if (values === undefined) return undefined
    try {
      const result = await callMethod({ program, target, values, options, caller })
      const { value, files } = safeResult(target, result)
      const file = files.get('')
      return file ? fileOf(file, uri) : json(uri, value)
    } catch (error) {
      const { message, details } = toolErrorOf(error, target)
      throw new RpcError(-32603, message, { data: details })
    }
  }
  return [{ uri: address, name, title: titleOf(offered), mimeType: undefined, isLive: true, read }]
}

/** Returns the params of a method by the variables of an address; undefined if they are not valid. */
function valuesOf(
  { target: { method, document } }: OfferedMethod,
  variables: ReadRequest['values'],
): Arguments | undefined {
  const { resolve } = document
  const values = mapValues(variables, (text, name) => {
    const { schema } = method.params.find((param) => param.name === name) ?? {}
    const isText = isValid(schema ?? true, text, { resolve })
    return isText || !/^(-?\d+|true|false)$/.test(String(text)) ? text : parseLossless(String(text))
  })
  return paramIssues(method.params, values, { resolve }).length === 0 ? values : undefined
}

function markdown(uri: string, text: string): JsonObject {
  return { uri, mimeType: 'text/markdown', text }
}

function json(uri: string, value: unknown): JsonObject {
  const text = visibleJson(stringify(value, undefined, 2))
  return { uri, mimeType: 'application/json', text }
}

/** Returns the resource of an address, and the values of its variables. */
export function resourceAt(
  resources: readonly Resource[],
  uri: string,
): { readonly resource: Resource; readonly values: ReadRequest['values'] } | undefined {
  for (const resource of resources) {
    const values = valuesIn(resource.uri, uri)
    if (values) return { resource, values }
  }
  return undefined
}
