import { visibleJson } from '@rpcloom/rpc/internal'
import { element } from '../dom.ts'

/** Strings, those before a colon apart, and what else has a colour. */
const tokens = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g

/** Nobody reads further, and a page with more would not scroll any more. */
const longest = 200_000

/** JSON text as coloured code; text is only ever text here. */
export function paintJson(json: string): HTMLElement {
  const text = visibleJson(json.slice(0, longest))
  const code = element('code')
  let from = 0
  for (const match of text.matchAll(tokens)) {
    const [whole, string, colon] = match
    const token = string ?? whole
    // The elements that samples are coloured by.
    const tag = string === undefined ? 'u' : colon === undefined ? 'i' : 'b'
    code.append(text.slice(from, match.index), element(tag, {}, token))
    from = match.index + token.length
  }
  code.append(text.slice(from))
  if (json.length > longest) code.append(`\n… ${json.length - longest} more characters`)
  return element('pre', { class: 'code json', tabindex: '0' }, code)
}
