import { useState } from 'preact/hooks';
import { useAction } from '../../api/use-action.ts';
import type { Invitation, Member, Role } from '../../api/wire.ts';
import { FormDialog } from '../../parts/confirm-dialog.tsx';
import { SelectField, TextField } from '../../parts/fields.tsx';
import { SecretDialog } from '../../parts/secret-dialog.tsx';
import { Time } from '../../parts/time.tsx';
import { RoleChoice } from './role-choice.tsx';

/** How a new member gets in: by a link that they open, or by a password that is handed to them. */
export type Way = 'link' | 'password';

const ways = [
  { value: 'link', label: 'A link, with which they choose a password' },
  { value: 'password', label: 'A temporary password' },
];

const lives = [
  { value: '7', label: 'In 7 days' },
  { value: '1', label: 'In a day' },
  { value: '14', label: 'In 14 days' },
];

interface AddMemberProps {
  readonly first: Way;
  readonly onClose: () => void;
}

/** Adds a member, and shows the link or the temporary password this once. */
export function AddMember({ first, onClose }: AddMemberProps) {
  const { run, isPending, failure } = useAction();
  const [way, setWay] = useState<string>(first);
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const [days, setDays] = useState('7');
  const [invitation, setInvitation] = useState<Invitation>();
  const [member, setMember] = useState<Member>();
  const isLink = way === 'link';
  const add = async () => {
    if (isLink) {
      const answer = await run<Invitation>('POST', 'invitations', { email, role, expires_in_days: Number(days) });
      return answer && setInvitation(answer.data);
    }
    const answer = await run<Member>('POST', 'members', { email, role });
    return answer && setMember(answer.data);
  };
  if (member) return <TemporaryPassword title="The member is added" member={member} onClose={onClose} />;
  if (invitation) return <InvitationLink invitation={invitation} onClose={onClose} />;
  return (
    <FormDialog
      title="Add a member"
      verb={isLink ? 'Make the link' : 'Add member'}
      isPending={isPending}
      failure={failure?.ofNoField}
      onSubmit={add}
      onClose={onClose}
    >
      <TextField
        label="E-mail address"
        type="email"
        hint="Nothing is sent there; it is the name to sign in with."
        error={failure?.field('email')}
        value={email}
        onInput={setEmail}
        rest={{ required: true, maxLength: 254, autocomplete: 'off' }}
      />
      <RoleChoice role={role} onChange={setRole} />
      <SelectField label="They get" value={way} options={ways} onChange={setWay} />
      {isLink && (
        <SelectField
          label="The link ends"
          hint="It is used once. A new one for the same address ends the one before."
          value={days}
          options={lives}
          onChange={setDays}
        />
      )}
    </FormDialog>
  );
}

interface InvitationLinkProps {
  readonly invitation: Invitation;
  readonly onClose: () => void;
}

function InvitationLink({ invitation: { email, link }, onClose }: InvitationLinkProps) {
  return (
    <SecretDialog title="The invitation is made" label="Link" secret={link ?? null} onClose={onClose}>
      <p class="breaks">
        Send it to <strong>{email}</strong> yourself; nothing is sent by us. Whoever opens it first joins.
      </p>
    </SecretDialog>
  );
}

interface TemporaryPasswordProps {
  readonly title: string;
  readonly member: Member;
  readonly onClose: () => void;
}

export function TemporaryPassword({ title, member, onClose }: TemporaryPasswordProps) {
  return (
    <SecretDialog title={title} label="Temporary password" secret={member.temporary_password ?? null} onClose={onClose}>
      <p>
        Hand it to <strong class="breaks">{member.email}</strong> by a way that you trust. It ends{' '}
        <Time at={member.temporary_password_until} />, and opens nothing but the choice of a password of their own.
      </p>
    </SecretDialog>
  );
}
