import { useState } from 'preact/hooks';
import type { ApiKey } from '../../api/wire.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { SelectField } from '../../parts/fields.tsx';
import { Time } from '../../parts/time.tsx';
import { MadeKey } from './create-key.tsx';

interface ChangeKeyProps {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}

const ends = [
  { value: '24', label: 'In 24 hours' },
  { value: '1', label: 'In an hour' },
  { value: '168', label: 'In 7 days' },
  { value: '0', label: 'At once' },
];

/** Replaces a key by one with the same rights; the old one works a while longer. */
export function RollKey({ apiKey, onClose }: ChangeKeyProps) {
  const { id, name, environment, prefix, last_four: end } = apiKey;
  const [hours, setHours] = useState('24');
  const [made, setMade] = useState<ApiKey>();
  if (made) return <MadeKey title={`The new ${environment} key is created`} made={made} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={`Roll this ${environment} key?`}
      verb="Roll key"
      isDangerous={hours === '0'}
      act={(run) => run<ApiKey>('POST', `api-keys/${id}/roll`, { old_ends_in_hours: Number(hours) })}
      onDone={({ data }) => setMade(data)}
      onClose={onClose}
    >
      <p>
        A new key takes the place of <strong>{name}</strong>{' '}
        <code>
          {prefix}…{end}
        </code>
        , with the same rights and as long a life. Until the old one ends, both work.
      </p>
      <SelectField label="The old key ends" value={hours} options={ends} onChange={setHours} />
    </ConfirmDialog>
  );
}

export function RevokeKey({ apiKey, onClose }: ChangeKeyProps) {
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
