import { memberName } from '../codegen/quote.ts'
import type { StubMethod } from '../codegen/scaffold.ts'
import { docLines } from './comment.ts'
import type { Draft } from './draft.ts'
import { quotedIn, type Style } from './edit.ts'

/** Maximum line width of a signature. In a longer signature, each param is on its own line. */
const widest = 100

/** Returns the lines of a stub, indented relative to its first line. `unit` is one level of indentation. */
export function stubLines(
  draft: Pick<Draft, 'typeText' | 'value'>,
  method: StubMethod,
  layout: {
    /** Module with `notImplemented`. */
    readonly entry: string
    readonly indent: string
    readonly unit: string
    readonly style: Style
  },
): readonly string[] {
  const { entry, indent, unit, style } = layout
  const params = [
    `params: ${draft.typeText(method.params)}`,
    `ctx: ${draft.typeText(method.context)}`,
  ]
  const isStream = method.gives === 'events'
  const head = `async ${isStream ? '*' : ''}${memberName(method.member)}(`
  const returns = isStream ? 'AsyncIterable' : 'Promise'
  const tail = `): ${returns}<${draft.typeText(method.result)}> {`
  const line = `${head}${params.join(', ')}${tail}`
  const signature =
    indent.length + line.length <= widest
      ? [line]
      : [head, ...params.map((param) => `${unit}${param},`), tail]
  const thrown = `${draft.value(entry, 'notImplemented')}(${quotedIn(style, method.name)})`
  return [...docLines(method.doc), ...signature, `${unit}throw ${thrown}${style.semicolon}`, '}']
}
