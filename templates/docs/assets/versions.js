// A switch that leads to the same page of other versions. Loaded by site.js on sites that `rpcloom docs build` has written.
;(function () {
  'use strict'
  const place = document.querySelector('[data-version]')
  const root = new URL(document.body.dataset.root || './', location.href)
  const page = location.href.slice(root.href.length)
  const current = decodeURIComponent(root.pathname.split('/').at(-2))

  // A page may be missing in another version. Pages opened from a folder cannot find out.
  async function open(version) {
    const home = new URL('../' + encodeURIComponent(version) + '/', root)
    const same = new URL(page || 'index.html', home)
    const isThere = await fetch(same, { method: 'HEAD' }).then(
      ({ ok }) => ok,
      () => location.protocol === 'file:',
    )
    location.href = isThere ? same.href : new URL('index.html', home).href
  }

  const script = document.createElement('script')
  script.src = new URL('../versions.js', root).href
  script.addEventListener('load', () => {
    const select = document.createElement('select')
    select.setAttribute('aria-label', 'Version')
    for (const version of window.docsVersions) {
      const option = document.createElement('option')
      option.textContent = version
      option.selected = version === current
      select.append(option)
    }
    select.addEventListener('change', () => open(select.value))
    // The back/forward cache keeps the page with the version that was selected to leave it.
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) select.value = current
    })
    place.replaceChildren(select)
  })
  document.head.append(script)
})()
