// Runs before the first paint, so that a dark page never flashes light.
try {
  const theme = localStorage.getItem('ledgerport.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Without storage the page follows the system.
}
