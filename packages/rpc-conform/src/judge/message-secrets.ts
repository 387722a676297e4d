import { isRecord } from '@rpcloom/rpc'
import { stringify } from '@rpcloom/schema/internal'
import { atPointer } from '@rpcloom/schema'
import { secretPointers } from '@rpcloom/rpc/internal'
import { isLong } from '../secrets.ts'
import type { CaseRequest, Contract, ContractFinding, ContractMethod } from '../types.ts'
import { jsonValue } from './json.ts'
import { type Remark, remark } from './remark.ts'

const HIDDEN = 'a secret'

export function exposedSecrets(
  contract: Contract,
  request: CaseRequest,
  texts: readonly string[],
): readonly Remark[] {
  if (request.kind !== 'call') return []
  return texts.flatMap((text) => {
    const answer = text.includes('"error"') ? jsonValue(text) : undefined
    if (!isRecord(answer) || !isRecord(answer['error'])) return []
    const error = stringify(answer['error'])
    return secretsIn(contract, [stringify(request.call)])
      .filter((secret) => isLong(secret) && error.includes(quoted(secret).slice(1, -1)))
      .map(() => remark('secret', '/error', 'an error without secrets', 'a secret of the request'))
  })
}

/** Removes secrets from findings, since reports are stored and shared. */
export function hideSecrets(
  findings: readonly ContractFinding[],
  contract: Contract,
  texts: readonly string[],
): readonly ContractFinding[] {
  if (findings.length === 0) return findings
  const secrets = secretsIn(contract, texts)
  if (secrets.length === 0) return findings
  return findings.map(({ pointer, expected, got, request, error, ...finding }) => ({
    ...finding,
    pointer: hidden(pointer, secrets),
    expected: hidden(expected, secrets),
    got: hidden(got, secrets),
    ...(request !== undefined && { request: hiddenInJson(request, secrets) }),
    ...(error && { error: { ...error, message: hidden(error.message, secrets) } }),
  }))
}

/**
 * Returns the secrets in requests and responses, longest first. They are recognized by the schemas of the
 * called methods, or by member names.
 */
export function secretsIn(contract: Contract, texts: readonly string[]): readonly string[] {
  const messages = texts.flatMap((text) => [jsonValue(text)].flat().filter(isRecord))
  const methods = contract.methods.filter(({ name }) =>
    messages.some((message) => message['method'] === name),
  )
  const found = new Set<string>()
  for (const message of messages) {
    // A response may belong to any of the calls.
    const own = methods.filter(({ name }) => name === (message['method'] ?? name))
    if (own.length === 0) addSecrets(true, message, contract, found)
    for (const method of own)
      addSecrets(schemaOf(method), withNamedParams(method, message), contract, found)
  }
  return [...found].toSorted((a, b) => b.length - a.length)
}

function addSecrets(
  schema: unknown,
  message: unknown,
  { resolve }: Contract,
  found: Set<string>,
): void {
  for (const pointer of secretPointers(schema, message, resolve))
    addScalars(atPointer(message, pointer), found)
}

/** Returns the schema of a method's messages: the call with params by name, and the response. */
function schemaOf({ params, result }: ContractMethod): object {
  const properties = Object.fromEntries(params.map(({ name, schema }) => [name, schema]))
  return { properties: { params: { properties }, result: result?.schema ?? true } }
}

/** Names the params that a message has by position. */
function withNamedParams(
  { params: named }: ContractMethod,
  message: Readonly<Record<string, unknown>>,
): object {
  const { params } = message
  if (!Array.isArray(params)) return message
  const entries = params.map((value: unknown, index) => {
    return [named[index]?.name ?? String(index), value] as const
  })
  return { ...message, params: Object.fromEntries(entries) }
}

function addScalars(value: unknown, into: Set<string>): void {
  if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) addScalars(inner, into)
  } else if (value !== '' && ['string', 'number', 'bigint'].includes(typeof value)) {
    into.add(String(value))
  }
}

function quoted(secret: string): string {
  return JSON.stringify(secret)
}

function hidden(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => {
    const escaped = quoted(secret).slice(1, -1)
    if (rest === secret || rest === quoted(secret)) return HIDDEN
    if (!isLong(secret)) return rest
    return withoutStart(rest.replaceAll(escaped, HIDDEN).replaceAll(secret, HIDDEN), escaped)
  }, text)
}

/** Removes secrets from JSON text. Short secrets are only removed if they are in quotes. */
function hiddenInJson(json: string, secrets: readonly string[]): string {
  return secrets.reduce(
    (rest, secret) => hidden(rest.replaceAll(quoted(secret), quoted(HIDDEN)), [secret]),
    json,
  )
}

/** Removes the start of a secret from the end of a text that may have been truncated inside the secret. */
function withoutStart(text: string, secret: string): string {
  if (!text.endsWith('\u2026')) return text
  const whole = text.slice(0, -1)
  for (let { length } = secret; isLong(secret.slice(0, length)); length--) {
    if (whole.endsWith(secret.slice(0, length))) return `${whole.slice(0, -length)}${HIDDEN}\u2026`
  }
  return text
}
