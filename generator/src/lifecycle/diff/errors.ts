import type { RpcErrorSpec } from '../../model/types.ts'
import { type Collector, compareUse, methodChange, type MethodPair } from './collector.ts'

/** Compares the errors that a method lists, by the names of their constructors. */
export function compareErrors(collector: Collector, pair: MethodPair): void {
  const olds = new Map(pair.before.errors.map((error) => [error.identifier, error]))
  const news = new Map(pair.after.errors.map((error) => [error.identifier, error]))
  for (const [name, old] of olds) {
    const now = news.get(name)
    const path = `errors.${name}`
    if (now === undefined) {
      const message = `error \`${name}\` (${old.code}) is not listed any more`
      methodChange(collector, pair, { kind: 'error-removed', message, path })
    } else {
      compareError(collector, pair, old, now)
    }
  }
  for (const [name, { code }] of news) {
    if (olds.has(name)) continue
    const message = `error \`${name}\` (${code}) added`
    methodChange(collector, pair, { kind: 'error-added', message, path: `errors.${name}` })
  }
}

function compareError(
  collector: Collector,
  pair: MethodPair,
  old: RpcErrorSpec,
  now: RpcErrorSpec,
): void {
  const path = `errors.${now.identifier}`
  if (old.code !== now.code) {
    const message = `error \`${now.identifier}\` has code ${now.code} now, ${old.code} before`
    methodChange(collector, pair, { kind: 'error-code', message, path })
  }
  if (old.message !== now.message || old.pattern !== now.pattern || old.when !== now.when) {
    const message = `error \`${now.identifier}\` is worded otherwise`
    methodChange(collector, pair, { kind: 'error-message', message, path })
  }
  const [was, is] = [old.dataSchema, now.dataSchema]
  if (was === undefined && is === undefined) return
  const open = { place: now.place, json: true }
  const use = { flow: 'result', method: pair.subject, at: `${path}.data` } as const
  compareUse(collector, use, was ?? open, is ?? open)
}
