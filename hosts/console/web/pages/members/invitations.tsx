import { useState } from 'preact/hooks';
import { useAction } from '../../api/use-action.ts';
import { useLoad } from '../../api/use-load.ts';
import type { Invitation, Items, Role } from '../../api/wire.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog, FormDialog } from '../../parts/confirm-dialog.tsx';
import type { Column } from '../../parts/data-table.tsx';
import { Card } from '../../parts/facts.tsx';
import { SelectField, TextField } from '../../parts/fields.tsx';
import { Empty } from '../../parts/notes.tsx';
import { SecretDialog } from '../../parts/secret-dialog.tsx';
import { Time } from '../../parts/time.tsx';
import { WholeList } from '../../parts/whole-list.tsx';
import { capital } from '../../words/state-words.ts';
import { RoleChoice } from './role-choice.tsx';

/** The open invitations, for owners. */
export function Invitations() {
  const loaded = useLoad<Items<Invitation>>('invitations');
  const [withdrawing, setWithdrawing] = useState<Invitation>();
  return (
    <Card title="Invitations">
      <WholeList
        caption="Open invitations"
        loaded={loaded}
        rows={loaded.data?.items}
        columns={columnsWith(setWithdrawing)}
        rowKey={({ id }) => id}
        empty={<Empty title="No open invitations">A link is used once, and ends by itself.</Empty>}
      />
      {withdrawing && <Withdraw invitation={withdrawing} onClose={() => setWithdrawing(undefined)} />}
    </Card>
  );
}

function columnsWith(onWithdraw: (invitation: Invitation) => void): readonly Column<Invitation>[] {
  return [
    { label: 'E-mail address', cell: ({ email }) => <strong class="breaks">{email}</strong> },
    { label: 'Role', cell: ({ role }) => capital(role) },
    { label: 'Ends', cell: ({ expires_at: at }) => <Time at={at} /> },
    {
      label: 'Actions',
      kind: 'end',
      cell: (invitation) => (
        <Button
          look="small"
          words="Withdraw…"
          label={`Withdraw the invitation: ${invitation.email}`}
          onClick={() => onWithdraw(invitation)}
        />
      ),
    },
  ];
}

function Withdraw({ invitation, onClose }: { readonly invitation: Invitation; readonly onClose: () => void }) {
  return (
    <ConfirmDialog
      title="Withdraw this invitation?"
      verb="Withdraw"
      isDangerous
      act={(run) => run('DELETE', `invitations/${invitation.id}`)}
      onClose={onClose}
    >
      <p class="breaks">
        The link for <strong>{invitation.email}</strong> stops working.
      </p>
    </ConfirmDialog>
  );
}

const lives = [
  { value: '7', label: 'In 7 days' },
  { value: '1', label: 'In a day' },
  { value: '14', label: 'In 14 days' },
];

/** Makes an invitation and shows its link this once. */
export function Invite({ onClose }: { readonly onClose: () => void }) {
  const { run, isPending, failure } = useAction();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const [days, setDays] = useState('7');
  const [made, setMade] = useState<Invitation>();
  const invite = async () => {
    const answer = await run<Invitation>('POST', 'invitations', { email, role, expires_in_days: Number(days) });
    if (answer) setMade(answer.data);
  };
  if (made) {
    const { link = null } = made;
    return (
      <SecretDialog title="The invitation is made" label="Link" secret={link} onClose={onClose}>
        <p class="breaks">
          Send it to <strong>{made.email}</strong> yourself; nothing is sent by us. Whoever opens it first joins.
        </p>
      </SecretDialog>
    );
  }
  return (
    <FormDialog
      title="Invite by link"
      verb="Make the link"
      isPending={isPending}
      failure={failure?.ofNoField}
      onSubmit={invite}
      onClose={onClose}
    >
      <TextField
        label="E-mail address"
        type="email"
        hint="The name to sign in with. A new link for it ends the one before."
        error={failure?.field('email')}
        value={email}
        onInput={setEmail}
        rest={{ required: true, maxLength: 254, autocomplete: 'off' }}
      />
      <RoleChoice role={role} onChange={setRole} />
      <SelectField label="The link ends" value={days} options={lives} onChange={setDays} />
    </FormDialog>
  );
}
