import { jsonText } from '../../json/text.ts'
import { type Collector, compareUse, methodChange, type MethodPair } from './collector.ts'

/** Compares what a method answers. */
export function compareResult(collector: Collector, pair: MethodPair): void {
  const [was, is] = [pair.before.result, pair.after.result]
  if (was === undefined && is === undefined) return
  if (was === undefined) {
    const message = 'a notification before, answers now'
    methodChange(collector, pair, { kind: 'notification-answered', message, path: 'result' })
    return
  }
  if (is === undefined) {
    const message = 'a notification now: no answer any more'
    methodChange(collector, pair, { kind: 'answer-dropped', message, path: 'result' })
    return
  }
  if (was.name !== is.name || jsonText(was.doc) !== jsonText(is.doc)) {
    const message = 'described in other words'
    methodChange(collector, pair, { kind: 'result-described', message, path: 'result' })
  }
  const use = { flow: 'result', method: pair.subject, at: 'result' } as const
  compareUse(collector, use, was.schema, is.schema)
}
