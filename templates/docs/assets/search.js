// The search of the site: index, ranking and dialog.
;(function () {
  'use strict'
  const weight = { method: 3, group: 2.4, guide: 1.6, schema: 1.4, error: 1.2 }

  // Every camel-case part of a name, and every suffix that starts with one: "blockby" finds getBlockByNumber.
  function tokens(text) {
    const found = []
    for (const word of text.split(/[^\p{L}\p{N}-]+/u)) {
      // Error codes are found without their sign, too.
      if (/^-\d/.test(word)) found.push(word.slice(1))
      const humps = word.split(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u)
      humps.forEach((hump, index) => {
        if (hump !== '') found.push(hump)
        const tail = humps.slice(index).join('')
        if (tail !== hump) found.push(tail)
      })
    }
    return found
  }

  /** A name without its namespace. */
  const bare = (name) => name.replace(/^[^._]+[._]/, '')

  function makeIndex(rows) {
    const index = new window.MiniSearch({
      fields: ['name', 'summary', 'words', 'place'],
      tokenize: tokens,
      processTerm: (term) => term.toLowerCase(),
      searchOptions: {
        tokenize: (text) => text.split(/[^\p{L}\p{N}-]+/u).filter((word) => word !== ''),
        boost: { name: 6, words: 1.5, place: 0.5 },
        prefix: true,
        fuzzy: (term) => (term.length > 5 ? 0.15 : false),
        combineWith: 'AND',
        // Of two names with the same word, the shorter name is the better match.
        boostDocument: (id) => (weight[rows[id][0]] || 1) / (10 + bare(rows[id][1]).length),
      },
    })
    index.addAll(
      rows.map((row, id) => ({ id, name: row[1], summary: row[4], words: row[5], place: row[3] })),
    )
    return index
  }

  /** Removes case, spaces and separators, so that `eth.getBalance` equals `eth get balance`. */
  const squeezed = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}-]+/gu, '')

  /** The topic of a method: its name without namespace and verb. */
  const topic = (name) => bare(name).replace(/^(?:get|list|is|new|send|build)(?=\p{Lu})/u, '')

  const idle = /^(?:a|an|the|of|to|for|in|how|do|does|i|what|is|my|all|get|list|show|find|fetch)$/

  /** Returns the rank of a name for a query: 0 if the name equals the query, 3 if only other data of the page matches. */
  function rankOf(row, query) {
    const [kind, name] = row
    const isMethod = kind === 'method'
    if (name === query.trim()) return 0
    const plain = squeezed(query)
    const names = [name, bare(name)].map(squeezed)
    if (names.includes(plain)) return isMethod || kind === 'group' ? 0.1 : 0.4
    const about = topic(name)
    if (isMethod && squeezed(about) === plain) return 0.2
    const begins = names.some((one) => one.startsWith(plain))
    if (begins && kind === 'group') return 0.5
    const humps = about.split(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u)
    const ends = humps.some((_, at) => squeezed(humps.slice(at).join('')) === plain)
    if (isMethod && ends) return 0.3
    if (row[5].split(' ').includes(query.trim())) return 2
    if (isMethod && begins) return 1
    // In other names only whole words match: "validators" does not match ValidatorSigner.
    if (begins && !/^\p{Ll}/u.test(name.slice(query.trim().length))) return 2
    return row[5].toLowerCase().split(' ').includes(query.trim().toLowerCase()) ? 2 : 3
  }

  /** Returns the rows that match a query. Equal names come first, followed by topics, prefixes, fields and other matches. */
  function find(index, rows, query) {
    const words = query.split(/\s+/).filter((word) => !idle.test(word.toLowerCase()))
    const queries = [...new Set([words.join(' '), query])].filter((one) => one.trim() !== '')
    const found = new Map()
    for (const one of queries) {
      const exact = index.search(one)
      // Falls back to rows with some of the words.
      const hits = exact.length > 0 ? exact : index.search(one, { combineWith: 'OR' })
      for (const { id } of hits) if (!found.has(id)) found.set(id, found.size)
    }
    return [...found]
      .map(([id, order]) => ({
        row: rows[id],
        order,
        rank: Math.min(...queries.map((one, at) => rankOf(rows[id], one) + at / 20)),
      }))
      .sort((a, b) => a.rank - b.rank || a.order - b.order)
      .slice(0, 20)
      .map((hit) => hit.row)
  }

  let index
  function indexOfSite() {
    index = index || makeIndex(window.docsSearchRows)
    return index
  }

  /** Returns rows that contain any of the words, for the 404 page. */
  function near(words) {
    const rows = window.docsSearchRows
    const fuzzy = (term) => (term.length > 3 ? 0.25 : false)
    const hits = indexOfSite().search(words, { combineWith: 'OR', fuzzy })
    return hits.map((hit) => rows[hit.id])
  }

  let dialog
  let opener
  let show

  function dialogElements({ element, icon }) {
    const input = element('input', {
      type: 'text',
      role: 'combobox',
      'aria-label': 'Search',
      'aria-expanded': 'true',
      'aria-controls': 'search-hits',
      'aria-autocomplete': 'list',
      placeholder: 'Method, field, schema, error code',
      autocomplete: 'off',
      spellcheck: 'false',
    })
    const hits = element('div', { id: 'search-hits', role: 'listbox', 'aria-label': 'Found' })
    const status = element('p', { class: 'search-status', role: 'status' })
    const close = element(
      'button',
      { type: 'button', class: 'tool', 'aria-label': 'Close' },
      icon('close'),
    )
    const box = element('div', { class: 'search-box' }, icon('search'), input, close)
    dialog = element('dialog', { class: 'search', 'aria-label': 'Search' }, box, hits, status)
    document.body.append(dialog)
    close.addEventListener('click', () => dialog.close())
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog) dialog.close()
      if (event.target.closest('a')) dialog.close()
    })
    dialog.addEventListener('close', () => {
      if (opener) opener.focus()
    })
    return { input, hits, status }
  }

  function hitLink([kind, name, href, place, summary], at, { base, element }) {
    const link = element('a', {
      href: base + href,
      role: 'option',
      id: 'hit-' + at,
      'aria-selected': 'false',
      tabindex: '-1',
    })
    link.append(
      element('span', { class: 'hit-kind' }, kind),
      element('code', {}, name),
      element('span', { class: 'hit-place' }, place),
      element('span', { class: 'hit-summary' }, summary),
    )
    return link
  }

  function makeDialog(tools) {
    const rows = window.docsSearchRows
    const index = indexOfSite()
    const { store } = tools
    const { input, hits, status } = dialogElements(tools)
    const recent = () => {
      const hrefs = (store.get('docs-recent') || '').split(' ')
      return hrefs.flatMap((href) => rows.filter((row) => row[2] === href).slice(0, 1))
    }
    function remember(href) {
      const before = recent().map((one) => one[2])
      const now = [href, ...before.filter((one) => one !== href)]
      store.set('docs-recent', now.slice(0, 6).join(' '))
    }

    let active = -1
    const items = () => [...hits.children]
    function mark(to) {
      const all = items()
      if (all.length === 0) return
      active = (to + all.length) % all.length
      all.forEach((item, at) => item.setAttribute('aria-selected', String(at === active)))
      input.setAttribute('aria-activedescendant', all[active].id)
      all[active].scrollIntoView({ block: 'nearest' })
    }
    function show() {
      const query = input.value.trim()
      const found = query === '' ? recent() : find(index, rows, query)
      const links = found.map((row, at) => {
        const link = hitLink(row, at, tools)
        link.addEventListener('click', () => remember(row[2]))
        return link
      })
      hits.replaceChildren(...links)
      input.removeAttribute('aria-activedescendant')
      active = -1
      if (found.length > 0) mark(0)
      status.textContent = query !== '' && found.length === 0 ? 'Nothing found' : ''
    }
    input.addEventListener('input', show)
    input.addEventListener('keydown', (event) => {
      if (event.key === 'ArrowDown') mark(active + 1)
      else if (event.key === 'ArrowUp') mark(active - 1)
      else if (event.key === 'Enter' && active >= 0) items()[active].click()
      else return
      event.preventDefault()
    })
    return show
  }

  window.docsSearch = {
    makeIndex,
    find,
    near,
    open(tools) {
      if (!dialog) show = makeDialog(tools)
      if (dialog.open) return
      opener = document.activeElement
      dialog.showModal()
      const input = dialog.querySelector('input')
      input.focus()
      input.select()
      show()
    },
  }
})()
