// Line icons, 16 × 16. The words beside an icon say the same.

const paths = {
  overview: 'M2 9.5 8 3l6 6.5M4 8v5h8V8',
  approvals: 'M3 3h10v10H3zM5.500 8 7.500 10 11 5.500',
  connections: 'M6 10 10 6M5.5 7.5 4 9a2.5 2.5 0 0 0 3.5 3.5L9 11M7 5l1.5-1.5A2.5 2.5 0 0 1 12 7l-1.5 1.5',
  requests: 'M3 5h9M9.500 2.500 12 5 9.500 7.500M13 11H4M6.500 8.500 4 11l2.500 2.500',
  operations: 'M3 4h10M3 8h6M3 12h8M12.5 7v4l2 1',
  events: 'M9 2 4 9h4l-1 5 5-7H8z',
  endpoints: 'M8 2v4M8 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM6.3 9 3 13M9.7 9 13 13',
  deliveries: 'M2 4h12v8H2zM2 5l6 4 6-4',
  apps: 'M3 3h4v4H3zM9 3h4v4H9zM3 9h4v4H3zM11 9v4M9 11h4',
  budgets: 'M2 12a6 6 0 1 1 12 0M8 12l3-4M2 12h1.5M12.500 12H14',
  usage: 'M3 13V8M8 13V3M13 13V6',
  keys: 'M9.5 6.5a3 3 0 1 0-2.6 3L8 10.5h1.5V12H11v1.5h2.5V11L9.3 7',
  members:
    'M6 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM1.5 13.5c0-2.5 2-4 4.5-4s4.5 1.5 4.5 4M11 3a2.3 2.3 0 0 1 0 4.5M12 9.7c1.6.5 2.5 1.9 2.5 3.8',
  audit: 'M4 2h6l3 3v9H4zM10 2v3h3M6.500 8h4M6.500 11h4',
  brand: 'M3 3h10v10H3zM5 10.500h6M6 6h4',
  alerts: 'M4 11V7a4 4 0 0 1 8 0v4l1.500 1.500h-11zM6.500 14h3',
  copy: 'M6 6h7v7H6zM10 6V3H3v7h3',
  check: 'M3 8.500 6.500 12 13 4.500',
  choose: 'M5 6l3-3 3 3M5 10l3 3 3-3',
  cross: 'M4 4l8 8M12 4l-8 8',
  menu: 'M2 4h12M2 8h12M2 12h12',
  search: 'M7 12a5 5 0 1 0 0-10 5 5 0 0 0 0 10ZM11 11l3.500 3.500',
  warning: 'M8 2 1.500 13.500h13zM8 6.500v3M8 11.500v.1',
  outside: 'M9 3h4v4M13 3 7 9M11 9v4H3V5h4',
  sun: 'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8 1v1.500M8 13.500V15M1 8h1.500M13.500 8H15M3 3l1 1M12 12l1 1M3 13l1-1M12 4l1-1',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      <path
        d={paths[name]}
        fill="none"
        stroke="currentColor"
        stroke-width="1.4"
        stroke-linejoin="round"
        stroke-linecap="round"
      />
    </svg>
  );
}
