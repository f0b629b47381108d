import { useState } from 'preact/hooks';
import { addressOf } from '../api/prefix.ts';
import { Icon } from '../parts/icons.tsx';
import { useClient, useMe } from '../session/session.tsx';
import { AnotherOrganization } from '../session/sign-in-page.tsx';
import { usePlace } from '../session/use-environment.ts';
import { capital } from '../words/state-words.ts';

/** Shows the organization, and leads to the others in which this browser has a session, each with its role. */
export function OrganizationMenu() {
  const me = useMe();
  const client = useClient();
  const { environment } = usePlace();
  const [isAsked, setAsked] = useState(false);
  const open = async (event: MouseEvent, id: string, href: string) => {
    if (event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    // A new page, so that nothing of this organization stays.
    event.stopPropagation();
    await client.send('POST', 'session/organization', { body: { organization_id: id } }).catch(() => undefined);
    location.assign(href);
  };
  return (
    <>
      <details
        class="organizations"
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.currentTarget.open = false;
          event.currentTarget.querySelector('summary')?.focus();
        }}
      >
        <summary>
          <span class="hidden">Organization: </span>
          {me.organization?.name}
          <Icon name="choose" />
        </summary>
        <ul>
          {me.organizations?.map(({ organization_id: id, name, role }) => {
            const href = addressOf(`/console/${environment}/overview`, id);
            const isHere = id === me.organization_id;
            return (
              <li key={id}>
                <a class="found-item" href={href} aria-current={isHere} onClick={(event) => void open(event, id, href)}>
                  {name} <span class="found-about">{capital(role)}</span>
                </a>
              </li>
            );
          })}
          <li>
            <button type="button" class="link found-item" onClick={() => setAsked(true)}>
              Sign in to another…
            </button>
          </li>
        </ul>
      </details>
      {isAsked && <AnotherOrganization me={me} onClose={() => setAsked(false)} />}
    </>
  );
}
