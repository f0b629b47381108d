interface Tab {
  readonly label: string;
  readonly href: string;
  readonly isHere: boolean;
}

/** Views of one object, each at its own URL. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <a key={tab.href} href={tab.href} {...(tab.isHere ? { 'aria-current': 'page' as const } : {})}>
          {tab.label}
        </a>
      ))}
    </nav>
  );
}
