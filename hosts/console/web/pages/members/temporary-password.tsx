import type { Member } from '../../api/wire.ts';
import { SecretDialog } from '../../parts/secret-dialog.tsx';
import { Time } from '../../parts/time.tsx';

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
