import { useState } from 'preact/hooks';
import { useAction } from '../../api/use-action.ts';
import type { Member } from '../../api/wire.ts';
import { ConfirmDialog, FormDialog } from '../../parts/confirm-dialog.tsx';
import { Note } from '../../parts/notes.tsx';
import { useToast } from '../../parts/toasts.tsx';
import { useMe, useSession } from '../../session/session.tsx';
import { TemporaryPassword } from './add-member.tsx';
import { RoleChoice } from './role-choice.tsx';

export type MemberAct = 'role' | 'reset' | 'factors' | 'remove';

interface ChangeProps {
  readonly member: Member;
  readonly onClose: () => void;
}

export function ChangeMember({ act, ...rest }: ChangeProps & { readonly act: MemberAct }) {
  if (act === 'role') return <ChangeRole {...rest} />;
  if (act === 'factors') return <RemoveFactors {...rest} />;
  return act === 'reset' ? <ResetPassword {...rest} /> : <RemoveMember {...rest} />;
}

function ChangeRole({ member, onClose }: ChangeProps) {
  const { refresh } = useSession();
  const me = useMe();
  const toast = useToast();
  const { run, isPending, failure } = useAction();
  const [role, setRole] = useState(member.role);
  const isSelf = member.id === me.member_id;
  const change = async () => {
    if (!(await run('PATCH', `members/${member.id}`, { role }))) return;
    toast('Role changed');
    onClose();
    if (isSelf) await refresh();
  };
  return (
    <FormDialog
      title="Change the role"
      verb="Change role"
      isReady={role !== member.role}
      isPending={isPending}
      failure={failure}
      onSubmit={change}
      onClose={onClose}
    >
      <p class="breaks">
        Of <strong>{member.email}</strong>. It holds from their next click on.
      </p>
      <RoleChoice role={role} onChange={setRole} />
      {isSelf && role !== 'owner' && member.role === 'owner' && (
        <Note tone="warn">This is you. Only another owner can give you the role back.</Note>
      )}
    </FormDialog>
  );
}

function ResetPassword({ member, onClose }: ChangeProps) {
  const [reset, setReset] = useState<Member>();
  if (reset) return <TemporaryPassword title="The password is reset" member={reset} onClose={onClose} />;
  return (
    <ConfirmDialog
      title="Reset the password?"
      verb="Reset password"
      isDangerous
      act={(run) => run<Member>('POST', `members/${member.id}/reset-password`)}
      onDone={({ data }) => setReset(data)}
      onClose={onClose}
    >
      <p class="breaks">
        All sessions of <strong>{member.email}</strong> end, and the old password no longer works. A temporary one is
        shown once.
      </p>
    </ConfirmDialog>
  );
}

function RemoveFactors({ member, onClose }: ChangeProps) {
  return (
    <ConfirmDialog
      title="Remove the second factors?"
      verb="Remove second factors"
      isDangerous
      act={(run) => run('DELETE', `members/${member.id}/factors`)}
      said="Second factors removed"
      onClose={onClose}
    >
      <p class="breaks">
        All sessions of <strong>{member.email}</strong> end, and the password alone signs in. Do this only when you are
        sure that it is they who ask: whoever asks has lost what proves it.
      </p>
    </ConfirmDialog>
  );
}

function RemoveMember({ member, onClose }: ChangeProps) {
  const { refresh } = useSession();
  const isSelf = member.id === useMe().member_id;
  return (
    <ConfirmDialog
      title="Remove this member?"
      verb="Remove member"
      isDangerous
      typed={member.email}
      act={(run) => run('DELETE', `members/${member.id}`)}
      said={`${member.email} is removed`}
      onDone={() => {
        onClose();
        return isSelf && refresh();
      }}
      onClose={onClose}
    >
      <p class="breaks">
        <strong>{member.email}</strong> is signed out at once and cannot come back. What they did stays in the audit
        log; API keys go on working.
      </p>
      {isSelf && <Note tone="warn">This is you.</Note>}
    </ConfirmDialog>
  );
}
