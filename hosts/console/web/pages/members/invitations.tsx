import { useState } from 'preact/hooks';
import { useLoad } from '../../api/use-load.ts';
import type { Invitation, Items } from '../../api/wire.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import type { Column } from '../../parts/data-table.tsx';
import { Card } from '../../parts/facts.tsx';
import { Empty } from '../../parts/notes.tsx';
import { Time } from '../../parts/time.tsx';
import { WholeList } from '../../parts/whole-list.tsx';
import { capital } from '../../words/state-words.ts';

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
