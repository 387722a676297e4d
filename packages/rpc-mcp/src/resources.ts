import { type Options, readValue } from '@rpcloom/cli/internal'
import type { JsonObject } from '@rpcloom/rpc'
import { paramIssues, valuesIn, variablesOf } from '@rpcloom/rpc/internal'
import { visibleJson } from '@rpcloom/schema/internal'
import { mapValues, recordOf, stringOf, stringify } from '@rpcloom/schema/json'
import { callMethod } from './call.ts'
import { fileOf, safeResult } from './content.ts'
import { inputSchema, resultSchema } from './input-schema.ts'
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
  const ofMethods = (kind: string, title: string, mimeType: string): Resource => ({
    uri: `rpcloom://${kind}/{group}/{method}`,
    name: kind,
    title,
    mimeType,
    async read({ uri, values: { group, method } }) {
      const found = methods.find(
        (one) => one.group.slug === group && one.target.method.name === method,
      )
      if (!found) return undefined
      if (kind === 'docs') return markdown(uri, methodPage(found))
      const { target } = found
      return json(uri, { params: inputSchema(target), result: resultSchema(target) })
    },
  })
  return [
    ...pages,
    ...methods.flatMap((one) => methodResource(one, program, options)),
    ofMethods('docs', 'Page of a method', 'text/markdown'),
    ofMethods('schema', 'JSON Schemas of the params and result of a method', 'application/json'),
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
  // Nothing matches an address with a variable that is no param, or with two variables in a segment.
  const names = new Set(target.method.params.map((param) => param.name))
  if (/\{[^/]*\{/.test(address) || !variablesOf(address).every((one) => names.has(one))) return []
  const read: Resource['read'] = async ({ uri, values: variables, caller }) => {
    const values = valuesOf(offered, variables)
    if (values === undefined) return undefined
    const result = await callMethod({ program, target, values, options, caller })
    const { value, files } = safeResult(target, result)
    const file = files.get('')
    return file ? fileOf(file, uri) : json(uri, value)
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
    return readValue({ schema, resolve }, String(text))
  })
  return paramIssues(method.params, values, { resolve }).length === 0 ? values : undefined
}

function markdown(uri: string, text: string): JsonObject {
  return { uri, mimeType: 'text/markdown', text }
}

function json(uri: string, value: unknown): JsonObject {
  return { uri, mimeType: 'application/json', text: visibleJson(stringify(value, undefined, 2)) }
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
