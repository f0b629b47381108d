interface Tab {
  readonly label: string;
  readonly href: string;
  readonly isHere: boolean;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly look?: 'tabs' | 'chips';
}

/** Views of one object or list, each at its own URL. */
export function Tabs({ label, tabs, look = 'tabs' }: TabsProps) {
  return (
    <nav class={look} aria-label={label}>
      {tabs.map((tab) => (
        <a key={tab.label} href={tab.href} {...(tab.isHere ? { 'aria-current': 'page' as const } : {})}>
          {tab.label}
        </a>
      ))}
    </nav>
  );
}
