import { useLocation } from 'preact-iso';
import { Icon, type IconName } from '../parts/icons.tsx';
import { usePlace } from '../session/use-environment.ts';

interface Entry {
  readonly label: string;
  readonly page: string;
  readonly icon: IconName;
}

const ofEnvironment: readonly Entry[] = [
  { label: 'Overview', page: 'overview', icon: 'overview' },
  { label: 'Connections', page: 'connections', icon: 'connections' },
  { label: 'Requests', page: 'requests', icon: 'requests' },
  { label: 'Operations', page: 'operations', icon: 'operations' },
  { label: 'Events', page: 'events', icon: 'events' },
  { label: 'Webhook endpoints', page: 'webhook-endpoints', icon: 'endpoints' },
  { label: 'Deliveries', page: 'webhook-deliveries', icon: 'deliveries' },
  { label: 'Provider budget', page: 'budgets', icon: 'budgets' },
  { label: 'Usage', page: 'usage', icon: 'usage' },
  { label: 'Provider apps', page: 'provider-apps', icon: 'apps' },
];

const ofOrganization: readonly Entry[] = [
  { label: 'API keys', page: 'api-keys', icon: 'keys' },
  { label: 'Members', page: 'members', icon: 'members' },
  { label: 'Alerts', page: 'alerts', icon: 'alerts' },
  { label: 'Connect page', page: 'connect-page', icon: 'brand' },
  { label: 'Audit log', page: 'audit', icon: 'audit' },
];

export function Navigation() {
  const { environment, to } = usePlace();
  return (
    <nav class="nav" aria-label="Pages">
      <Group label={environment === 'test' ? 'Test data' : 'Live data'} entries={ofEnvironment} to={to} />
      <Group label="Organization" entries={ofOrganization} to={(page) => `/console/${page}`} />
    </nav>
  );
}

interface GroupProps {
  readonly label: string;
  readonly entries: readonly Entry[];
  readonly to: (page: string) => string;
}

function Group({ label, entries, to }: GroupProps) {
  const { path } = useLocation();
  const isHere = (href: string): boolean => path === href || path.startsWith(`${href}/`);
  return (
    <>
      <p class="nav-label">{label}</p>
      <ul>
        {entries.map(({ label: words, page, icon }) => (
          <li key={page}>
            <a href={to(page)} {...(isHere(to(page)) ? { 'aria-current': 'page' as const } : {})}>
              <Icon name={icon} />
              {words}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
