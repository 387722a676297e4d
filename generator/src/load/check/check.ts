import { append } from '../../json/append.ts'
import type { Kind } from '../../openrpc/grammar.ts'
import type { Resolved } from '../../openrpc/loaded.ts'
import type { LoadContext } from '../context.ts'
import { repairInFile } from './repair/repair-file.ts'
import { checkValue } from './values.ts'

/** Codes of errors that may be repaired. */
const repairable: ReadonlySet<string> = new Set(['RL111', 'RL203', 'RL204', 'RL207', 'RL208'])

/**
 * Checks a value and queues its references. If the errors in the value can be repaired, the value
 * is repaired first.
 */
export function checkAndRepair(context: LoadContext, kind: Kind, value: Resolved): void {
  const extensions = context.extensions.get(value.place.file)
  let checked = checkValue(kind, value, extensions)
  if (checked.findings.some(({ code }) => repairable.has(code))) {
    const repaired = repairInFile(context, kind, value)
    if (repaired !== undefined) checked = checkValue(kind, repaired, extensions)
  }
  append(context.findings, checked.findings)
  append(context.references, checked.references)
}
