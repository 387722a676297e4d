import type { RpcErrorSpec } from '../model/types.ts'
import { type Collector, compareUse, methodChange, type MethodPair } from './collector.ts'
import { pairsByName } from './pairs.ts'

export function compareErrors(collector: Collector, pair: MethodPair): void {
  const versions = [pair.before.errors, pair.after.errors] as const
  for (const [old, now] of pairsByName(versions, ({ identifier }) => identifier)) {
    if (old !== undefined && now !== undefined) compareError(collector, pair, old, now)
    else if (old !== undefined) {
      const { identifier: name, code } = old
      const details = { name, from: String(code) }
      methodChange(collector, pair, { kind: 'error-removed', details, path: `errors.${name}` })
    } else {
      const { identifier: name, code } = now
      const details = { name, to: String(code) }
      methodChange(collector, pair, { kind: 'error-added', details, path: `errors.${name}` })
    }
  }
}

function compareError(
  collector: Collector,
  pair: MethodPair,
  old: RpcErrorSpec,
  now: RpcErrorSpec,
): void {
  const name = now.identifier
  const path = `errors.${name}`
  if (old.code !== now.code) {
    const details = { name, from: String(old.code), to: String(now.code) }
    methodChange(collector, pair, { kind: 'error-code', details, path })
  }
  if (old.message !== now.message || old.pattern !== now.pattern || old.when !== now.when) {
    methodChange(collector, pair, { kind: 'error-message', details: { name }, path })
  }
  const [was, is] = [old.dataSchema, now.dataSchema]
  if (was === undefined && is === undefined) return
  const open = { place: now.place, json: true }
  const use = { flow: 'result', method: pair.subject, at: `${path}.data` } as const
  compareUse(collector, use, [was ?? open], [is ?? open])
}
