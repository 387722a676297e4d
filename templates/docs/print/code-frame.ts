/** Highlighted code in a frame. The site's script adds a copy button without moving the layout. */
export function codeFrame(html: string, language = ''): string {
  const classes = language === '' ? 'code' : `code ${language}`
  return `<div class="code-frame"><pre class="${classes}" tabindex="0"><code>${html}</code></pre></div>`
}
