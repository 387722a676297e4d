// The search of the site: index, ranking and dialog.
;(function () {
  'use strict'
  const weight = { method: 3, group: 2.4, guide: 2.4, schema: 1.4, error: 1.2 }
  /** Of two matches, a method that reads comes before one that writes, and those that may not be callable are last. */
  const standing = { write: 0.8, deprecated: 0.7, off: 0.5 }

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

  const wordsOf = (text) => text.split(/[^\p{L}\p{N}-]+/u).filter((word) => word !== '')

  /** Words that follow each other as one: "backup" finds "Back up". */
  const pairs = (text) => wordsOf(text).map((word, at, all) => (at === 0 ? '' : all[at - 1] + word))

  /** Words that mean the same in names and questions about APIs. */
  const same = {
    addr: 'address',
    broadcast: 'send',
    config: 'configuration',
    current: 'latest',
    delet: 'remove',
    detail: 'info',
    information: 'info',
    last: 'latest',
    newest: 'latest',
    passphras: 'password',
    passwd: 'password',
    publish: 'send',
    submit: 'send',
    tx: 'transaction',
    txs: 'transaction',
  }

  /** Returns the stem of a word, so that "stakes", "staked" and "staking" are equal. */
  function stem(term) {
    const word = term.toLowerCase().replace(/ies$/, 'y')
    const one = word.length > 3 ? word.replace(/(?<=[^siu])s$/, '') : word
    const found = one.length > 4 ? one.replace(/(?:ability|able|ing|ed|e)$/, '') : one
    return Object.hasOwn(same, found) ? stem(same[found]) : found
  }

  /** A name without its namespace. */
  const bare = (name) => name.replace(/^[^._]+[._]/, '')

  function makeIndex(rows) {
    const index = new window.MiniSearch({
      fields: ['name', 'phrases', 'summary', 'words', 'text', 'place'],
      tokenize: (text, field) =>
        field === 'name' ? [...tokens(text), ...pairs(text)] : tokens(text),
      processTerm: stem,
      searchOptions: {
        tokenize: wordsOf,
        boost: { name: 6, phrases: 4, summary: 2, words: 1.5, place: 0.5 },
        prefix: true,
        fuzzy: (term) => (term.length > 4 ? 0.2 : false),
        weights: { prefix: 0.4, fuzzy: 0.3 },
        // Of two names with the same word, the shorter name is the better match.
        boostDocument: (id) => (weight[rows[id][0]] || 1) / (10 + bare(rows[id][1]).length),
      },
    })
    index.addAll(
      rows.map(([, name, , place, summary, words = '', phrases = '', text = ''], id) => {
        return { id, name, place, summary, words, phrases, text }
      }),
    )
    return index
  }

  /** Removes case, spaces and separators, so that `eth.getBalance` equals `eth get balance`. */
  const squeezed = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}-]+/gu, '')

  /** The topic of a method: its name without namespace and verb. */
  const topic = (name) => bare(name).replace(/^(?:get|list|is|new|send|build)(?=\p{Lu})/u, '')

  const idle =
    /^(?:a|an|and|are|can|do|does|fetch|find|for|get|how|i|in|is|list|me|my|of|on|or|show|the|to|was|what|which|with|all)$/i

  /** A name in camel case as words. */
  const spaced = (name) => name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')

  /** The words of a text that say something, as stems in order. */
  const gist = (text) => {
    const all = wordsOf(text)
    const words = all.filter((word) => !idle.test(word))
    return (words.length > 0 ? words : all).map(stem).join(' ')
  }

  /**
   * Returns the rank of a row for a query: 0 if its name equals the query, 1 if only parts of it match. Guides come
   * before methods that owners describe by the same phrase.
   */
  function rankOf(row, query) {
    const [kind, name, , , , words = '', phrases = ''] = row
    const isMethod = kind === 'method'
    if (name === query.trim()) return 0
    const plain = squeezed(query)
    const names = [name, bare(name)].map(squeezed)
    const isNamed = names.includes(plain)
    if (isNamed && (isMethod || kind === 'group')) return 0.1
    const about = topic(name)
    const wanted = gist(query)
    if (isMethod && (squeezed(about) === plain || gist(spaced(about)) === wanted)) return 0.2
    const isSaid = isNamed || gist(spaced(name)) === wanted
    if (isSaid && kind === 'guide') return 0.22
    const said = phrases === '' ? [] : phrases.split('|').map(gist)
    if (said.includes(wanted)) return { guide: 0.21, term: 0.4 }[kind] || 0.25
    // A query may consist of several phrases: "real time events".
    if (said.length > 1 && wordsBeyond(said, wanted) === '') return kind === 'term' ? 0.4 : 0.28
    const before = isMethod ? lengthBefore(about, plain) : -1
    if (before >= 0) return 0.3 + before / 1000
    // A word such as startIndex is the name of a field.
    const isField = /[\p{Ll}\d]\p{Lu}|_/u.test(query) && words.split(' ').includes(query.trim())
    if (isField) return isMethod ? 0.35 : 0.36
    if (isSaid) return 0.4
    if (kind === 'group' && names.some((one) => one.startsWith(plain))) return 0.5
    return 1
  }

  /** Returns the stem of the last word before a preposition, which a query is about: "events" of "smart contract events". */
  function headOf(query) {
    const [about] = query.split(/ (?:of|for|to|in|on|by|with|from|at) /)
    const words = wordsOf(about || query).filter((word) => !idle.test(word))
    return words.length === 0 ? '' : stem(words.at(-1))
  }

  /** Returns the words of a query that are left without the phrases of a row. */
  function wordsBeyond(phrases, wanted) {
    const known = phrases.map((phrase) => ` ${phrase} `).sort((a, b) => b.length - a.length)
    return known.reduce((rest, phrase) => rest.replace(phrase, ' '), ` ${wanted} `).trim()
  }

  /** Returns the length of a name before its last words if these are the query, or else -1. */
  function lengthBefore(name, plain) {
    const humps = name.split(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u)
    // A name in lower case says nothing about where its words begin.
    const ends = humps.length === 1 && plain.length > 3 && squeezed(name).endsWith(plain)
    if (ends) return name.length - plain.length
    const at = humps.findIndex((_, from) => squeezed(humps.slice(from).join('')) === plain)
    return at < 0 ? -1 : humps.slice(0, at).join('').length
  }

  /** How much more a name or field that begins with the query is worth. */
  function bonusOf([kind, name, , , , words = ''], query) {
    const plain = squeezed(query)
    const begins = [name, bare(name), topic(name)].some((one) => squeezed(one).startsWith(plain))
    // In other names only whole words match: "validators" does not match ValidatorSigner.
    const isWhole = kind === 'method' || !/^\p{Ll}/u.test(name.slice(query.trim().length))
    if (begins && isWhole) return 2
    return words.toLowerCase().split(' ').includes(query.trim().toLowerCase()) ? 1.5 : 1
  }

  /**
   * Returns the rows that match a query. Equal names and phrases come first. Of the others, those are first that match
   * more of the words, the rarest before all.
   */
  function find(index, rows, query) {
    const words = wordsOf(query).filter((word) => !idle.test(word))
    const stripped = words.length > 0 ? words.join(' ') : query
    if (stripped.trim() === '') return []
    const hits = index.search(stripped, { combineWith: 'OR' })
    const counts = new Map()
    for (const { queryTerms } of hits) {
      for (const term of queryTerms) counts.set(term, (counts.get(term) || 0) + 1)
    }
    const head = headOf(query)
    const rarity = (term) =>
      Math.log(1 + rows.length / counts.get(term)) * (term === head ? 1.6 : 1)
    const total = [...counts.keys()].reduce((sum, term) => sum + rarity(term), 0)
    const found = hits.map(({ id, score, queryTerms }) => {
      const row = rows[id]
      const share = queryTerms.reduce((sum, term) => sum + rarity(term), 0) / total
      const rank = Math.min(rankOf(row, query), rankOf(row, stripped) + 0.1)
      return {
        row,
        id,
        // What may be off comes last, unless it was asked for by its name.
        rank: row[8] === 'off' && rank > 0.1 && rank < 1 ? rank + 0.09 : rank,
        score: score * share ** 2 * (standing[row[8]] || 1) * bonusOf(row, stripped),
      }
    })
    return found
      .sort((a, b) => a.rank - b.rank || (a.rank < 0.2 ? a.id - b.id : b.score - a.score))
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
