// Runs before the first paint, so that a page that is dark for its reader never flashes light.
try {
  const theme = localStorage.getItem('ledgerport.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // A browser that keeps nothing follows the system.
}
