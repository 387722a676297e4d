import { append } from '../../json/append.ts'
import type { Finding } from '../../diagnostics/diagnostics.ts'
import type { Json, JsonObject } from '../../json/types.ts'
import { checkCallbacks } from './callbacks.ts'
import { checkExamples } from './examples.ts'
import { checkRoles, methodsBySide } from './roles.ts'
import { type Element, elementsBy, type Resolve, rootOf } from '../../openrpc/elements.ts'
import { child, isObject, textOf } from '../../json/pointer.ts'
import type { InputFile } from '../../openrpc/loaded.ts'

/** Checks names, param order, links and examples of each method in a document. */
export function checkMethods(document: InputFile, resolve: Resolve): readonly Finding[] {
  if (!isObject(document.json)) return []
  const elements = elementsBy(resolve)
  const root = rootOf(document.path, document.json)
  const methods = elements.list(root, 'methods')
  const { server, client } = methodsBySide(methods)
  const findings = [
    ...repeated(server, 'RL211', 'method'),
    // A repeated method that both sides implement is reported once.
    ...repeated(client, 'RL211', 'method').filter(
      ({ place }) => !server.some(({ at }) => at === place),
    ),
    ...checkRoles(methods),
    ...checkCallbacks(root, methods, resolve),
  ]
  const names = new Set(methods.map(({ json }) => json['name']))
  for (const method of methods) {
    const { json } = method
    if (json['name'] === '') findings.push(nameless(method))
    // `x-params` replaces the params, which are for other tools then.
    const params = isObject(json['x-params']) ? [] : elements.list(method, 'params')
    append(findings, repeated(params, 'RL212', 'param'))
    append(findings, checkNames(json, params))
    append(findings, checkOrder(json, params))
    append(findings, checkLinks(elements.list(method, 'links'), names))
    append(findings, checkExamples({ method, params, resolve }))
  }
  return findings
}

function nameless({ at }: Element): Finding {
  const message = 'The name of the method is empty.'
  return { code: 'RL215', message, place: { file: at.file, pointer: child(at.pointer, 'name') } }
}

function repeated(
  list: readonly Element[],
  code: 'RL211' | 'RL212',
  what: string,
): readonly Finding[] {
  const first = new Map<Json | undefined, Element>()
  return list.flatMap((one) => {
    const name = one.json['name']
    const earlier = first.get(name)
    if (earlier === undefined || typeof name !== 'string') {
      first.set(name, one)
      return []
    }
    const message = `The ${what} ${name} is already defined at ${earlier.at.file}#${earlier.at.pointer}.`
    return [{ code, message, place: one.at }]
  })
}

/** Checks the names of params. Params without a name can still be sent by position. */
function checkNames(method: JsonObject, params: readonly Element[]): readonly Finding[] {
  if (method['paramStructure'] !== 'by-name') return []
  return params
    .filter(({ json }) => typeof json['name'] !== 'string')
    .map(({ at }) => {
      const message = 'A param of a method with `paramStructure: by-name` requires a `name`.'
      return { code: 'RL203', message, place: at, severity: 'error' }
    })
}

function checkOrder(method: JsonObject, params: readonly Element[]): readonly Finding[] {
  if (method['paramStructure'] === 'by-name') return []
  const optional = params.findIndex(({ json }) => json['required'] !== true)
  if (optional === -1) return []
  return params
    .slice(optional)
    .filter(({ json }) => json['required'] === true)
    .map(({ at, json }) => {
      const message = `The required param ${textOf(json['name'])} follows an optional one.`
      return { code: 'RL213', message, place: at }
    })
}

function checkLinks(
  links: readonly Element[],
  names: ReadonlySet<Json | undefined>,
): readonly Finding[] {
  return links
    .filter((link) => !names.has(link.json['method'] ?? null))
    .map((link) => {
      const method = textOf(link.json['method'])
      const message =
        method === ''
          ? 'The link has no `method`.'
          : `The link refers to the method ${method}, which the document does not have.`
      return { code: 'RL214', message, place: link.at }
    })
}
