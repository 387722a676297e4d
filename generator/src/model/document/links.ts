import type { Finding } from '../../diagnostics/diagnostics.ts'
import { isArray, isObject, objectOf, stringOf } from '../../json/members.ts'
import { resolveType } from '../lookup.ts'
import { camel } from '../names/identifiers.ts'
import { choose, exactScope } from '../names/name-book.ts'
import { objectMembers } from '../names/reserved.ts'
import { below } from '../../json/place.ts'
import type { Api, Link, LinkPart, LinkPath, Method, Type } from '../types.ts'
import type { Json } from '../../json/types.ts'
import type { Element } from '../../openrpc/elements.ts'
import type { DocumentScope } from './scope.ts'

/** Reads the links of a method. Links without a `method` are dropped. */
export function linksOf(scope: DocumentScope, from: Element): readonly Link[] {
  const members = exactScope()
  return scope.elements.list(from, 'links').flatMap((element): readonly Link[] => {
    const method = stringOf(element.json, 'method')
    if (method === undefined) return []
    const description = stringOf(element.json, 'description') ?? stringOf(element.json, 'summary')
    const name = stringOf(element.json, 'name') ?? method
    const member = choose(members, {
      candidates: [camel(name)],
      fallback: 'link',
      suffix: 'Link',
      reserved: (one) => objectMembers.has(one),
    }).name
    const params = objectOf(element.json, 'params') ?? {}
    return [
      {
        name,
        member,
        place: { file: element.file, pointer: element.pointer },
        method,
        params,
        parts: Object.entries(params).map(([param, value]) => ({ param, part: partOf(value) })),
        ...(description === undefined ? {} : { description }),
      },
    ]
  })
}

const steps = String.raw`(?:\.[^.[\]{}]+|\[(?:\d+|"[^"]*"|'[^']*')\])*`
const whole = new RegExp(
  String.raw`^\$(?:\{(params|result)(${steps})\}|(params|result)(${steps}))$`,
)
const embedded = new RegExp(String.raw`\$\{(params|result)(${steps})\}`, 'g')

/**
 * Parses a value in a link. `${result.id}` and `$result.id` refer to a value of the preceding call.
 */
function partOf(json: Json): LinkPart {
  if (isArray(json)) return { kind: 'list', items: json.map(partOf) }
  if (isObject(json)) {
    const members = Object.entries(json).map(([name, value]) => ({ name, part: partOf(value) }))
    return { kind: 'record', members }
  }
  if (typeof json !== 'string') return { kind: 'value', value: json }
  const [, inBraces, stepsInBraces = '', bare, bareSteps = ''] = whole.exec(json) ?? []
  if (inBraces ?? bare) return pathPart(inBraces ?? bare ?? '', stepsInBraces || bareSteps)
  const pieces: (string | LinkPath)[] = []
  let end = 0
  for (const match of json.matchAll(embedded)) {
    pieces.push(json.slice(end, match.index), pathPart(match[1] ?? '', match[2] ?? ''))
    end = match.index + match[0].length
  }
  if (pieces.length === 0) return { kind: 'value', value: json }
  return { kind: 'text', pieces: [...pieces, json.slice(end)].filter((piece) => piece !== '') }
}

function pathPart(from: string, text: string): LinkPath {
  const found = text.matchAll(/\.([^.[]+)|\[(?:(\d+)|"([^"]*)"|'([^']*)')\]/g)
  const path = [...found].map(
    ([, name, index, double, single]) => name ?? index ?? double ?? single ?? '',
  )
  return { kind: 'path', from: from === 'params' ? 'params' : 'result', path }
}

/**
 * Returns the links of a method without invalid params. A param of a link is invalid if the linked
 * method has no such param, or if its value refers to a param or result member that does not exist.
 */
export function fittingLinks(
  method: Method,
  methods: ReadonlyMap<string, Method>,
  around: { readonly types: Api['types']; readonly findings: Finding[] },
): readonly Link[] {
  return method.links.map((link) => {
    const target = methods.get(link.method)
    // A link to a missing method was already reported.
    if (target === undefined) return { ...link, parts: [] }
    const parts = link.parts.filter(({ param, part }) => {
      const fault = target.params.some(({ name }) => name === param)
        ? faultOf(part, method, around.types)
        : `the method ${target.name} has no param ${param}`
      if (fault === undefined) return true
      const message = `The link ${link.name} is invalid: ${fault}.`
      around.findings.push({ code: 'RL305', message, place: below(link.place, 'params', param) })
      return false
    })
    return { ...link, parts }
  })
}

function faultOf(part: LinkPart, method: Method, types: Api['types']): string | undefined {
  if (part.kind === 'list') return first(part.items, method, types)
  if (part.kind === 'record') {
    return first(
      part.members.map((member) => member.part),
      method,
      types,
    )
  }
  if (part.kind === 'text') {
    return first(
      part.pieces.filter((piece) => typeof piece !== 'string'),
      method,
      types,
    )
  }
  if (part.kind === 'value') {
    const isLost = typeof part.value === 'string' && /\$\{|^\$\w/.test(part.value)
    return isLost ? `${part.value} is not a valid expression of $params or $result` : undefined
  }
  const [head, ...tail] = part.path
  if (part.from === 'result') {
    if (method.result === undefined) return 'the method has no result'
    return missing(method.result.type, part.path, types)
  }
  if (head === undefined) return undefined
  const param = method.params.find(({ name }) => name === head)
  return param === undefined ? `the method has no param ${head}` : missing(param.type, tail, types)
}

function first(
  parts: readonly LinkPart[],
  method: Method,
  types: Api['types'],
): string | undefined {
  return parts.map((part) => faultOf(part, method, types)).find((fault) => fault !== undefined)
}

/**
 * Returns the reason why a path cannot exist in a type. Returns undefined if the path may exist.
 */
function missing(type: Type, path: readonly string[], types: Api['types']): string | undefined {
  let at = resolveType({ types }, type)
  for (const step of path) {
    if (at.kind === 'array') {
      if (!/^\d+$/.test(step)) return `${step} is not an index of a list`
      at = resolveType({ types }, at.items)
    } else if (at.kind === 'object') {
      const property = at.properties.find(({ name }) => name === step)
      if (property === undefined) {
        const isOpen = at.additional !== undefined && at.additional !== false
        return isOpen || at.patterns !== undefined ? undefined : `the value has no member ${step}`
      }
      at = resolveType({ types }, property.type)
    } else if (['boolean', 'number', 'string', 'numeric', 'null'].includes(at.kind)) {
      return `the value has no member ${step}`
    } else return undefined
  }
  return undefined
}
