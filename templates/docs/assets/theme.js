// Runs before anything is painted, so that a chosen theme does not flash.
;(function () {
  var root = document.documentElement
  root.classList.add('js')
  try {
    var theme = localStorage.getItem('docs-theme')
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
  } catch {
    // Storage can be forbidden; the system's theme does then.
  }
})()
