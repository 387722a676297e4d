import type { Language } from '../page/leaf.ts'
import { htmlText } from './html-text.ts'

const typescript =
  /(?<s>'(?:[^'\\\n]|\\.)*'?|`[^`\n]*`)|(?<k>\b(?:import|export|interface|readonly|from|const|await|for|of|new|type)\b(?!\??:))|(?<f>(?<![\w$])[\w$]+(?=\())|(?<n>\b(?:\d[\w.]*|true|false|null|undefined)\b)/g

/**
 * Regular expressions for the languages of code on the site. For our documents, a full highlighter
 * (shiki) took 1.6 s of CPU time and produced seven times as many bytes. These expressions take a
 * twentieth of the time. A string without an end is a string, so that the time stays linear.
 */
const grammars: Readonly<Record<Language, RegExp>> = {
  json: /(?<k>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<s>"(?:[^"\\]|\\.)*"?)|(?<n>-?\b\d[\d.eE+-]*|\b(?:true|false|null)\b)/g,
  shell: /(?<f>^(?:curl|npm|npx)\b)|(?<s>'[^']*')|(?<n>(?<=\s)--?[A-Za-z][\w-]*)/gm,
  python:
    /(?<k>"(?:[^"\\]|\\.)*"(?=:))|(?<s>"(?:[^"\\]|\\.)*"?)|(?<n>\b(?:True|False|None)\b|-?\b\d[\d.eE+-]*)|(?<f>\b(?:import|from|with|as|async|await|for|in|def|or)\b)/g,
  go: /(?<s>"(?:[^"\\]|\\.)*"?|`[^`]*`)|(?<k>\b(?:package|import|func|if|for|defer|nil)\b)|(?<f>\b\w+(?=\())/g,
  typescript,
  types: typescript,
}

/**
 * Returns code as HTML, with keys and keywords in `b`, strings in `i`, numbers in `u` and names in
 * `em`, which are shorter than spans with classes. `plain` prints the code between these tokens.
 */
export function highlight(
  language: Language,
  text: string,
  plain: (text: string) => string = htmlText,
): string {
  let html = ''
  let end = 0
  for (const match of text.matchAll(grammars[language])) {
    const { k, n, f } = match.groups ?? {}
    const element = k !== undefined ? 'b' : n !== undefined ? 'u' : f !== undefined ? 'em' : 'i'
    html += `${plain(text.slice(end, match.index))}<${element}>${htmlText(match[0])}</${element}>`
    end = match.index + match[0].length
  }
  return html + plain(text.slice(end))
}

export function codeFrame(html: string, language = ''): string {
  const classes = language === '' ? 'code' : `code ${language}`
  return `<div class="code-frame"><pre class="${classes}" tabindex="0"><code>${html}</code></pre></div>`
}
