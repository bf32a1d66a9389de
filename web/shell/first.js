// Runs before the first paint, so that a chosen theme never flashes the other one.
try {
  const choice = localStorage.getItem('lantern_theme')
  if (choice === 'light' || choice === 'dark') document.documentElement.dataset.theme = choice
} catch {
  // Storage may be closed to us; the system's theme then stands.
}

// A form can be filled in and sent before its page has come to life; it is then sent once it has (web/ui/useSentEarly.ts).
addEventListener('submit', function (event) {
  if (event.defaultPrevented || !event.target.dataset.early) return
  event.preventDefault()
  event.target.dataset.early = 'sent'
})

// Somebody who stays signed in here: their page's first answers come while its scripts do (web/wire/firstAnswers.ts).
try {
  if (
    'first' in document.documentElement.dataset &&
    localStorage.getItem('lantern_stays') &&
    !sessionStorage.getItem('lantern_view') &&
    !sessionStorage.getItem('lantern_visit')
  )
    window.first = fetch('/first?page=' + encodeURIComponent(location.pathname + location.search), {
      // What a bad line holds back is asked anew.
      signal: AbortSignal.timeout(20_000),
    })
  // Without a connection it fails before the scripts are there that hear of it.
  if (window.first) window.first.catch(function () {})
} catch {
  // The page asks itself, as soon as it can.
}
