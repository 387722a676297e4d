// Filters of lists: words and labels, kept in the URL so that a view can be shared.
;(function () {
  'use strict'
  const filter = document.querySelector('[data-filter-input]')
  const rowOf = (row, isElsewhere) => ({
    row,
    isElsewhere,
    text: row.textContent.toLowerCase(),
    labels: (row.dataset.labels || '').split('|'),
  })
  const rows = [...document.querySelectorAll('[data-row]')].map((row) => rowOf(row, false))
  const sections = [...document.querySelectorAll('[data-filter-section]')]
  const picks = [...document.querySelectorAll('[data-filter-label]')]
  const count = document.querySelector('[data-filter-count]')
  const isPicked = (pick) => pick.getAttribute('aria-pressed') === 'true'
  // A list of several parts is filtered as a whole: the other parts are loaded on first use.
  const parts = [...document.querySelectorAll('[data-parts] li:not(.current) a')]
  let unread = parts.length > 0 ? ' on this part' : ''
  let reading
  const readParts = () => (reading ??= Promise.all(parts.map(readPart)).then(takeParts, () => {}))
  async function readPart({ href }) {
    const response = await fetch(href)
    if (!response.ok) throw new Error(String(response.status))
    return new DOMParser().parseFromString(await response.text(), 'text/html')
  }
  function takeParts(pages) {
    if (pages.length === 0) return
    for (const page of pages) page.querySelectorAll('[data-filter-section]').forEach(takeSection)
    unread = ''
    narrow()
  }
  function takeSection(section) {
    const found = [...section.querySelectorAll('[data-row]')]
    const id = section.getAttribute('aria-labelledby')
    const own = sections.find((one) => one.getAttribute('aria-labelledby') === id)
    if (own) own.querySelector('[data-row]').parentElement.append(...found)
    else {
      sections.at(-1).after(section)
      sections.push(section)
    }
    rows.push(...found.map((row) => rowOf(row, true)))
  }
  const narrow = () => {
    const words = filter.value.toLowerCase().split(/\s+/)
    const wanted = picks.filter(isPicked).map((pick) => pick.dataset.filterLabel)
    let shown = 0
    const isAsked = filter.value.trim() !== '' || wanted.length > 0
    if (isAsked) void readParts()
    for (const { row, isElsewhere, text, labels } of rows) {
      const fits = words.every((word) => text.includes(word))
      row.hidden = !fits || !wanted.every((label) => labels.includes(label))
      // Rows of other parts are only shown while a filter is set.
      if (isElsewhere && !isAsked) row.hidden = true
      if (!row.hidden) shown++
    }
    for (const section of sections)
      section.hidden = !section.querySelector('[data-row]:not([hidden])')
    if (count) count.textContent = isAsked ? shown + ' of ' + rows.length + unread : ''
    const query = new URLSearchParams()
    if (filter.value !== '') query.set('filter', filter.value)
    for (const label of wanted) query.append('label', label)
    const text = query.toString()
    history.replaceState(null, '', location.pathname + (text && '?' + text) + location.hash)
  }
  filter.addEventListener('input', narrow)
  for (const pick of picks)
    pick.addEventListener('click', () => {
      pick.setAttribute('aria-pressed', String(!isPicked(pick)))
      narrow()
    })
  const asked = new URLSearchParams(location.search)
  // Keeps text that was typed before this script loaded.
  filter.value = filter.value || asked.get('filter') || ''
  for (const pick of picks)
    if (asked.getAll('label').includes(pick.dataset.filterLabel))
      pick.setAttribute('aria-pressed', 'true')
  if (filter.value !== '' || picks.some(isPicked)) narrow()
})()
