import { type Json, isRecord } from '@rpcloom/rpc'
import { deepEqual } from '@rpcloom/rpc/internal'
import { atPointer, checkSchema } from '@rpcloom/rpc/schema'
import { isLong, isSecretName, secretPointers } from './secrets.ts'
import type { Success } from './traffic.ts'
import type { Contract } from './types.ts'

/** An example pairing in the format of documents. */
export interface RecordedPairing {
  readonly name: string
  readonly params: readonly { readonly name: string; readonly value: Json }[]
  readonly result: { readonly name: string; readonly value: Json }
}

/** Records successful calls as example pairings. */
export interface Recorder {
  readonly add: (success: Success) => void
  /** By method name, in the order of first calls. */
  readonly pairings: () => ReadonlyMap<string, readonly RecordedPairing[]>
}

/** Maximum number of pairings per method. */
const KEPT = 5

/**
 * Creates a recorder. One of several similar calls is kept, secrets are replaced, and values that JSON numbers
 * cannot represent exactly are omitted.
 */
export function openRecorder(contract: Contract): Recorder {
  const recorded = new Map<string, RecordedPairing[]>()
  const outlines = new Set<string>()
  return {
    add(success) {
      const { method } = success
      const kept = recorded.get(method.name) ?? []
      const outline = `${method.name} ${outlineOf(success.params)} ${outlineOf(success.result)}`
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
      recorded.set(method.name, kept)
    },
    pairings: () => recorded,
  }
}

function isKnown({ method, params }: Success): boolean {
  return method.pairings.some((pairing) => deepEqual(pairing.params, params))
}

/** Returns the members and types of a value without the values, to compare calls. */
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

/** Replacements of a secret: the first that is valid against its schema. */
const substitutes: readonly string[] = ['redacted', 'Redacted-0', 'redacted-redacted-redacted-0-A!']

type Clean = Pick<Success, 'params' | 'result'>

/** Returns the pairing with its secrets replaced; undefined if it would be invalid without them. */
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
  // There is no replacement for a secret that is not a string.
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

/** Replaces the secrets in all strings of a value. */
function replaced(value: unknown, secrets: readonly string[], substitute: string): unknown {
  if (typeof value === 'string') return withoutTexts(value, secrets, substitute)
  if (Array.isArray(value)) return value.map((item) => replaced(item, secrets, substitute))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      // Secrets may be keys of maps; short ones, and `password` itself, match by chance.
      isSecretName(name) ? name : withoutTexts(name, secrets.filter(isLong), substitute),
      replaced(inner, secrets, substitute),
    ]),
  )
}

function withoutTexts(text: string, secrets: readonly string[], substitute: string): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, () => substitute), text)
}
