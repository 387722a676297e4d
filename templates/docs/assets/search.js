// The dialog of the search.
;(function () {
  'use strict'
  /** Maximum number of results that the dialog lists. */
  const most = 20

  let index
  function find(query) {
    index = index || window.docsRanking.makeIndex(window.docsSearchRows)
    return window.docsRanking.find(index, query)
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
      const found = query === '' ? recent() : find(query).slice(0, most)
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
    find,
    open(tools) {
      if (!dialog) show = makeDialog(tools)
      if (dialog.open) return
      opener = document.activeElement
      dialog.showModal()
      const input = dialog.querySelector('input')
      input.focus()
      input.select()
      show()
      // The index of a large site takes a while: it is made before the first key.
      setTimeout(() => find(''))
    },
  }
})()
