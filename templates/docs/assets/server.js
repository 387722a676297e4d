// Puts the server and headers of the reader into all samples of the page. They are kept for the session only.
// Loaded by site.js.
;(function () {
  'use strict'
  const key = 'docs-server'
  const holders = [...document.querySelectorAll('[data-origin]')]
  const samples = holders.flatMap((holder) =>
    [...holder.querySelectorAll('[data-tabs] pre:not(.json) code')].map((code) => ({
      code,
      html: code.innerHTML.split('\n'),
      lines: code.textContent.split('\n'),
      origin: holder.dataset.origin,
    })),
  )

  function read() {
    try {
      return JSON.parse(sessionStorage.getItem(key)) || {}
    } catch {
      return {}
    }
  }
  function write(value) {
    try {
      sessionStorage.setItem(key, JSON.stringify(value))
    } catch {
      // Storage can be disabled; the choice then applies to this page only.
    }
  }

  const escaped = (text) =>
    text.replace(/[&<>]/g, (mark) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[mark])
  const word = (text) => `'${text.replaceAll("'", `'\\''`)}'`
  const text = (value) => JSON.stringify(value)

  // Returns the lines that replace a line of a sample, or undefined if it stays as it is.
  function changed(line, headers) {
    if (line === `  -H 'content-type: application/json' \\`)
      return [line, ...headers.map(([name, value]) => `  -H ${word(`${name}: ${value}`)} \\`)]
    if (line === '    headers={"content-type": "application/json"},') {
      const more = headers.map(([name, value]) => `, ${text(name)}: ${text(value)}`).join('')
      return [line.replace('},', `${more}},`)]
    }
    const [, before, origin, after] = /^(.*\bhttp\()('[^']*')(\).*)$/.exec(line) || []
    if (origin !== undefined) {
      const members = headers.map(([name, value]) => `${text(name)}: ${text(value)}`).join(', ')
      return [`${before}${origin}, { headers: { ${members} } }${after}`]
    }
    if (line.startsWith('\tresponse, err := http.Post('))
      return [
        '\trequest, err := http.NewRequest("POST", url, strings.NewReader(body))',
        '\tif err != nil {',
        '\t\tlog.Fatal(err)',
        '\t}',
        '\trequest.Header.Set("content-type", "application/json")',
        ...headers.map(([name, value]) => `\trequest.Header.Set(${text(name)}, ${text(value)})`),
        '\tresponse, err := http.DefaultClient.Do(request)',
      ]
    return undefined
  }

  const socket = (origin) => origin.replace(/^http/, 'ws')
  function show({ origin: chosen, headers }) {
    for (const { code, html, lines, origin } of samples) {
      const to = chosen || origin
      const moved = (line) =>
        line.replaceAll(origin, () => to).replaceAll(socket(origin), () => socket(to))
      code.innerHTML = lines
        .map((line, at) => {
          const more = headers.length > 0 ? changed(line, headers) : undefined
          return moved(more ? escaped(more.join('\n')) : html[at])
        })
        .join('\n')
    }
  }

  // An origin has no characters with a meaning in shells and programs; a path is part of the documents.
  function originOf(address) {
    try {
      const { protocol, origin } = new URL(address)
      return /^https?:$/.test(protocol) ? origin : ''
    } catch {
      return ''
    }
  }
  function headersOf(lines) {
    return lines.split('\n').flatMap((line) => {
      const [, name, value] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*:\s*([\x20-\x7e]*?)\s*$/.exec(line) || []
      return name ? [[name, value]] : []
    })
  }

  function element(tag, attributes, ...children) {
    const made = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
    made.append(...children)
    return made
  }

  const { address = '', lines = '' } = read()
  const [first] = holders
  const placeholder = first.dataset.origin
  const server = element('input', { type: 'url', placeholder, autocomplete: 'off' })
  const headers = element('textarea', { rows: 2, placeholder: 'Authorization: Bearer …' })
  server.value = address
  headers.value = lines
  function update() {
    write({ address: server.value, lines: headers.value })
    apply()
  }
  function apply() {
    show({ origin: originOf(server.value), headers: headersOf(headers.value) })
  }
  server.addEventListener('input', update)
  headers.addEventListener('input', update)
  document
    .querySelector('.server')
    .append(
      element('label', {}, 'Origin', server),
      element('label', {}, 'Headers, one per line', headers),
      element('p', { class: 'about' }, 'Used in all samples, until you close this tab.'),
    )
  if (address || lines) apply()
})()
