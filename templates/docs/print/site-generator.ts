/**
 * The markdown of a page for the site generators that compile it: text of a document stays text there. What else
 * markdown could do with it, such as HTML, was escaped when the page was printed.
 */

/** For Docusaurus and Starlight, which compile MDX: without the heading, which they take from the front matter. */
export function mdxPage(markdown: string): string {
  const [head, body] = parts(markdown)
  return head + harmless(body.replace(/^# .*\n+/m, ''))
}

/** For VitePress, which compiles pages as Vue templates. */
export function vitePressPage(markdown: string): string {
  const [head, body] = parts(markdown)
  // Vue evaluates text between double braces, even escaped ones, except in code.
  return head + harmless(body).replace(/\\\{(?=\\\{)/g, '\\{<wbr>')
}

/** Splits the front matter, which is data, from the page. */
function parts(markdown: string): readonly [string, string] {
  const end = markdown.indexOf('\n---\n') + 5
  return [markdown.slice(0, end), markdown.slice(end)]
}

/** Escapes lines that would start JavaScript modules or containers, outside of code fences. */
function harmless(markdown: string): string {
  let fence: string | undefined
  const lines = markdown.split('\n').map((line) => {
    if (fence !== undefined) {
      if (line.replace(/^[> ]*/, '') === fence) fence = undefined
      return line
    }
    fence = /^[>\s\d.*+-]*(`{3,})[^`]*$/.exec(line)?.[1]
    return line
      .replace(/^([> ]*)(import|export)\b/, (_, before: string, word: string) => {
        return `${before}&#${word.charCodeAt(0)};${word.slice(1)}`
      })
      .replace(/^([> ]*):::/, '$1\\:::')
  })
  return lines.join('\n')
}
