import type { ApiKey } from '../../api/wire.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Time } from '../../parts/time.tsx';

interface RevokeKeyProps {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}

export function RevokeKey({ apiKey, onClose }: RevokeKeyProps) {
  const { id, name, environment, prefix, last_four: end, last_used_at: usedAt } = apiKey;
  return (
    <ConfirmDialog
      title={`Revoke this ${environment} key?`}
      verb="Revoke key"
      isDangerous
      typed={end}
      act={(run) => run('POST', `api-keys/${id}/revoke`)}
      said={`“${name}” is revoked`}
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
