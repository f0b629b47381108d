import { useEffect, useRef } from 'preact/hooks';
import type { Action } from '../../api/use-action.ts';
import type { ProviderApp } from '../../api/wire.ts';
import { statusOf } from '../../words/wizard-steps.ts';

/** Verifies on demand, once when the page opens, and once when the provider's check of the webhook has arrived. */
export function useVerify(app: ProviderApp, action: Action): () => void {
  const seen = useRef<string | undefined>(undefined);
  const { provider_app_id: id, intent_received_at: intentAt } = app;
  const verify = () => void action.run('POST', `provider-apps/${id}/verify`);
  useEffect(() => {
    const occasion = intentAt ?? 'none';
    if (seen.current === occasion) return;
    const isFirst = seen.current === undefined;
    seen.current = occasion;
    const isWaiting = statusOf(app, 'credentials') === 'waiting' || statusOf(app, 'webhook') === 'waiting';
    if (isWaiting && (isFirst || intentAt !== null)) verify();
  });
  return verify;
}
