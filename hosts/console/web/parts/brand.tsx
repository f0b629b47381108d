export function Brand() {
  return (
    <p class="brand">
      <svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true" focusable="false">
        <rect fill="#4549c9" width="32" height="32" rx="8" />
        <path class="brand-line" d="M10 8v14h12" />
        <circle fill="#fff" cx="20" cy="12" r="3.2" />
      </svg>
      Ledgerport
    </p>
  );
}
