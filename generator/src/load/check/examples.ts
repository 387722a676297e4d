import { wholeParams } from '@rpcloom/rpc/internal'
import type { Finding } from '../../diagnostics/diagnostics.ts'
import type { Json, Place } from '../../json/types.ts'
import { type Element, elementsBy, type Resolve } from '../../openrpc/elements.ts'
import { checkValue } from '../../openrpc/example-values.ts'
import { jsonText } from '../../json/text.ts'
import { valueAt } from '../../json/place.ts'
import { child, isObject, textOf } from '../../json/pointer.ts'

/** A method and its params, with references resolved. */
export interface MethodParts {
  readonly method: Element
  readonly params: readonly Element[]
  readonly resolve: Resolve
}

export function checkExamples(parts: MethodParts): readonly Finding[] {
  const check = isObject(parts.method.json['x-params']) ? checkWholeParams : checkParams
  return elementsBy(parts.resolve)
    .list(parts.method, 'examples')
    .flatMap((pairing) => [...check(pairing, parts), ...checkResult(pairing, parts)])
}

function checkParams(
  pairing: Element,
  { method, params, resolve }: MethodParts,
): readonly Finding[] {
  const findings: Finding[] = []
  const given = elementsBy(resolve).list(pairing, 'params')
  const missing = new Set(params)
  for (const [index, example] of given.entries()) {
    const named = params.find(({ json }) => json['name'] === example.json['name'])
    const param = named ?? params[index]
    if (param === undefined) {
      const message = `The example has more params than the method ${nameForMessage(method)}, which has ${params.length}.`
      findings.push({ code: 'RL253', message, place: example.at })
      continue
    }
    // A missing param name was already reported.
    if (named === undefined && example.json['name'] !== undefined) {
      const message = `The method has no param ${nameForMessage(example)}; matched with ${nameForMessage(param)} by position.`
      findings.push({ code: 'RL252', message, place: example.at })
    }
    missing.delete(param)
    findings.push(...checkExample(example, param, resolve))
  }
  for (const param of missing) {
    if (param.json['required'] !== true) continue
    const message = `The example omits the required param ${nameForMessage(param)}.`
    findings.push({ code: 'RL254', message, place: pairing.at })
  }
  return findings
}

/** Checks the params of an example together (`x-params`). */
function checkWholeParams(pairing: Element, { method, resolve }: MethodParts): readonly Finding[] {
  const place = { file: pairing.file, pointer: child(pairing.pointer, 'params') }
  const given = elementsBy(resolve).list(pairing, 'params')
  const values = given.flatMap(({ json: { name, value } }) =>
    value === undefined ? [] : [{ name: textOf(name), value }],
  )
  const [value = {}] = wholeParams(values).values()
  const schema = method.json['x-params'] ?? true
  return checkValue({ file: method.file, schema, value, resolve }).map((issue) => {
    const at = issue.pointer === '' ? '' : ` at ${issue.pointer}`
    const message = `The params${at} ${issue.message}${shortened(valueAt(value, issue.pointer))}.`
    return { code: 'RL251', message, place }
  })
}

function checkResult(pairing: Element, { method, resolve }: MethodParts): readonly Finding[] {
  const { member } = elementsBy(resolve)
  const result = member(method, 'result')
  const example = member(pairing, 'result')
  if (example !== undefined) return result ? checkExample(example, result, resolve) : []
  // An unresolved reference of the result was already reported.
  if (result === undefined || pairing.json['result'] !== undefined) return []
  const message = `The method ${nameForMessage(method)} has a result, but the example does not.`
  return [{ code: 'RL255', message, place: pairing.at }]
}

function checkExample(example: Element, descriptor: Element, resolve: Resolve): readonly Finding[] {
  const value = example.json['value']
  const schema = descriptor.json['schema']
  if (value === undefined || schema === undefined) return []
  return checkValue({ file: descriptor.file, schema, value, resolve }).map((issue) => {
    const place: Place = {
      file: example.file,
      pointer: `${child(example.pointer, 'value')}${issue.pointer}`,
    }
    const at = issue.pointer === '' ? '' : ` at ${issue.pointer}`
    const given = shortened(valueAt(value, issue.pointer))
    const message = `The value for ${nameForMessage(descriptor)}${at} ${issue.message}${given}.`
    return { code: 'RL251', message, place }
  })
}

/** Formats an invalid value for a message. Returns an empty string if there is no value. */
function shortened(value: Json | undefined): string {
  if (value === undefined) return ''
  const text = jsonText(value)
  return `, not ${text.length > longestValue ? `${text.slice(0, longestValue)}\u2026` : text}`
}

const longestValue = 60

function nameForMessage({ json }: Element): string {
  const name: Json | undefined = json['name']
  return typeof name === 'string' ? name : 'without a name'
}
