import { visibleJson } from '@rpcloom/schema/internal'
import { element } from '../dom.ts'

/**
 * Matches JSON strings, numbers, `true`, `false` and `null`. The second group matches the colon after a key.
 */
const tokens = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g

/** Longer text is truncated: nobody reads it, and scrolling would become slow. */
const longest = 200_000

/** Returns highlighted JSON. Text is only inserted as text nodes. */
export function paintJson(json: string): HTMLElement {
  const text = visibleJson(json.slice(0, longest))
  const code = element('code')
  let from = 0
  for (const match of text.matchAll(tokens)) {
    const [whole, string, colon] = match
    const token = string ?? whole
    // The elements that samples use for highlighting.
    const tag = string === undefined ? 'u' : colon === undefined ? 'i' : 'b'
    code.append(text.slice(from, match.index), element(tag, {}, token))
    from = match.index + token.length
  }
  code.append(text.slice(from))
  if (json.length > longest) code.append(`\n… ${json.length - longest} more characters`)
  return element('pre', { class: 'code json', tabindex: '0' }, code)
}
