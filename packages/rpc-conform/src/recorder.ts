import { type Json, isRecord } from '@rpcloom/rpc'
import { atPointer, checkSchema, deepEqual } from '@rpcloom/rpc/schema'
import { isLong, isSecretName, secretPointers } from './secrets.ts'
import type { Success } from './traffic.ts'
import type { Contract } from './types.ts'

/** An example pairing as documents hold it. */
export interface RecordedPairing {
  readonly name: string
  readonly params: readonly { readonly name: string; readonly value: Json }[]
  readonly result: { readonly name: string; readonly value: Json }
}

/** Makes example pairings of calls that succeeded. */
export interface Recorder {
  readonly add: (success: Success) => void
  /** By wire name, in the order in which methods were called first. */
  readonly pairings: () => ReadonlyMap<string, readonly RecordedPairing[]>
}

/** Of one method no more are kept. */
const KEPT = 5

/**
 * Opens a recorder. Of calls that look alike one is kept; secrets give way to what is none; a value that
 * a document could not hold without losing digits is left out.
 */
export function openRecorder(contract: Contract): Recorder {
  const recorded = new Map<string, RecordedPairing[]>()
  const outlines = new Set<string>()
  return {
    add(success) {
      const { method } = success
      const kept = recorded.get(method.wire) ?? []
      const outline = `${method.wire} ${outlineOf(success.params)} ${outlineOf(success.result)}`
      if (kept.length >= KEPT || outlines.has(outline) || isKnown(success)) return
      const clean = withoutSecrets(contract, success)
      if (clean === undefined || holdsBigint(clean)) return
      outlines.add(outline)
      kept.push({
        name: `recorded ${kept.length + 1}`,
        params: Object.entries(clean.params).map(([name, value]) => ({
          name,
          value: value as Json,
        })),
        result: { name: 'result', value: clean.result as Json },
      })
      recorded.set(method.wire, kept)
    },
    pairings: () => recorded,
  }
}

function isKnown({ method, params }: Success): boolean {
  return method.pairings.some((pairing) => deepEqual(pairing.params, params))
}

/** The members and types of a value, without the values: calls with the same look alike. */
function outlineOf(value: unknown): string {
  if (Array.isArray(value)) return `[${[...new Set(value.map(outlineOf))].toSorted().join()}]`
  if (!isRecord(value)) return value === null ? 'null' : typeof value
  const members = Object.entries(value).map(([name, inner]) => `${name}:${outlineOf(inner)}`)
  return `{${members.toSorted().join()}}`
}

function holdsBigint(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsBigint)
  if (isRecord(value)) return Object.values(value).some(holdsBigint)
  return typeof value === 'bigint'
}

/** What takes the place of a secret: the first that fits its schema. */
const substitutes: readonly string[] = ['redacted', 'Redacted-0', 'redacted-redacted-redacted-0-A!']

type Clean = Pick<Success, 'params' | 'result'>

/** The pairing without its secrets, wherever they stand; undefined where it would not fit without them. */
function withoutSecrets(contract: Contract, success: Success): Clean | undefined {
  const { method, params, result } = success
  const { resolve } = contract
  const properties = Object.fromEntries(method.params.map(({ name, schema }) => [name, schema]))
  const paramsSchema = { properties }
  const resultSchema = method.result?.schema ?? true
  const secrets = [
    ...secretPointers(paramsSchema, params, resolve).map((at) => atPointer(params, at)),
    ...secretPointers(resultSchema, result, resolve).map((at) => atPointer(result, at)),
  ]
  if (secrets.length === 0) return { params, result }
  // A secret that is no text has no substitute.
  const texts = secrets.filter((secret) => typeof secret === 'string').filter((one) => one !== '')
  if (texts.length < secrets.filter((secret) => secret !== '').length) return undefined
  const fits = ({ params: p, result: r }: Clean): boolean =>
    checkSchema(paramsSchema, p, { resolve, maxIssues: 1 }).length === 0 &&
    checkSchema(resultSchema, r, { resolve, maxIssues: 1 }).length === 0
  for (const substitute of substitutes) {
    const clean = {
      params: Object.fromEntries(
        Object.entries(params).map(([name, value]) => [name, replaced(value, texts, substitute)]),
      ),
      result: replaced(result, texts, substitute),
    }
    if (fits(clean)) return clean
  }
  return undefined
}

/** A value in which no text holds one of the secrets. */
function replaced(value: unknown, secrets: readonly string[], substitute: string): unknown {
  if (typeof value === 'string') return withoutTexts(value, secrets, substitute)
  if (Array.isArray(value)) return value.map((item) => replaced(item, secrets, substitute))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      // Maps may be kept by a secret; short ones, and `password` itself, are names by chance.
      isSecretName(name) ? name : withoutTexts(name, secrets.filter(isLong), substitute),
      replaced(inner, secrets, substitute),
    ]),
  )
}

function withoutTexts(text: string, secrets: readonly string[], substitute: string): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, () => substitute), text)
}
