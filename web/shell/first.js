// Runs before the first paint, so that a chosen theme never flashes the other one.
try {
  const choice = localStorage.getItem('lantern_theme')
  if (choice === 'light' || choice === 'dark') document.documentElement.dataset.theme = choice
} catch {
  // Storage may be blocked; the system's theme then applies.
}

// A form can be submitted before its scripts have loaded; it is sent once they have (web/ui/useSentEarly.ts).
addEventListener('submit', function (event) {
  if (event.defaultPrevented || !event.target.dataset.early) return
  event.preventDefault()
  event.target.dataset.early = 'sent'
})

// For a person signed in on this device, the page's first answers load along with its scripts (web/wire/firstAnswers.ts).
try {
  if (
    'first' in document.documentElement.dataset &&
    localStorage.getItem('lantern_stays') &&
    !sessionStorage.getItem('lantern_view') &&
    !sessionStorage.getItem('lantern_visit')
  )
    window.first = fetch('/first?page=' + encodeURIComponent(location.pathname + location.search), {
      // After a network failure the page asks again.
      signal: AbortSignal.timeout(20_000),
    })
  // Without a connection it fails before the scripts are there that hear of it.
  if (window.first) window.first.catch(function () {})
} catch {
  // The page asks for itself as soon as it can.
}
