// Folds the objects and lists of JSON, and wraps its lines on demand. Loaded by site.js.
;(function () {
  'use strict'
  const shortest = 4

  function button(name, label) {
    const made = document.createElement('button')
    made.type = 'button'
    made.className = name
    made.setAttribute('aria-label', label)
    return made
  }

  // Colored tokens never continue on the next line, so lines can be put into elements.
  function makeFolds(code) {
    const lines = code.innerHTML.split('\n')
    const texts = code.textContent.split('\n')
    if (texts.length < shortest) return
    const fold = button('fold', 'Fold')
    fold.setAttribute('aria-expanded', 'true')
    let open = 0
    let html = ''
    texts.forEach((text, at) => {
      if (/^\s*[\]}]/.test(text) && open > 0) {
        html += '</span>'
        open--
      }
      html += lines[at]
      if (/[[{]$/.test(text)) {
        html += fold.outerHTML + '<span>'
        open++
      }
      if (at < texts.length - 1) html += '\n'
    })
    code.innerHTML = html + '</span>'.repeat(open)
  }

  for (const pre of document.querySelectorAll('pre.json')) {
    makeFolds(pre.firstElementChild)
    const wrap = button('wrap', 'Wrap lines')
    wrap.setAttribute('aria-pressed', 'false')
    pre.after(wrap)
  }

  document.addEventListener('click', ({ target }) => {
    if (target.matches('.fold')) {
      const isOpen = target.getAttribute('aria-expanded') === 'true'
      target.setAttribute('aria-expanded', String(!isOpen))
      target.nextElementSibling.hidden = isOpen
    }
    if (target.matches('.wrap')) {
      const isWrapped = document.documentElement.classList.toggle('wrapped')
      for (const one of document.querySelectorAll('.wrap'))
        one.setAttribute('aria-pressed', String(isWrapped))
    }
  })
})()
