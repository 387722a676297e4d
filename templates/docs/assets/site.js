// Progressive enhancement: every page is complete without this script.
;(function () {
  'use strict'
  const root = document.documentElement
  const base = document.body.dataset.root || ''

  const store = {
    get(key) {
      try {
        return localStorage.getItem(key)
      } catch {
        return null
      }
    },
    set(key, value) {
      try {
        if (value === null) localStorage.removeItem(key)
        else localStorage.setItem(key, value)
      } catch {
        // Storage can be disabled; the choice then applies to this page only.
      }
    },
  }

  function icon(name) {
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
    svg.setAttribute('class', 'icon')
    svg.setAttribute('aria-hidden', 'true')
    const use = document.createElementNS('http://www.w3.org/2000/svg', 'use')
    use.setAttribute('href', '#i-' + name)
    svg.append(use)
    return svg
  }

  function element(tag, attributes, ...children) {
    const made = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
    made.append(...children)
    return made
  }

  // Theme: system, light or dark.
  const toggle = document.querySelector('[data-theme-toggle]')
  const themes = ['system', 'light', 'dark']
  function showTheme() {
    const theme = root.dataset.theme || 'system'
    toggle.replaceChildren(icon(theme))
    toggle.setAttribute('aria-label', 'Theme: ' + theme)
    toggle.title = 'Theme: ' + theme
  }
  toggle.addEventListener('click', () => {
    const now = themes.indexOf(root.dataset.theme || 'system')
    const next = themes[(now + 1) % themes.length]
    if (next === 'system') delete root.dataset.theme
    else root.dataset.theme = next
    store.set('docs-theme', next === 'system' ? null : next)
    showTheme()
  })
  showTheme()

  // Copy buttons.
  const status = element('div', { class: 'status', role: 'status' })
  document.body.append(status)
  async function copy(button, text) {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      // Without a clipboard, such as on file: pages, a selection can still be copied.
      const area = element('textarea', { readonly: '', class: 'offscreen' })
      area.value = text
      document.body.append(area)
      area.select()
      document.execCommand('copy')
      area.remove()
      button.focus()
    }
    status.textContent = 'Copied'
    const label = button.textContent
    button.replaceChildren(icon('check'), label)
    setTimeout(() => {
      button.replaceChildren(icon('copy'), label)
      status.textContent = ''
    }, 1500)
  }
  async function copyPage(button, address) {
    try {
      const response = await fetch(address)
      if (!response.ok) throw new Error(String(response.status))
      await copy(button, await response.text())
    } catch {
      // A file: page may not fetch others, so open the page instead.
      location.href = address
    }
  }
  function makeCopy(frame) {
    const named = { type: 'button', class: 'copy', 'aria-label': 'Copy the code' }
    frame.append(element('button', named, icon('copy')))
  }
  document.addEventListener('click', (event) => {
    const button = event.target.closest('button.copy')
    if (!button) return
    if (button.dataset.copyPage) return void copyPage(button, button.dataset.copyPage)
    const block = button.parentElement.querySelector('pre')
    void copy(button, button.dataset.copy || (block ? block.textContent : ''))
  })

  // Tabs: sections with headings become panels; the chosen language is kept for other pages.
  let count = 0
  let language = store.get('docs-language')
  const groups = []
  function makeTabs(holder) {
    const panels = [...holder.querySelectorAll(':scope > .tab')]
    const { tabs: key, label = 'Language' } = holder.dataset
    const list = element('div', { class: 'tab-list', role: 'tablist', 'aria-label': label })
    const tabs = panels.map((panel) => {
      const heading = panel.firstElementChild
      const id = 'tab-' + ++count
      const tab = element('button', {
        type: 'button',
        role: 'tab',
        id,
        'aria-controls': id + '-panel',
      })
      tab.textContent = heading.textContent
      // In print all of them are shown, each with its name.
      panel.dataset.name = heading.textContent
      heading.remove()
      panel.id = id + '-panel'
      panel.setAttribute('role', 'tabpanel')
      panel.setAttribute('aria-labelledby', id)
      return tab
    })
    list.append(...tabs)
    holder.prepend(list)
    holder.classList.add('tabbed')
    const group = {
      key,
      pick(name) {
        const found = tabs.findIndex((tab) => tab.textContent === name)
        const index = found < 0 ? 0 : found
        tabs.forEach((tab, at) => {
          tab.setAttribute('aria-selected', String(at === index))
          tab.tabIndex = at === index ? 0 : -1
          panels[at].hidden = at !== index
        })
      },
    }
    groups.push(group)
    group.pick(key ? '' : language)
    list.addEventListener('click', (event) => {
      const tab = event.target.closest('[role=tab]')
      if (tab) choose(tab.textContent, key)
    })
    list.addEventListener('keydown', (event) => {
      const at = tabs.indexOf(event.target)
      const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
      if (at < 0 || to === undefined) return
      event.preventDefault()
      const tab = tabs[(to + tabs.length) % tabs.length]
      choose(tab.textContent, key)
      tab.focus()
    })
  }
  function choose(name, key) {
    if (!key) store.set('docs-language', (language = name))
    for (const group of groups) if (group.key === key) group.pick(name)
    if (key) showExample()
  }
  // The alternative of the result and the open example agree.
  const alternatives = () => [...document.querySelectorAll('[data-tabs=result] [role=tab]')]
  function showExample() {
    const query = `.example[data-variant="${alternatives().findIndex((tab) => !tab.tabIndex)}"]`
    const example = document.querySelector(query)
    if (example && !document.querySelector(query + '[open]')) example.open = true
  }
  function showVariant({ dataset: { variant } }) {
    const tab = alternatives()[variant]
    if (tab && tab.tabIndex) tab.click()
  }
  // Collapsed parts get their tabs and buttons when they are expanded.
  function setUp(part) {
    const shown = (query) =>
      [...part.querySelectorAll(query)].filter((one) => !one.closest('details:not([open])'))
    shown('[data-tabs]:not(.tabbed)').forEach(makeTabs)
    for (const frame of shown('.code-frame')) if (!frame.querySelector('.copy')) makeCopy(frame)
  }
  setUp(document)
  function opened({ target }) {
    if (!target.open) return
    setUp(target)
    showVariant(target)
  }
  addEventListener('toggle', opened, true)
  document.querySelectorAll('.example[open]').forEach(showVariant)

  // A link into a collapsed part expands it.
  function reveal() {
    let id = location.hash.slice(1)
    try {
      id = decodeURIComponent(id)
    } catch {} // The fragment of a link may be malformed.
    const target = id && document.getElementById(id)
    if (!target) return follow(id)
    let moved = false
    for (let at = target; at; at = at.parentElement) {
      if (at.tagName === 'DETAILS' && !at.open) moved = at.open = true
      if (at.role === 'tabpanel' && at.hidden) {
        document.getElementById(at.getAttribute('aria-labelledby')).click()
        moved = true
      }
    }
    if (moved) target.scrollIntoView()
  }
  // Redirects a link to a field that has its own page.
  function follow(id) {
    const [holder] = [...document.querySelectorAll('[data-moved]')]
      .filter(({ dataset: { moved } }) => !moved || id.startsWith(moved + '.'))
      .sort((a, b) => b.dataset.moved.length - a.dataset.moved.length)
    if (!id || !holder) return
    const { moved, movedSchema } = holder.dataset
    const { href } = holder.querySelector('a')
    location.replace(`${href}#${movedSchema === '' ? id.slice(moved.length + 1) : id}`)
  }
  addEventListener('hashchange', reveal)
  reveal()
  let closed = []
  addEventListener('beforeprint', () => {
    closed = [...document.querySelectorAll('details:not([open])')]
    for (const details of closed) details.open = true
  })
  addEventListener('afterprint', () => {
    for (const details of closed) details.open = false
  })

  // The drawer on narrow screens: without this script a plain link opens it.
  const menu = document.getElementById('menu')
  const list = menu.querySelector('.menu-list')
  const opener = document.querySelector('.bar-menu')
  const narrow = matchMedia('(max-width: 960px)')
  function setDrawer(open) {
    root.classList.toggle('drawer', open)
    opener.setAttribute('aria-expanded', String(open))
    if (!open) return
    menu.querySelector('.menu-close').focus()
    if (current) showCurrent()
  }
  opener.setAttribute('role', 'button')
  opener.setAttribute('aria-controls', 'menu')
  opener.addEventListener('click', (event) => {
    event.preventDefault()
    setDrawer(!root.classList.contains('drawer'))
  })
  menu.querySelector('.menu-close').addEventListener('click', (event) => {
    event.preventDefault()
    setDrawer(false)
    opener.focus()
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !root.classList.contains('drawer')) return
    setDrawer(false)
    opener.focus()
  })
  document.addEventListener('click', (event) => {
    const isOutside = !menu.contains(event.target) && !opener.contains(event.target)
    if (root.classList.contains('drawer') && isOutside) setDrawer(false)
  })
  narrow.addEventListener('change', () => setDrawer(false))
  opener.setAttribute('aria-expanded', 'false')
  const current = menu.querySelector('.current > a, .current > s > a')
  if (current) current.setAttribute('aria-current', 'page')
  function showCurrent() {
    // Not scrollIntoView, which would scroll the page as well.
    const offset = current.getBoundingClientRect().top - list.getBoundingClientRect().top
    if (offset > list.clientHeight * 0.7) list.scrollTop += offset - list.clientHeight / 2
  }
  // Deferred: measuring forces a layout, and the page still changes until then.
  if (current && !narrow.matches) requestAnimationFrame(showCurrent)

  // The filter of the menu: hides entries without the text, and lists and headings without entries.
  function makeFilter() {
    const input = element('input', {
      class: 'menu-filter',
      type: 'search',
      placeholder: 'Filter',
      'aria-label': 'Filter the menu',
      autocomplete: 'off',
      spellcheck: 'false',
    })
    const folds = [...menu.querySelectorAll('details')]
    const open = folds.map((fold) => fold.open)
    const matches = (link, text) => link.textContent.toLowerCase().includes(text)
    function filter() {
      const text = input.value.trim().toLowerCase()
      for (const item of menu.querySelectorAll('li')) {
        item.hidden = ![...item.querySelectorAll('a')].some((link) => matches(link, text))
      }
      folds.forEach((fold, at) => {
        fold.hidden = !fold.querySelector('li:not([hidden])')
        fold.open = text === '' ? open[at] : true
      })
      for (const title of menu.querySelectorAll('.menu-title')) {
        title.hidden = !title.nextElementSibling.querySelector('li:not([hidden])')
      }
      list.scrollTop = 0
    }
    input.addEventListener('input', filter)
    menu.querySelector('.menu-head').after(input)
  }
  makeFilter()

  // Anchor links of headings.
  for (const heading of document.querySelectorAll('main h2[id]')) {
    const name = 'Link to ' + heading.textContent
    heading.append(
      element('a', { class: 'anchor', href: '#' + heading.id, 'aria-label': name }, '#'),
    )
  }

  // Buttons to expand or collapse all fields of a tree.
  for (const heading of document.querySelectorAll('h2')) {
    const folds = [
      ...heading.parentElement.querySelectorAll(':is(.tree, .params) details:not(.pattern)'),
    ]
    if (folds.length < 2) continue
    const button = element('button', { type: 'button', class: 'unfold' })
    const isOpen = () => folds.every((details) => details.open)
    const name = () => {
      button.textContent = isOpen() ? 'Collapse all' : 'Expand all'
    }
    button.addEventListener('click', () => {
      const open = !isOpen()
      for (const details of folds) details.open = open
      name()
    })
    for (const details of folds) details.addEventListener('toggle', name)
    name()
    const head = element('div', { class: 'section-head' })
    heading.before(head)
    head.append(heading, button)
  }

  // Search: words, rows, dialog and ranking are loaded on first use.
  let loading
  function load(path) {
    return new Promise((resolve, reject) => {
      const script = element('script', { src: base + 'assets/' + path })
      script.addEventListener('load', resolve)
      script.addEventListener('error', () => reject(new Error(path + ' could not be loaded')))
      document.head.append(script)
    })
  }
  function loadSearch() {
    const files = ['search-words.js', 'search-rows.js', 'search.js']
    loading = loading || Promise.all(files.map(load)).then(() => load('search-ranking.js'))
    return loading
  }
  function openSearch() {
    loadSearch().then(
      () => window.docsSearch.open({ base, element, icon, store }),
      (error) => {
        status.textContent = 'The search is not available: ' + error.message
        loading = undefined
      },
    )
  }

  function loadFor(query, path) {
    if (document.querySelector(query))
      load(path).catch((error) => {
        status.textContent = error.message
      })
  }
  loadFor('[data-filter-input]', 'filter.js')
  loadFor('pre.json', 'json.js')
  loadFor('.server', 'server.js')
  loadFor('[data-version]', 'versions.js')

  // Try it: its styles and script are loaded when it is opened, and the script loads the data of the group.
  for (const section of document.querySelectorAll('rpcloom-try')) {
    const opener = section.querySelector('.try-open')
    let loaded
    opener.addEventListener('click', () => {
      opener.disabled = true
      loaded = loaded || Promise.all([loadStyle('try-it.css'), load('try-it.js')])
      loaded
        .then(() => section.open())
        .catch((error) => {
          loaded = undefined
          status.textContent = 'Try it is not available: ' + error.message
        })
        .finally(() => {
          opener.disabled = false
        })
    })
  }
  function loadStyle(path) {
    return new Promise((resolve) => {
      const style = element('link', { rel: 'stylesheet', href: base + 'assets/' + path })
      style.addEventListener('load', resolve)
      style.addEventListener('error', resolve)
      document.head.append(style)
    })
  }
  function openTryIt() {
    const opener = /^#try(\?|$)/.test(location.hash) && document.querySelector('.try-open:enabled')
    if (opener) opener.click()
  }
  addEventListener('hashchange', openTryIt)
  openTryIt()

  for (const button of document.querySelectorAll('[data-search]'))
    button.addEventListener('click', openSearch)
  // The 404 page lists pages with similar names.
  const missing = document.querySelector('[data-missing]')
  if (missing) {
    const wanted = decodeURIComponent(location.pathname.split('/').filter(Boolean).at(-1) || '')
      .replace(/\.\w+$/, '')
      .replace(/[-_.]+/g, ' ')
    loadSearch().then(() => {
      const near = window.docsSearch.find(wanted).slice(0, 6)
      missing.hidden = near.length === 0
      for (const [kind, name, href, , summary] of near) {
        const text = /^(method|schema|error)$/.test(kind) ? element('code', {}, name) : name
        const link = element('a', { href: base + href }, text)
        missing.querySelector('ul').append(element('li', {}, link, element('div', {}, summary)))
      }
    }, console.warn)
  }
  document.addEventListener('keydown', (event) => {
    const typing = event.target.closest('input, textarea, select, [contenteditable]')
    const slash = event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey
    const letter = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
    if (!slash && !letter) return
    event.preventDefault()
    openSearch()
  })
})()
