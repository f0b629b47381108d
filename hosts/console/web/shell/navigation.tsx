import { useLocation } from 'preact-iso';
import { useWaitingCount } from '../api/use-waiting-count.ts';
import { Icon, type IconName } from '../parts/icons.tsx';
import { usePlace } from '../session/use-environment.ts';
import { pagesOfEnvironment, pagesOfOrganization } from '../words/places.ts';
import { grouped } from '../words/quantity.ts';

type Told = typeof pagesOfEnvironment | typeof pagesOfOrganization;

const icons: Readonly<Record<Told[number][1], IconName>> = {
  overview: 'overview',
  approvals: 'approvals',
  connections: 'connections',
  requests: 'requests',
  operations: 'operations',
  events: 'events',
  'webhook-endpoints': 'endpoints',
  'webhook-deliveries': 'deliveries',
  budgets: 'budgets',
  usage: 'usage',
  'provider-apps': 'apps',
  'api-keys': 'keys',
  members: 'members',
  alerts: 'alerts',
  'connect-page': 'brand',
  audit: 'audit',
};

export function Navigation() {
  const { environment, to } = usePlace();
  const waiting = useWaitingCount();
  return (
    <nav class="nav" aria-label="Pages">
      <Group
        label={environment === 'test' ? 'Test data' : 'Live data'}
        entries={pagesOfEnvironment}
        to={to}
        waiting={waiting}
      />
      <Group label="Organization" entries={pagesOfOrganization} to={(page) => `/console/${page}`} />
    </nav>
  );
}

interface GroupProps {
  readonly label: string;
  readonly entries: Told;
  readonly to: (page: string) => string;
  /** How many writes of agents wait for a person. */
  readonly waiting?: number;
}

function Group({ label, entries, to, waiting = 0 }: GroupProps) {
  const { path } = useLocation();
  const isHere = (href: string): boolean => path === href || path.startsWith(`${href}/`);
  return (
    <>
      <p class="nav-label">{label}</p>
      <ul>
        {entries.map(([words, page]) => (
          <li key={page}>
            <a href={to(page)} {...(isHere(to(page)) ? { 'aria-current': 'page' as const } : {})}>
              <Icon name={icons[page]} />
              {words}
              {page === 'approvals' && waiting > 0 && <Waiting count={waiting} />}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function Waiting({ count }: { readonly count: number }) {
  return (
    <span class="nav-count">
      {grouped(count)}
      <span class="hidden"> waiting</span>
    </span>
  );
}
