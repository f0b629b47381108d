import { useState } from 'preact/hooks';
import type { ProviderApp } from '../../api/wire.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/facts.tsx';
import { type Credential, RotateCredential } from './rotate-credential.tsx';

interface CredentialsCardProps {
  readonly app: ProviderApp;
  readonly may: boolean;
}

/** Which credentials are stored; each can be replaced separately. */
export function CredentialsCard({ app, may }: CredentialsCardProps) {
  const [rotating, setRotating] = useState<Credential>();
  const end = app.client_id_last_four;
  const rows: readonly (readonly [Credential, string, string])[] = [
    ['client_id', 'Client ID', app.has_client_id ? (end === null ? 'Kept' : `…${end}`) : 'Missing'],
    ['client_secret', 'Client secret', app.has_client_secret ? 'Kept' : 'Missing'],
    ['webhook_signing_key', 'Webhook signing key', app.has_webhook_signing_key ? 'Kept' : 'Missing'],
  ];
  return (
    <Card title="Credentials">
      <ul class="credentials">
        {rows.map(([name, label, state]) => (
          <li key={name}>
            <span>{label}</span>
            <span class="quiet">{state}</span>
            {may && (
              <Button
                look="small"
                words="Replace…"
                label={`Replace the ${label.toLowerCase()}`}
                onClick={() => setRotating(name)}
              />
            )}
          </li>
        ))}
      </ul>
      {rotating && <RotateCredential app={app} credential={rotating} onClose={() => setRotating(undefined)} />}
    </Card>
  );
}
