import type { AppCheck, ProviderApp } from '../../api/wire.ts';
import { Badge } from '../../parts/badge.tsx';
import { Time } from '../../parts/time.tsx';

const titles: Readonly<Record<AppCheck['check'], string>> = {
  credentials: 'Client ID and secret',
  oauth: 'Consent',
  scopes: 'Scopes',
  webhook: 'Webhook address',
};

const tones = { passed: 'good', failed: 'bad', waiting: 'quiet' } as const;
const words = { passed: 'Passed', failed: 'Failed', waiting: 'Waiting' } as const;

interface CheckListProps {
  readonly app: ProviderApp;
  /** Shows only these checks; all four by default. */
  readonly only?: readonly AppCheck['check'][];
}

/** Shows each check, what was found, and what to do about a failure. Screen readers announce each change. */
export function CheckList({ app, only }: CheckListProps) {
  const shown = app.checks.filter(({ check }) => only === undefined || only.includes(check));
  return (
    <ul class="app-checks" aria-live="polite">
      {shown.map(({ check, status, message, remedy, checked_at: at }) => (
        <li key={check} class={`app-check ${status}`} data-check={check} data-status={status}>
          <span class="app-check-head">
            <strong>{titles[check]}</strong>
            <Badge tone={tones[status]}>{words[status]}</Badge>
            {at !== null && <Time at={at} />}
          </span>
          <span class="quiet">{message}.</span>
          {remedy !== null && status !== 'passed' && <span class="app-check-remedy">{remedy}.</span>}
        </li>
      ))}
    </ul>
  );
}

/** The four checks as dots, for a row of a list. */
export function CheckDots({ app }: { readonly app: ProviderApp }) {
  const passed = app.checks.filter(({ status }) => status === 'passed').length;
  const failed = app.checks.filter(({ status }) => status === 'failed').map(({ check }) => titles[check]);
  const isUnmade = app.checks.every(({ checked_at: at }) => at === null);
  const summary = isUnmade ? 'Not checked here yet' : `${passed} of ${app.checks.length} passed`;
  return (
    <span class="pair">
      <span class="nowrap">{summary}</span>
      {failed.length > 0 && <Badge tone="bad">{`${failed.join(', ')} failed`}</Badge>}
    </span>
  );
}
