// Runs before the first paint, so that a chosen theme never flashes the other one.
try {
  var choice = localStorage.getItem('lantern_theme')
  if (choice === 'light' || choice === 'dark') document.documentElement.dataset.theme = choice
} catch {
  // Storage may be closed to us; the system's theme then stands.
}
