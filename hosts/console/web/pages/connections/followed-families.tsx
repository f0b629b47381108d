import { useState } from 'preact/hooks';
import { useAction } from '../../api/use-action.ts';
import type { Connection } from '../../api/wire.ts';
import { Button } from '../../parts/button.tsx';
import { FormDialog } from '../../parts/confirm-dialog.tsx';
import { Card, Facts } from '../../parts/facts.tsx';
import { Checks, TextField } from '../../parts/fields.tsx';
import { Time } from '../../parts/time.tsx';
import { useMay } from '../../session/session.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { plural } from '../../words/quantity.ts';
import { familyLabel } from '../../words/record-summary.ts';

type Walk = NonNullable<Connection['walks']>[number];

const whyNot: Readonly<Record<string, string>> = {
  off: 'Not followed',
  zero_retention: 'Nothing is stored',
  connection_not_active: 'The connection is not active',
  budget: 'The syncs’ share of the budget is used up',
  scope_missing: 'The customer did not grant the scope',
  action_required: 'The customer has to connect again',
  not_supported_by_provider: 'The provider does not list it',
  provider_failed: 'The provider failed',
};

/** How each family was last walked, what the walks cost, and the form that changes what is walked. */
export function FollowedFamilies({ connection }: { readonly connection: Connection }) {
  const mayChange = useMay('operate');
  const [isAsked, setAsked] = useState(false);
  const { follow, walks = [] } = connection;
  const isOpen = connection.status === 'active' || connection.status === 'action_required';
  const change = mayChange && isOpen && (
    <Button words="Change" label="Change what is followed" onClick={() => setAsked(true)} />
  );
  return (
    <Card title="Followed families" actions={change}>
      <p class="pad">
        {follow.minutes === 0 || follow.families.length === 0
          ? 'Nothing is walked by the clock.'
          : `Walked every ${plural(follow.minutes, 'minute')}: ${plural(follow.calls_a_day, 'call')} a day while nothing changes.`}
      </p>
      <Facts facts={walks.map((walk) => [familyLabel(walk.resource_type), <LastWalk walk={walk} />])} />
      {isAsked && <FollowForm connection={connection} onClose={() => setAsked(false)} />}
    </Card>
  );
}

function LastWalk({ walk: { walked_at, read, changed, removed, not_walked } }: { readonly walk: Walk }) {
  return (
    <span class="stack">
      {walked_at !== null && (
        <span>
          <Time at={walked_at} /> · {walkWords({ read, changed, removed })}
        </span>
      )}
      {not_walked !== null && <span class="quiet">{whyNot[not_walked] ?? not_walked}</span>}
    </span>
  );
}

/** A first walk knows nothing yet, so all that it reads is new. */
function walkWords({ read, changed, removed }: Pick<Walk, 'read' | 'changed' | 'removed'>): string {
  const gone = removed > 0 ? `, ${removed} gone` : '';
  return `${read} read, ${changed === 0 ? 'none changed' : `${changed} new or changed`}${gone}`;
}

function FollowForm({ connection, onClose }: { readonly connection: Connection; readonly onClose: () => void }) {
  const { api } = usePlace();
  const { run, isPending, failure } = useAction();
  const { follow, walks = [] } = connection;
  const [families, setFamilies] = useState<readonly string[]>(follow.families);
  const [minutes, setMinutes] = useState(String(follow.minutes));
  const canBe = walks.filter((walk) => walk.resource_type !== 'invoices' && isFollowable(walk));
  const save = async () => {
    const body = { follow: { families, minutes: minutes.trim() === '' ? 0 : Number(minutes) } };
    if (await run('PATCH', api(`connections/${connection.connection_id}`), body)) onClose();
  };
  return (
    <FormDialog
      title="What is followed"
      verb="Save"
      isPending={isPending}
      failure={failure?.ofNoField}
      onSubmit={save}
      onClose={onClose}
    >
      <p>
        Families of which the provider notifies nobody are walked by the clock, within the syncs’ share of the budget.
      </p>
      <Checks
        legend="Families"
        options={canBe.map(({ resource_type: type }) => ({ value: type, label: familyLabel(type) }))}
        chosen={families}
        error={failure?.field('follow.families')}
        onChange={setFamilies}
      />
      <TextField
        label="Minutes between two walks"
        hint="5 to 1,440; 0 walks nothing."
        error={failure?.field('follow.minutes')}
        value={minutes}
        onInput={setMinutes}
        rest={{ inputMode: 'numeric', pattern: '[0-9]*', maxLength: 4 }}
      />
    </FormDialog>
  );
}

function isFollowable({ heard_by, not_walked }: Walk): boolean {
  return heard_by === 'walks' || (heard_by === 'nothing' && not_walked !== 'not_supported_by_provider');
}
