import { useState } from 'preact/hooks';
import { useAction } from '../../api/use-action.ts';
import type { Member, Role } from '../../api/wire.ts';
import { FormDialog } from '../../parts/confirm-dialog.tsx';
import { TextField } from '../../parts/fields.tsx';
import { SecretDialog } from '../../parts/secret-dialog.tsx';
import { Time } from '../../parts/time.tsx';
import { RoleChoice } from './role-choice.tsx';

/** Adds a member and shows the temporary password this once. */
export function AddMember({ onClose }: { readonly onClose: () => void }) {
  const { run, isPending, failure } = useAction();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const [added, setAdded] = useState<Member>();
  const add = async () => {
    const answer = await run<Member>('POST', 'members', { email, role });
    if (answer) setAdded(answer.data);
  };
  if (added) return <TemporaryPassword title="The member is added" member={added} onClose={onClose} />;
  return (
    <FormDialog
      title="Add a member"
      verb="Add member"
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
    </FormDialog>
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
