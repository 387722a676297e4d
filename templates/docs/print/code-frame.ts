/** Highlighted code in the frame that the site's script puts a button into: a page that was laid out moves nothing then. */
export function codeFrame(html: string, language = ''): string {
  const classes = language === '' ? 'code' : `code ${language}`
  return `<div class="code-frame"><pre class="${classes}" tabindex="0"><code>${html}</code></pre></div>`
}
