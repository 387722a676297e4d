import { isRecord } from '@rpcloom/rpc'
import { atPointer } from '@rpcloom/rpc/schema'
import { isLong, isSecretName, secretPointers } from '../secrets.ts'
import type { Contract, ContractFinding, ContractMethod } from '../types.ts'
import { readJson } from './json.ts'

const HIDDEN = 'a secret'

/** Removes secrets from findings, since reports are stored and shared. */
export function hideSecrets(
  findings: readonly ContractFinding[],
  contract: Contract,
  texts: () => readonly string[],
): readonly ContractFinding[] {
  if (findings.length === 0) return findings
  const secrets = secretsIn(contract, texts())
  if (secrets.length === 0) return findings
  return findings.map((finding) => {
    const [expected, got] = [hidden(finding.expected, secrets), hidden(finding.got, secrets)]
    const pointer = hidden(finding.pointer, secrets)
    const { request, error } = finding
    const formatValue = request === undefined ? {} : { request: hiddenIn(request, secrets) }
    const received = error && { error: { ...error, message: hidden(error.message, secrets) } }
    return { ...finding, pointer, expected, got, ...formatValue, ...received }
  })
}

/**
 * Returns the secrets in requests and responses, longest first. They are recognized by the schemas of the
 * called methods, or by member names.
 */
function secretsIn(contract: Contract, texts: readonly string[]): readonly string[] {
  const messages = texts.flatMap((text) => {
    const read = readJson(text)
    const value = read.kind === 'value' ? read.value : undefined
    return (Array.isArray(value) ? value : [value]).filter(isRecord)
  })
  const methods = contract.methods.filter(({ name }) =>
    messages.some((message) => message['method'] === name),
  )
  const found = new Set<string>()
  for (const message of messages) {
    for (const schema of [true, ...methods.flatMap(schemasOf)]) {
      for (const pointer of secretPointers(schema, message, contract.resolve)) {
        addTexts(atPointer(message, pointer), found)
      }
    }
  }
  return [...found].toSorted((a, b) => b.length - a.length)
}

/** Returns schemas of a method's messages: the call with params by name or by position, and the response. */
function schemasOf({ params, result }: ContractMethod): readonly object[] {
  const byName = Object.fromEntries(params.map(({ name, schema }) => [name, schema]))
  const byPosition = params.map(({ name, schema }) =>
    isSecretName(name) ? { 'x-secret': true } : schema,
  )
  return [
    { properties: { params: { properties: byName }, result: result?.schema ?? true } },
    { properties: { params: { items: byPosition } } },
  ]
}

function addTexts(value: unknown, into: Set<string>): void {
  if (typeof value === 'string' && value !== '') into.add(value)
  else if (typeof value === 'number' || typeof value === 'bigint') into.add(String(value))
  else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) addTexts(inner, into)
  }
}

function hidden(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => {
    const written = JSON.stringify(secret).slice(1, -1)
    if (rest === secret || rest === `"${written}"`) return HIDDEN
    if (!isLong(secret)) return rest
    return withoutBegin(rest.replaceAll(written, HIDDEN).replaceAll(secret, HIDDEN), written)
  }, text)
}

/** Removes secrets from JSON text. Short ones are only removed in quotes. */
function hiddenIn(json: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => {
    const written = JSON.stringify(secret)
    return hidden(rest.replaceAll(written, JSON.stringify(HIDDEN)), [secret])
  }, json)
}

/** Removes the start of a secret from the end of a text, which may have been truncated inside the secret. */
function withoutBegin(text: string, secret: string): string {
  if (!text.endsWith('\u2026')) return text
  const whole = text.slice(0, -1)
  for (let { length } = secret; isLong(secret.slice(0, length)); length--) {
    if (whole.endsWith(secret.slice(0, length))) return `${whole.slice(0, -length)}${HIDDEN}\u2026`
  }
  return text
}
