import { jsonText } from '../json/text.ts'
import type { Result } from '../model/types.ts'
import { type Collector, compareUse, methodChange, type MethodPair } from './collector.ts'

export function compareResult(collector: Collector, pair: MethodPair): void {
  const [was, is] = [pair.before.result, pair.after.result]
  if (was === undefined && is === undefined) return
  if (was === undefined) {
    methodChange(collector, pair, { kind: 'notification-became-call', path: 'result' })
    return
  }
  if (is === undefined) {
    methodChange(collector, pair, { kind: 'call-became-notification', path: 'result' })
    return
  }
  if (isVoid(was) !== isVoid(is)) {
    const kind = isVoid(is) ? 'result-dropped' : 'result-introduced'
    methodChange(collector, pair, { kind, path: 'result' })
    return
  }
  if (was.name !== is.name || jsonText(was.doc) !== jsonText(is.doc)) {
    methodChange(collector, pair, { kind: 'result-described', path: 'result' })
  }
  const [mayBeAbsent, mayBeAbsentNow] = [was.optional === true, is.optional === true]
  if (mayBeAbsent !== mayBeAbsentNow) {
    const kind = mayBeAbsentNow ? 'result-optional' : 'result-required'
    methodChange(collector, pair, { kind, path: 'result' })
  }
  const use = { flow: 'result', method: pair.subject, at: 'result' } as const
  compareUse(collector, use, [was.schema], [is.schema])
}

/** Whether a call has no result in programs (`result: {}`). Such a result has no schema. */
function isVoid({ empty, schema }: Result): boolean {
  return empty && schema.json === true
}
