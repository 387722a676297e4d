import { jsonText } from '../json/text.ts'
import type { Json } from '../json/types.ts'
import { memberPath } from '../model/names/namespaces.ts'
import type { Method, Reach } from '../model/types.ts'
import type { ChangeDetails } from './change.ts'
import { type Collector, compareUse, methodChange, type MethodPair } from './collector.ts'
import type { ElementKind } from './kinds.ts'
import { pairsByName } from './pairs.ts'

/** Compares all properties of a method except params, result and errors. */
export function compareSettings(collector: Collector, pair: MethodPair): void {
  const tell: Tell = (kind, details = {}, path = '') =>
    methodChange(collector, pair, { kind, details, path })
  const { before, after } = pair
  compareNames(before, after, tell)
  compareProse(before, after, tell)
  compareReach(before, after, tell)
  if (before.effect !== after.effect) {
    tell('effect-changed', { from: before.effect, to: after.effect })
  }
  if (before.auth !== after.auth) {
    tell(after.auth === undefined ? 'authentication-dropped' : 'authentication-required')
  }
  compareCost(before, after, tell)
  comparePaging(before, after, tell)
  compareRoutes(before, after, tell)
  compareLinks(before, after, tell)
  compareSubscription(collector, pair, tell)
  if (differs(before.limits, after.limits)) tell('limits-changed')
}

type Tell = (kind: ElementKind, details?: ChangeDetails, path?: string) => void

/** Compares the names in generated programs of a method that is still called the same in the documents. */
function compareNames(before: Method, after: Method, tell: Tell): void {
  if (before.name !== after.name) return
  const path = (method: Method): string => memberPath(method).join('.')
  const isSame = path(before) === path(after)
  const [from, to] = isSame ? [before.standalone, after.standalone] : [path(before), path(after)]
  if (from !== to) tell('generated-name', { from, to })
}

function compareProse(before: Method, after: Method, tell: Tell): void {
  const [was, is] = [before.doc.deprecated, after.doc.deprecated]
  if (was === undefined && is !== undefined) {
    const { since, replacedBy: replacement } = is
    tell('method-deprecated', {
      ...(since !== undefined && { since }),
      ...(replacement !== undefined && { replacement }),
    })
  } else if (was !== undefined && is === undefined) {
    tell('method-undeprecated')
  }
  const prose = ({ doc, tags, experimental }: Method): Json =>
    jsonText([doc.summary, doc.description, doc.externalDocs, tags, experimental])
  if (prose(before) !== prose(after)) tell('method-described')
  const examples = (method: Method): string =>
    jsonText(method.examples.map(({ name, positional, result }) => [name, positional, result]))
  if (examples(before) !== examples(after)) tell('examples-changed')
}

const reaches: readonly Reach[] = ['absent', 'node-local', 'public']

function compareReach(before: Method, after: Method, tell: Tell): void {
  for (const transport of ['http', 'ws'] as const) {
    const [was, is] = [before.availability[transport], after.availability[transport]]
    if (was === is) continue
    const kind =
      reaches.indexOf(is) < reaches.indexOf(was) ? 'availability-reduced' : 'availability-extended'
    tell(kind, { name: transport, from: was, to: is })
  }
  const [was, is] = [before.enabledBy, after.enabledBy]
  if (!differs(was, is)) return
  if (is?.default === false && (was === undefined || was.default)) {
    tell('setting-required', { to: is.setting })
  } else {
    tell('setting-changed', is === undefined ? {} : { to: is.setting })
  }
}

function compareCost({ cost: from = 1 }: Method, { cost: to = 1 }: Method, tell: Tell): void {
  if (from === to) return
  tell(to > from ? 'cost-raised' : 'cost-lowered', { from: String(from), to: String(to) })
}

function comparePaging(before: Method, after: Method, tell: Tell): void {
  const [was, is] = [before.pagination, after.pagination]
  if (!differs(was, is)) return
  if (is === undefined) tell('paging-removed')
  else if (was === undefined) tell('paging-added')
  else tell('paging-changed')
}

function compareRoutes(before: Method, after: Method, tell: Tell): void {
  for (const [old, now] of pairsByName([before.rest, after.rest], ({ name }) => name)) {
    if (old === undefined) tell('route-added', { name: now.name })
    else if (now === undefined) tell('route-removed', { name: old.name })
    else if (differs({ ...old, summary: '' }, { ...now, summary: '' }))
      tell('route-changed', { name: old.name })
  }
}

function compareLinks(before: Method, after: Method, tell: Tell): void {
  for (const [old, now] of pairsByName([before.links, after.links], ({ name }) => name)) {
    if (old === undefined) tell('link-added', { name: now.name })
    else if (now === undefined) tell('link-removed', { name: old.name })
  }
}

function compareSubscription(collector: Collector, pair: MethodPair, tell: Tell): void {
  const [was, is] = [pair.before.subscription, pair.after.subscription]
  if (was === undefined && is === undefined) return
  if (was === undefined || is === undefined) {
    tell('subscription-changed', {
      ...(was !== undefined && { from: was.notification }),
      ...(is !== undefined && { to: is.notification }),
    })
    return
  }
  if (was.notification !== is.notification || was.unsubscribe !== is.unsubscribe) {
    tell('subscription-changed', { from: was.notification, to: is.notification })
  }
  for (const [old, now] of pairsByName([was.topics, is.topics], ({ name }) => name)) {
    const { name } = old ?? now
    const path = `events.${name}`
    if (old === undefined) tell('subscription-topic-added', { name }, path)
    else if (now === undefined) tell('subscription-topic-removed', { name }, path)
    else {
      const use = { flow: 'result', method: pair.subject, at: path } as const
      compareUse(collector, use, [old.payload.schema], [now.payload.schema])
      compareEventParams(collector, pair, [old.params, now.params], path)
    }
  }
}

function compareEventParams(
  collector: Collector,
  pair: MethodPair,
  [olds, news]: readonly [Method['params'], Method['params']],
  path: string,
): void {
  for (const [index, old] of olds.entries()) {
    const now = news[index]
    const at = `${path}.${old.name}`
    if (now === undefined) {
      const details = { name: old.name }
      methodChange(collector, pair, { kind: 'param-removed', details, path: at })
      continue
    }
    if (old.required !== now.required) {
      const kind = now.required ? 'param-required' : 'param-optional'
      methodChange(collector, pair, { kind, details: { name: now.name }, path: at })
    }
    compareUse(collector, { flow: 'params', method: pair.subject, at }, [old.schema], [now.schema])
  }
  for (const { name, required } of news.slice(olds.length)) {
    const kind = required ? 'required-param-added' : 'param-added'
    methodChange(collector, pair, { kind, details: { name }, path: `${path}.${name}` })
  }
}

function differs(before: unknown, after: unknown): boolean {
  return jsonText(before) !== jsonText(after)
}
