import { useState } from 'preact/hooks';
import { useLoad } from '../../api/use-load.ts';
import type { Items, OwnSession } from '../../api/wire.ts';
import { Card, Facts } from '../../parts/facts.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { PasswordForm } from '../../session/change-password-page.tsx';
import { useMe } from '../../session/session.tsx';
import { grouped } from '../../words/quantity.ts';
import { roleSummaries } from '../../words/role-words.ts';
import { capital } from '../../words/state-words.ts';
import { SecondFactors } from './second-factors.tsx';
import { Sessions } from './sessions.tsx';

/** The member's own sessions, password and organization. */
export function AccountPage() {
  const loaded = useLoad<Items<OwnSession>>('sessions');
  const [round, setRound] = useState(0);
  return (
    <>
      <PageHead
        title="Account"
        under="Where you are signed in, your password and second factors, and your organization."
      />
      <div class="columns">
        <div class="column-main">
          <Sessions loaded={loaded} />
          <SecondFactors />
          <Card title="Change your password">
            <div class="pad narrow">
              <PasswordForm key={round} onDone={() => setRound(round + 1)} />
            </div>
          </Card>
        </div>
        <div class="column-side">
          <Membership />
        </div>
      </div>
    </>
  );
}

function Membership() {
  const { email, role, organization } = useMe();
  const limit = organization?.connection_limit ?? null;
  return (
    <>
      <Card title="You">
        <Facts
          facts={[
            ['E-mail', email],
            ['Role', capital(role)],
            ['Which may', roleSummaries[role]],
          ]}
        />
      </Card>
      {organization && (
        <Card title="Organization">
          <Facts
            facts={[
              ['Name', organization.name],
              ['Plan', capital(organization.plan)],
              [
                'Connections',
                limit === null ? 'Without limit' : `At most ${grouped(limit)}, active or waiting for a reconnect`,
              ],
              ['Id', <code class="breaks">{organization.id}</code>],
            ]}
          />
        </Card>
      )}
    </>
  );
}
