import { sample } from '@rpcloom/mock'
import { pointerResolver } from '@rpcloom/schema'
import { buildApi, type Group, type Json, type JsonObject } from 'rpcloom/model'
import { load } from 'rpcloom/load'
import { ajvOracle } from './ajv-oracle.ts'
import { isLong } from './folder.ts'
import { mutationsOf } from './mutate.ts'
import { probesOf } from './probes.ts'

/** Number of values mutated from each value. */
const mutations = isLong ? 24 : 4
/** Number of values generated per schema, in addition to the examples of the document. */
const samples = isLong ? 3 : 1

/** A schema of a param or a result, with its example values. */
interface Case {
  readonly schema: Json
  readonly values: readonly Json[]
}

function casesOf(group: Group): readonly Case[] {
  return group.methods.flatMap((method) => {
    const params = method.params.map((param) => ({
      schema: param.schema.json,
      values: method.examples.flatMap(({ params: given }) =>
        Object.hasOwn(given, param.name) ? [given[param.name] ?? null] : [],
      ),
    }))
    const results = method.examples.flatMap(({ result }) =>
      result === undefined ? [] : [result.value],
    )
    const result =
      method.result === undefined ? [] : [{ schema: method.result.schema.json, values: results }]
    return [...params, ...result]
  })
}

/**
 * Returns the schemas of a group at their locations in its bundle, in which all references are
 * local.
 */
function bundled(group: Group): readonly Case[] {
  const resolve = pointerResolver(group.bundle)
  const cases = casesOf(group)
  const schemas = listOf(group.bundle['methods']).flatMap((entry) => {
    const method = followed(entry, resolve)
    const params = listOf(method['params']).map((param) => followed(param, resolve))
    const result = method['result'] === undefined ? [] : [followed(method['result'], resolve)]
    return [...params, ...result].map((descriptor) => descriptor['schema'] ?? {})
  })
  if (schemas.length !== cases.length)
    throw new Error('The bundle has other descriptors than the model')
  return schemas.map((schema, index) => ({ schema, values: cases[index]?.values ?? [] }))
}

function listOf(json: Json | undefined): readonly Json[] {
  return Array.isArray(json) ? json : []
}

function followed(json: Json, resolve: (ref: string) => unknown): JsonObject {
  let at: unknown = json
  while (isObject(at) && typeof at['$ref'] === 'string') at = resolve(at['$ref'])
  return isObject(at) ? at : {}
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export interface Figures {
  comparisons: number
  refusedByAjv: number
}

/** Compares the verdicts on all values of a document with those of ajv. Returns the differences. */
export async function compare(
  folder: string,
  file: string,
  figures: Figures,
): Promise<readonly unknown[]> {
  const { loaded } = await load({ root: folder, inputs: [file] })
  if (loaded === undefined) return []
  const { api } = buildApi(loaded, { scope: '@test' })
  const [group] = api.groups
  if (group === undefined) return []
  const cases = bundled(group)
  const { document, list } = probesOf(
    group.bundle,
    cases.map(({ schema }) => schema),
  )
  const ajv = ajvOracle(document)
  const resolve = pointerResolver(document)
  return list.flatMap(({ pointer, schema, ...probe }, index) => {
    const verdict = ajv(pointer)
    if (typeof verdict === 'string') figures.refusedByAjv++
    const seed = `${file} ${pointer}`
    const made = Array.from(
      { length: samples },
      (_, at) => sample(schema, { seed: `${seed} ${at}`, resolve }) as Json,
    )
    const values = [...(cases[index]?.values ?? []), ...made]
    const all = values.flatMap((value, at) => [
      value,
      ...mutationsOf(value, mutations, `${seed} ${at}`),
    ])
    return all.flatMap((value) => {
      figures.comparisons++
      const [accepts, explains] = [probe.accepts(value), probe.explains(value)]
      const oracle = typeof verdict === 'string' ? explains : verdict(value)
      return accepts === explains && accepts === oracle
        ? []
        : [{ pointer, schema, value, accepts, explains, oracle }]
    })
  })
}
