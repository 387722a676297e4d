import type { Language } from '../page/leaf.ts'
import { htmlText } from './html-text.ts'

/**
 * Colours for the few forms of code that the site makes itself. A whole highlighter (shiki) took 1.6 s
 * of CPU for our documents and seven times the bytes of the code; this takes a twentieth of either.
 */
const grammars: Readonly<Record<Language, RegExp>> = {
  json: /(?<k>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<s>"(?:[^"\\]|\\.)*")|(?<n>-?\b\d[\d.eE+-]*|\b(?:true|false|null)\b)/g,
  shell: /(?<f>^(?:curl|npm|npx)\b)|(?<s>'[^']*')|(?<n>(?<=\s)--?[A-Za-z][\w-]*)/gm,
  typescript:
    /(?<s>'(?:[^'\\\n]|\\.)*')|(?<k>\b(?:import|from|const|await|for|of|new|type)\b)|(?<f>[\w$]+(?=\())|(?<n>\b(?:\d[\w.]*|true|false|null|undefined)\b)/g,
}

/** HTML of code, its parts in elements of class `k` (keys, keywords), `s`, `n` and `f`. */
export function highlight(language: Language, text: string): string {
  let html = ''
  let end = 0
  for (const match of text.matchAll(grammars[language])) {
    const [kind] = Object.entries(match.groups ?? {}).find(([, part]) => part !== undefined) ?? []
    html += `${htmlText(text.slice(end, match.index))}<i class="${kind ?? 's'}">${htmlText(match[0])}</i>`
    end = match.index + match[0].length
  }
  return html + htmlText(text.slice(end))
}
