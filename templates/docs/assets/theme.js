// Runs before the first paint, so that the wrong theme does not flash.
;(function () {
  var root = document.documentElement
  root.classList.add('js')
  try {
    var theme = localStorage.getItem('docs-theme')
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
  } catch {
    // Storage can be disabled; the system's theme then applies.
  }
})()
