import { jsonText } from '../json/text.ts'
import { annotationOf } from '../model/lookup.ts'
import { below } from '../json/place.ts'
import type { Method, Param } from '../model/types.ts'
import type { ChangeDetails } from './change.ts'
import { type Collector, compareUse, methodChange, type MethodPair } from './collector.ts'
import type { ElementKind } from './kinds.ts'
import { memberPath } from './differences.ts'
import type { Conjunction } from './view.ts'

export function compareParams(collector: Collector, pair: MethodPair): void {
  const { before, after } = pair
  const tell = teller(collector, pair)
  compareStructure(collector, pair)
  const [was, is] = [before, after].map(({ params }) => params.length > 0)
  if (was && is && (isWhole(before) || isWhole(after))) {
    const use = { flow: 'params', method: pair.subject, at: 'params' } as const
    return compareUse(collector, use, schemasOf(before), schemasOf(after))
  }
  const olds = new Map(before.params.map((param) => [param.name, param]))
  const news = new Map(after.params.map((param) => [param.name, param]))
  const renamed = renames(pair, olds, news)
  const arrived = new Set(renamed.values())
  for (const old of before.params) {
    const now = news.get(old.name) ?? renamed.get(old)
    if (now === undefined) {
      tell('param-removed', { name: old.name })
    } else {
      compareParam(collector, pair, old, now)
    }
  }
  for (const now of after.params) {
    if (olds.has(now.name) || arrived.has(now)) continue
    const kind = now.required ? 'required-param-added' : 'param-added'
    tell(kind, { name: now.name })
  }
  compareOrder(collector, pair, renamed)
}

function isWhole({ paramStructure }: Method): boolean {
  return paramStructure === 'whole'
}

/** Returns the schemas of an object with all params: that of `x-params`, or one for each listed param. */
function schemasOf(method: Method): Conjunction {
  if (isWhole(method)) return method.params.map(({ schema }) => schema)
  const listed = method.params.map(({ name, required, schema: { place, json } }) => ({
    // References in the schema are relative to its file.
    place: below(place, name),
    json: {
      type: 'object',
      properties: { [name]: json },
      ...(required && { required: [name] }),
    },
  }))
  return [{ place: method.place, json: { type: 'object' } }, ...listed]
}

type Tell = (kind: ElementKind, details: ChangeDetails & { readonly name: string }) => void

function teller(collector: Collector, pair: MethodPair): Tell {
  return (kind, details) =>
    methodChange(collector, pair, { kind, details, path: memberPath('params', details.name) })
}

function compareStructure(collector: Collector, pair: MethodPair): void {
  const [was, is] = [pair.before.paramStructure, pair.after.paramStructure]
  if (was === is || pair.before.params.length === 0) return
  // An object with the params is sent for both.
  if ([was, is].every((structure) => structure === 'by-name' || structure === 'whole')) return
  // If the old structure was `by-position`, `either` is compatible: clients still send params by position, and
  // servers accept both.
  const kind =
    was === 'by-position' && is === 'either' ? 'param-structure-relaxed' : 'param-structure'
  methodChange(collector, pair, { kind, details: { from: was, to: is }, path: 'params' })
}

/**
 * Pairs renamed params. A removed and a new param at the same position are treated as one renamed param if
 * params can be sent by position, or if the schemas of the two are equal.
 */
function renames(
  { before, after }: MethodPair,
  olds: ReadonlyMap<string, Param>,
  news: ReadonlyMap<string, Param>,
): ReadonlyMap<Param, Param> {
  const found = new Map<Param, Param>()
  const positional =
    after.paramStructure !== 'by-name' && before.params.length === after.params.length
  for (const [index, old] of before.params.entries()) {
    const now = after.params[index]
    if (now === undefined || news.has(old.name) || olds.has(now.name)) continue
    const texts = [old, now].map(({ schema, required }) => jsonText([schema.json, required]))
    if (positional || texts[0] === texts[1]) found.set(old, now)
  }
  return found
}

function compareParam(collector: Collector, pair: MethodPair, old: Param, now: Param): void {
  const path = memberPath('params', now.name)
  const tell = teller(collector, pair)
  if (old.name !== now.name) {
    const positional =
      pair.before.paramStructure === 'by-position' && pair.after.paramStructure === 'by-position'
    const kind = positional ? 'positional-param-renamed' : 'param-renamed'
    tell(kind, { name: now.name, from: old.name, to: now.name })
  }
  if (old.required !== now.required) {
    const kind = now.required ? 'param-required' : 'param-optional'
    tell(kind, { name: now.name })
  }
  if (jsonText(old.doc) !== jsonText(now.doc)) {
    methodChange(collector, pair, { kind: 'param-described', path })
  }
  const use = { flow: 'params', method: pair.subject, at: path } as const
  compareUse(collector, use, [old.schema], [now.schema])
  compareDescriptorUnit(collector, pair, path, [old, now])
}

/**
 * Compares the units of content descriptors. A descriptor may declare a unit that its schema does not declare.
 */
function compareDescriptorUnit(
  { schemas, changes }: Collector,
  { subject, before, after }: MethodPair,
  path: string,
  [old, now]: readonly [Param, Param],
): void {
  const [was, is] = [old.extensions['x-unit'], now.extensions['x-unit']]
  if (was === is) return
  if (annotationOf(schemas.before.api, old, 'x-unit') === is) return
  changes.push({
    kind: 'unit-changed',
    subject,
    methods: [subject],
    path,
    details: {
      ...(typeof was === 'string' && { from: was }),
      ...(typeof is === 'string' && { to: is }),
    },
    breaks: ['callers', 'implementers'],
    before: before.place,
    after: after.place,
  })
}

/** Compares the order of params, which matters to callers that pass params by position. */
function compareOrder(
  collector: Collector,
  pair: MethodPair,
  renamed: ReadonlyMap<Param, Param>,
): void {
  const { before, after } = pair
  if (before.paramStructure === 'by-name' || after.paramStructure === 'by-name') return
  const names = before.params.map((param) => renamed.get(param)?.name ?? param.name)
  const indices = after.params.map(({ name }) => names.indexOf(name))
  const kept = indices.filter((index) => index >= 0)
  const moved = kept.some((index, at) => at > 0 && index < (kept[at - 1] ?? 0))
  // Only a new optional param before an existing param is reported as a change of the order. If params move
  // for another reason, that reason is reported as a separate change.
  const inserted = after.params.some(
    ({ required }, at) =>
      indices[at] === -1 && !required && indices.slice(at + 1).some((index) => index >= 0),
  )
  if (!moved && !inserted) return
  const [from, to] = [before, after].map(({ params }) => params.map(({ name }) => name))
  const details = { ...(from && { from }), ...(to && { to }) }
  methodChange(collector, pair, { kind: 'param-order', details, path: 'params' })
}
