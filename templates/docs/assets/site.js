// What the pages do beyond being read. Every page is complete without it.
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
        // Storage can be forbidden; the choice holds for this page then.
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

  // Theme: as the system says, light, dark.
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
      // Pages of a folder may have no clipboard; a selection can still be copied.
      const area = element('textarea', { readonly: '', class: 'offscreen' })
      area.value = text
      document.body.append(area)
      area.select()
      document.execCommand('copy')
      area.remove()
      button.focus()
    }
    status.textContent = 'Copied'
    button.replaceChildren(icon('check'))
    setTimeout(() => {
      button.replaceChildren(icon('copy'))
      status.textContent = ''
    }, 1500)
  }
  for (const block of document.querySelectorAll('pre.code')) {
    const button = element('button', {
      type: 'button',
      class: 'copy',
      'aria-label': 'Copy the code',
    })
    button.append(icon('copy'))
    const frame = element('div', { class: 'code-frame' })
    block.replaceWith(frame)
    frame.append(block, button)
  }
  document.addEventListener('click', (event) => {
    const button = event.target.closest('button.copy')
    if (!button) return
    const block = button.parentElement.querySelector('pre')
    void copy(button, button.dataset.copy || (block ? block.textContent : ''))
  })

  // Tabs: sections with headings become panels; the choice of language is kept for other pages.
  let count = 0
  const groups = []
  function makeTabs(holder) {
    const panels = [...holder.querySelectorAll(':scope > .tab')]
    const list = element('div', { class: 'tab-list', role: 'tablist', 'aria-label': 'Language' })
    const tabs = panels.map((panel) => {
      const heading = panel.querySelector('h4')
      const id = 'tab-' + ++count
      const tab = element('button', {
        type: 'button',
        role: 'tab',
        id,
        'aria-controls': id + '-panel',
      })
      tab.textContent = heading.textContent
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
    list.addEventListener('click', (event) => {
      const tab = event.target.closest('[role=tab]')
      if (tab) choose(tab.textContent)
    })
    list.addEventListener('keydown', (event) => {
      const at = tabs.indexOf(event.target)
      const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
      if (at < 0 || to === undefined) return
      event.preventDefault()
      const tab = tabs[(to + tabs.length) % tabs.length]
      choose(tab.textContent)
      tab.focus()
    })
  }
  function choose(name) {
    store.set('docs-language', name)
    for (const group of groups) group.pick(name)
  }
  for (const holder of document.querySelectorAll('[data-tabs]')) makeTabs(holder)
  const language = store.get('docs-language')
  for (const group of groups) group.pick(language)

  // A link into something folded unfolds it.
  function reveal() {
    const id = decodeURIComponent(location.hash.slice(1))
    const target = id && document.getElementById(id)
    if (!target) return
    if (target.tagName === 'DETAILS') target.open = true
    let moved = false
    for (let at = target.parentElement; at; at = at.parentElement) {
      if (at.tagName === 'DETAILS' && !at.open) moved = at.open = true
    }
    if (moved) target.scrollIntoView()
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
  const opener = document.querySelector('.bar-menu')
  const narrow = matchMedia('(max-width: 960px)')
  function setDrawer(open) {
    root.classList.toggle('drawer', open)
    opener.setAttribute('aria-expanded', String(open))
    menu.inert = narrow.matches && !open
    if (open) menu.querySelector('.menu-close').focus()
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
  setDrawer(false)
  const current = menu.querySelector('.current > a, .current > s > a')
  if (current) {
    current.setAttribute('aria-current', 'page')
    // Not scrollIntoView, which would move the page as well.
    const offset = current.getBoundingClientRect().top - menu.getBoundingClientRect().top
    if (offset > menu.clientHeight * 0.7) menu.scrollTop += offset - menu.clientHeight / 2
  }

  // Filters of lists.
  const filter = document.querySelector('[data-filter-input]')
  if (filter) {
    const rows = [...document.querySelectorAll('[data-row]')].map((row) => ({
      row,
      text: row.textContent.toLowerCase(),
    }))
    const sections = [...document.querySelectorAll('[data-filter-section]')]
    filter.addEventListener('input', () => {
      const words = filter.value.toLowerCase().split(/\s+/)
      for (const { row, text } of rows) row.hidden = !words.every((word) => text.includes(word))
      for (const section of sections)
        section.hidden = !section.querySelector('[data-row]:not([hidden])')
    })
  }

  // Search: library, rows and dialog are loaded when they are first wanted.
  let loading
  function load(path) {
    return new Promise((resolve, reject) => {
      const script = element('script', { src: base + 'assets/' + path })
      script.addEventListener('load', resolve)
      script.addEventListener('error', () => reject(new Error(path + ' did not load')))
      document.head.append(script)
    })
  }
  function openSearch() {
    const files = ['minisearch.js', 'search-rows.js', 'search.js']
    loading = loading || Promise.all(files.slice(0, 2).map(load)).then(() => load(files[2]))
    loading.then(
      () => window.docsSearch.open(base, element, icon),
      (error) => {
        status.textContent = 'The search is not available: ' + error.message
        loading = undefined
      },
    )
  }
  for (const button of document.querySelectorAll('[data-search]'))
    button.addEventListener('click', openSearch)
  document.addEventListener('keydown', (event) => {
    const typing = event.target.closest('input, textarea, select, [contenteditable]')
    const slash = event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey
    const letter = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
    if (!slash && !letter) return
    event.preventDefault()
    openSearch()
  })
})()
