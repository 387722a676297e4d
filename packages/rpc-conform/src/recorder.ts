import { type Json, isRecord } from '@rpcloom/rpc'
import { deepEqual, isValid } from '@rpcloom/schema/internal'
import { atPointer } from '@rpcloom/schema'
import { isSecretName, secretPointers } from '@rpcloom/rpc/internal'
import { isLong } from './secrets.ts'
import type { Success } from './traffic.ts'
import type { Contract } from './types.ts'

/** An example pairing as it is written in documents. */
export interface RecordedPairing {
  readonly name: string
  readonly params: readonly { readonly name: string; readonly value: Json }[]
  readonly result: { readonly name: string; readonly value: Json }
}

/** Records successful calls as example pairings. */
export interface Recorder {
  readonly add: (success: Success) => void
  /** Returns the recorded pairings by method name, in the order of the first calls. */
  readonly pairings: () => ReadonlyMap<string, readonly RecordedPairing[]>
}

const KEPT = 5

/**
 * Creates a recorder. Keeps only one of several similar calls, and replaces secrets. Omits calls with values
 * that JSON numbers cannot represent exactly.
 */
export function openRecorder(contract: Contract): Recorder {
  const recorded = new Map<string, RecordedPairing[]>()
  const structures = new Set<string>()
  return {
    add(success) {
      const { method } = success
      const kept = recorded.get(method.name) ?? []
      const structure = `${method.name} ${structureOf(success.params)} ${structureOf(success.result)}`
      if (kept.length >= KEPT || structures.has(structure) || isExample(success)) return
      const clean = withoutSecrets(contract, success)
      if (clean === undefined || containsBigint(clean)) return
      structures.add(structure)
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

function isExample({ method, params }: Success): boolean {
  return method.pairings.some((pairing) => deepEqual(pairing.params, params))
}

function structureOf(value: unknown): string {
  if (Array.isArray(value)) return `[${[...new Set(value.map(structureOf))].toSorted().join()}]`
  if (!isRecord(value)) return value === null ? 'null' : typeof value
  const members = Object.entries(value).map(([name, inner]) => `${name}:${structureOf(inner)}`)
  return `{${members.toSorted().join()}}`
}

function containsBigint(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(containsBigint)
  if (isRecord(value)) return Object.values(value).some(containsBigint)
  return typeof value === 'bigint'
}

/** Replacements for a secret. The first replacement that is valid against the schema is used. */
const substitutes: readonly string[] = ['redacted', 'Redacted-0', 'redacted-redacted-redacted-0-A!']

type RecordedCall = Pick<Success, 'params' | 'result'>

/**
 * Returns the pairing with its secrets replaced; undefined if the replacements are invalid against the
 * schemas.
 */
function withoutSecrets(contract: Contract, success: Success): RecordedCall | undefined {
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
  // A secret that is not a string cannot be replaced.
  const texts = secrets.filter((secret) => typeof secret === 'string').filter((one) => one !== '')
  if (texts.length < secrets.filter((secret) => secret !== '').length) return undefined
  for (const substitute of substitutes) {
    const clean = {
      params: Object.fromEntries(
        Object.entries(params).map(([name, value]) => [name, replaced(value, texts, substitute)]),
      ),
      result: replaced(result, texts, substitute),
    }
    if (
      isValid(paramsSchema, clean.params, { resolve }) &&
      isValid(resultSchema, clean.result, { resolve })
    )
      return clean
  }
  return undefined
}

function replaced(value: unknown, secrets: readonly string[], substitute: string): unknown {
  if (typeof value === 'string') return withoutSecretsIn(value, secrets, substitute)
  if (Array.isArray(value)) return value.map((item) => replaced(item, secrets, substitute))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      // A key of a map may be a secret, so secrets in keys are replaced. Exceptions are names such as
      // `password`, and short secrets, which may occur in a key by chance.
      isSecretName(name) ? name : withoutSecretsIn(name, secrets.filter(isLong), substitute),
      replaced(inner, secrets, substitute),
    ]),
  )
}

function withoutSecretsIn(text: string, secrets: readonly string[], substitute: string): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, () => substitute), text)
}
