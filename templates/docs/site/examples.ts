import { capitalized } from 'rpcloom/codegen'
import type { ExamplePairing, Json } from 'rpcloom/model'
import { type OpenRpcParam, paramIssues } from '@rpcloom/rpc/internal'
import { type Resolve } from '@rpcloom/schema/internal'
import { checkSchema } from '@rpcloom/schema'
import { sample } from '@rpcloom/mock'
import { jsonBlock, type Leaf, prose } from '../page/leaf.ts'
import type { Member } from './catalogue.ts'
import type { SiteContext } from './context.ts'
import { requestOf, type Sample } from './samples/call.ts'
import { samplesOf } from './samples/samples.ts'
import { sampleBudget, shownPairing } from './shortened.ts'
import type { Ids } from './unique-names.ts'
import { variantOf } from './variant.ts'

export interface Example {
  readonly id: string
  readonly name: string
  readonly about: Leaf | undefined
  readonly origin: 'document' | 'generated'
  /**
   * Result of validating the example against the method's schemas. Undefined for an example that
   * was generated from the schemas.
   */
  readonly check: { readonly passed: boolean; readonly text: string } | undefined
  readonly samples: readonly Sample[]
  readonly request: Leaf
  readonly response: Leaf | undefined
  readonly isFirst: boolean
  /** Index of the alternative of the result that the example has. */
  readonly variant: string | undefined
}

export function examplesOf(context: SiteContext, member: Member, ids: Ids): readonly Example[] {
  const { examples } = member.method
  const shown = examples.length > 0 ? examples : [generatedExample(context, member)]
  const names = titlesOf(shown, member.method.name)
  return shown.map((pairing, index) => {
    const cut = shownPairing(pairing)
    const call = {
      ...member,
      params: cut,
      handlers: context.implemented.get(member.group.key)?.path,
    }
    const { client } = context.options
    return {
      id: ids.choose(`example-${pairing.name}`),
      name: names[index] ?? pairing.name,
      about: prose(pairing.description ?? pairing.summary),
      origin: examples.length > 0 ? 'document' : 'generated',
      check: examples.length > 0 ? checkOf(context, member, pairing) : undefined,
      samples: samplesOf(call, client),
      request: jsonBlock(requestOf(call)),
      response:
        cut.result === undefined
          ? undefined
          : jsonBlock({ jsonrpc: '2.0', id: 1, result: cut.result.value }),
      isFirst: index === 0,
      variant: variantText(context, member, pairing),
    }
  })
}

function variantText(
  { api }: SiteContext,
  { method }: Member,
  { result }: ExamplePairing,
): string | undefined {
  if (method.result === undefined || result === undefined) return undefined
  return variantOf(api, method.result.type, result.value)?.toString()
}

/**
 * Returns headings for examples. Method names stay unchanged, and duplicate headings are numbered.
 */
function titlesOf(pairings: readonly ExamplePairing[], methodName: string): readonly string[] {
  const counts = new Map<string, number>()
  return pairings.map(({ name }) => {
    const title = name.startsWith(methodName) ? name : capitalized(name)
    const count = (counts.get(title) ?? 0) + 1
    counts.set(title, count)
    return count === 1 ? title : `${title} (${count})`
  })
}

export function generatedExample(context: SiteContext, member: Member): ExamplePairing {
  const { method } = member
  const { resolve, params, result } = schemasOf(context, member)
  const schemas = new Map(params.map(({ name, schema }) => [name, schema]))
  const make = (schema: unknown, seed: string): Json =>
    sample(schema, { seed, resolve, budget: sampleBudget }) as Json
  const last = method.params.findLastIndex(({ required }) => required)
  const given = method.params
    .slice(0, last + 1)
    .map(({ name }) => [name, make(schemas.get(name) ?? true, name)] as const)
  return {
    name: 'Generated from the schemas',
    place: method.place,
    params: Object.fromEntries(given),
    positional: given.map(([, value]) => value),
    ...(result !== undefined && { result: { value: make(result, method.name) } }),
  }
}

function checkOf(
  context: SiteContext,
  member: Member,
  pairing: ExamplePairing,
): NonNullable<Example['check']> {
  const { resolve, params, result } = schemasOf(context, member)
  const options = { resolve, maxIssues: 1 }
  const issues = [
    ...paramIssues(params, pairing.params, options),
    ...(pairing.result === undefined || result === undefined
      ? []
      : checkSchema(result, pairing.result.value, options)),
  ]
  const passed = issues.length === 0
  const text = passed ? 'Valid against the schemas' : 'Not valid against the schemas'
  return { passed, text }
}

interface Schemas {
  readonly resolve: Resolve
  readonly params: readonly OpenRpcParam[]
  readonly result: unknown
}

function schemasOf({ bundles }: SiteContext, { group, method }: Member): Schemas {
  const { resolve, methods } = bundles.of(group)
  const found = methods.get(method.name)
  return { resolve, params: found?.params ?? [], result: found?.result?.schema }
}
