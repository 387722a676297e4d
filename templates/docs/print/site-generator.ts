/**
 * The markdown of a page for the site generators that compile it: text of a document stays text there. What else
 * markdown could do with it, such as HTML, was escaped when the page was printed.
 */

/** For Docusaurus and Starlight, which compile MDX: without its heading, which they show from the front matter. */
export function mdxPage(markdown: string): string {
  const [head, body] = parts(markdown)
  return head + harmless(body.replace(/^# .*\n+/m, ''))
}

/** For VitePress, which compiles a page as a template of Vue. */
export function vitePressPage(markdown: string): string {
  const [head, body] = parts(markdown)
  // Vue evaluates what stands between two pairs of braces, however the braces are written, but for code.
  return head + harmless(body).replace(/\\\{(?=\\\{)/g, '\\{<wbr>')
}

/** The front matter, which is data, and the page. */
function parts(markdown: string): readonly [string, string] {
  const end = markdown.indexOf('\n---\n') + 5
  return [markdown.slice(0, end), markdown.slice(end)]
}

/** Escapes lines that begin modules of JavaScript, or containers, outside of fences. */
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
