import { useState } from 'preact/hooks';
import { useAction } from '../../api/use-action.ts';
import type { Member, Role } from '../../api/wire.ts';
import { DialogButtons } from '../../parts/confirm-dialog.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/fields.tsx';
import { FailureNote } from '../../parts/notes.tsx';
import { inWords } from '../../words/refusal-words.ts';
import { RoleChoice } from './role-choice.tsx';
import { TemporaryPassword } from './temporary-password.tsx';

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
  const refusal = inWords(failure);
  if (added) return <TemporaryPassword title="The member is added" member={added} onClose={onClose} />;
  return (
    <Dialog title="Add a member" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <div class="dialog-body">
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
          {refusal && refusal.errors.length === 0 && <FailureNote failure={refusal} />}
        </div>
        <DialogButtons verb="Add member" isPending={isPending} onClose={onClose} />
      </form>
    </Dialog>
  );
}
