import { useAction } from '../../api/use-action.ts';
import type { ApiKey } from '../../api/wire.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Time } from '../../parts/time.tsx';
import { useToast } from '../../parts/toasts.tsx';

interface RevokeKeyProps {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}

export function RevokeKey({ apiKey, onClose }: RevokeKeyProps) {
  const { id, name, environment, prefix, last_four: end, last_used_at: usedAt } = apiKey;
  const toast = useToast();
  const action = useAction();
  const revoke = async () => {
    if (!(await action.run('POST', `api-keys/${id}/revoke`))) return;
    toast(`“${name}” is revoked`);
    onClose();
  };
  return (
    <ConfirmDialog
      title={`Revoke this ${environment} key?`}
      verb="Revoke key"
      isDangerous
      typed={end}
      isPending={action.isPending}
      failure={action.failure}
      onConfirm={() => void revoke()}
      onClose={onClose}
    >
      <p>
        <strong>{name}</strong>{' '}
        <code>
          {prefix}…{end}
        </code>{' '}
        stops working at once and for good. Whatever still uses it is refused.
      </p>
      <p class="quiet">{usedAt === null ? 'It was never used.' : <>Last used: {<Time at={usedAt} />}.</>}</p>
    </ConfirmDialog>
  );
}
