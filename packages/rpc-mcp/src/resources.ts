import type { Options } from '@rpcloom/cli/internal'
import { type JsonObject, RpcError } from '@rpcloom/rpc'
import { isValid, visibleJson } from '@rpcloom/schema/internal'
import { recordOf, stringify, stringOf } from '@rpcloom/schema/json'
import { callMethod } from './call.ts'
import { fileOf, resultOf, wholeFile } from './content.ts'
import { toolErrorOf } from './failure.ts'
import { inputSchema, resultSchema } from './input-schema.ts'
import { type OfferedMethod, titleOf } from './offered.ts'
import { groupPage, methodPage } from './pages.ts'
import type { McpProgram } from './program.ts'
import type { Arguments, ToolCaller } from './tool.ts'

/** Maximum number of characters of a resource. */
const MOST = 1_000_000

/** A resource, or a template of resources. */
export interface Resource {
  /** May have variables: `pets://{id}`. */
  readonly uri: string
  readonly name: string
  readonly title: string
  readonly mimeType?: string
  /** Whether its content may change while the server runs. */
  readonly isLive?: true
  /** Returns the content; undefined if the values of the variables are unknown. */
  readonly read: (
    values: Readonly<Record<string, string>>,
    caller: ToolCaller,
  ) => Promise<Content | undefined>
}

type Content = (uri: string) => JsonObject

/** Returns the pages, schemas and results that a program offers. */
export function resourcesOf(
  methods: readonly OfferedMethod[],
  program: McpProgram,
  options: Options,
): readonly Resource[] {
  const byPath = new Map(
    methods.map((one) => [`${one.group.slug}/${one.target.method.name}`, one] as const),
  )
  const at = ({ group, method }: Readonly<Record<string, string>>): OfferedMethod | undefined =>
    byPath.get(`${group}/${method}`)
  const pages = program.groups.map((group): Resource => {
    const own = methods.filter((one) => one.group === group)
    return {
      uri: `rpcloom://docs/${group.slug}`,
      name: group.slug,
      title: group.title,
      mimeType: 'text/markdown',
      read: async () => markdown(groupPage(group, await group.document(), own)),
    }
  })
  return [
    ...pages,
    ...methods.flatMap((one) => methodResource(one, program, options)),
    {
      uri: 'rpcloom://docs/{group}/{method}',
      name: 'method',
      title: 'Page of a method',
      mimeType: 'text/markdown',
      read: async (values) => {
        const found = at(values)
        return found && markdown(methodPage(found))
      },
    },
    {
      uri: 'rpcloom://schema/{group}/{method}',
      name: 'schema',
      title: 'JSON Schemas of the params and the result of a method',
      mimeType: 'application/schema+json',
      read: async (values) => {
        const found = at(values)
        return (
          found && json({ params: inputSchema(found.target), result: resultSchema(found.target) })
        )
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
  const { target } = offered
  const { method } = target
  const uri = stringOf(recordOf(method.json['x-resource'])['uri'])
  if (uri === undefined || method.effect !== 'read') return []
  return [
    {
      uri,
      name: offered.name,
      title: titleOf(offered),
      isLive: true,
      async read(variables, caller) {
        const values = valuesOf(offered, variables)
        if (values === undefined) return undefined
        try {
          const value = await callMethod({ program, target, values, options, caller })
          const file = wholeFile(target, value)
          return file ? (from) => fileOf(file, from) : json(resultOf(target, value).value)
        } catch (error) {
          const { message, details } = toolErrorOf(error, target)
          throw new RpcError(-32603, message, { data: details })
        }
      },
    },
  ]
}

/** Returns the params of a method by the variables of an address; undefined if a value is not valid. */
function valuesOf(
  { target: { method, document } }: OfferedMethod,
  variables: Readonly<Record<string, string>>,
): Arguments | undefined {
  const values: Record<string, unknown> = {}
  for (const { name, required, schema } of method.params) {
    const text = variables[name]
    if (text === undefined && required) return undefined
    if (text === undefined) continue
    const forms = [
      text,
      ...(/^-?\d+$/.test(text) ? [BigInt(text)] : []),
      ...(/^(true|false)$/.test(text) ? [text === 'true'] : []),
    ]
    const value = forms.find((one) => isValid(schema, one, { resolve: document.resolve }))
    if (value === undefined) return undefined
    values[name] = value
  }
  return values
}

function markdown(text: string): Content {
  return (uri) => ({ uri, mimeType: 'text/markdown', text })
}

function json(value: unknown): Content {
  return (uri) => ({
    uri,
    mimeType: 'application/json',
    text: visibleJson(stringify(value, undefined, 2)),
  })
}

/** Reads a resource. Returns undefined for an unknown address. */
export async function readResource(
  resources: readonly Resource[],
  uri: string,
  caller: ToolCaller,
): Promise<JsonObject | undefined> {
  const [found] = resources.flatMap((resource) => {
    const values = variablesIn(resource.uri, uri)
    return values ? [{ resource, values }] : []
  })
  const content = (await found?.resource.read(found.values, caller))?.(uri)
  if (content && stringify(content).length > MOST)
    throw new RpcError(-32603, `The resource has more than ${MOST} characters`)
  return content
}

/** Returns the resource of an address. */
export function resourceAt(resources: readonly Resource[], uri: string): Resource | undefined {
  return resources.find((one) => variablesIn(one.uri, uri))
}

/** Returns the values of the variables in an address; undefined if it does not match the template. */
function variablesIn(template: string, uri: string): Readonly<Record<string, string>> | undefined {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const parts = template
    .split(/\{\w+\}/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`))
  const [, ...values] = new RegExp(`^${parts.join('([^/]+)')}$`).exec(uri) ?? []
  if (values.length !== names.length || (names.length === 0 && template !== uri)) return undefined
  try {
    return Object.fromEntries(
      names.map((name, index) => [name, decodeURIComponent(values[index] ?? '')]),
    )
  } catch {
    // The address has an invalid escape sequence.
    return undefined
  }
}
