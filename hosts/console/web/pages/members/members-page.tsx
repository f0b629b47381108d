import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { useLoad } from '../../api/use-load.ts';
import type { Items, Member } from '../../api/wire.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button, LinkButton } from '../../parts/button.tsx';
import type { Column } from '../../parts/data-table.tsx';
import { ExportButtons } from '../../parts/export-buttons.tsx';
import { Card } from '../../parts/facts.tsx';
import { Empty } from '../../parts/notes.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Time } from '../../parts/time.tsx';
import { WholeList } from '../../parts/whole-list.tsx';
import { useMay, useMe } from '../../session/session.tsx';
import { capital } from '../../words/state-words.ts';
import { AddMember } from './add-member.tsx';
import { ChangeMember, type MemberAct } from './change-member.tsx';
import { Invitations } from './invitations.tsx';
import { RequiredFactor } from './required-factor.tsx';
import { RightsTable } from './rights-table.tsx';

interface Chosen {
  readonly member: Member;
  readonly act: MemberAct;
}

/** `?invite=1` opens the dialog for a new member with a link, `?add=1` with a temporary password. */
export function MembersPage() {
  const { query, route } = useLocation();
  const may = useMay('members');
  const me = useMe();
  const loaded = useLoad<Items<Member>>('members');
  const [chosen, setChosen] = useState<Chosen>();
  const way = query['add'] ? 'password' : query['invite'] ? 'link' : undefined;
  const actions = (
    <>
      {may && <LinkButton look="primary" words="Add a member" href="/console/members?invite=1" />}
      <ExportButtons list="members" filter={{}} />
    </>
  );
  return (
    <>
      <PageHead title="Members" under="Who may sign in here, and what their roles allow." actions={actions} />
      <div class="card list">
        <WholeList
          caption="Members"
          loaded={loaded}
          rows={loaded.data?.items}
          columns={
            may ? [...columnsFor(me.member_id), actionsColumn(me.member_id, setChosen)] : columnsFor(me.member_id)
          }
          rowKey={({ id }) => id}
          empty={<Empty title="Nobody">There is always an owner.</Empty>}
        />
      </div>
      {may && <Invitations />}
      <RequiredFactor may={may} />
      <Card title="What roles allow">
        <RightsTable />
      </Card>
      {may && way && <AddMember first={way} onClose={() => route('/console/members')} />}
      {chosen && <ChangeMember {...chosen} onClose={() => setChosen(undefined)} />}
    </>
  );
}

function columnsFor(ownId: string): readonly Column<Member>[] {
  return [
    {
      label: 'E-mail address',
      cell: (member) => (
        <>
          <strong class="breaks">{member.email}</strong>
          {member.id === ownId && <span class="quiet"> (you)</span>}
          <SignInState member={member} />
        </>
      ),
    },
    {
      label: 'Second factor',
      wide: true,
      cell: ({ has_second_factor: has }) => (has ? <Badge tone="good">Yes</Badge> : <span class="quiet">No</span>),
    },
    { label: 'Role', cell: ({ role }) => capital(role) },
    { label: 'Added', wide: true, cell: ({ created_at: at }) => <Time at={at} /> },
  ];
}

function SignInState({ member }: { readonly member: Member }) {
  const { password_is_temporary: isTemporary, temporary_password_until: until } = member;
  if (!isTemporary) return null;
  const isOver = until !== null && new Date(until) < new Date();
  return (
    <span class="member-state">
      <Badge tone={isOver ? 'bad' : 'warn'}>{isOver ? 'Temporary password ended' : 'Temporary password'}</Badge>
      {!isOver && (
        <span class="quiet">
          ends <Time at={until} />
        </span>
      )}
    </span>
  );
}

function actionsColumn(ownId: string, onChoose: (chosen: Chosen) => void): Column<Member> {
  const button = (member: Member, act: MemberAct, label: string, full: string) => (
    <Button look="small" words={label} label={`${full}: ${member.email}`} onClick={() => onChoose({ member, act })} />
  );
  return {
    label: 'Actions',
    kind: 'end',
    cell: (member) => (
      <span class="row-actions">
        {button(member, 'role', 'Role…', 'Change the role')}
        {member.id !== ownId && button(member, 'reset', 'Password…', 'Reset the password')}
        {member.id !== ownId &&
          member.has_second_factor &&
          button(member, 'factors', 'Second factor…', 'Remove the second factors')}
        {button(member, 'remove', 'Remove…', 'Remove')}
      </span>
    ),
  };
}
