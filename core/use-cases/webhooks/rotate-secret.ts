import type { Caller } from '../../domain/caller.ts';
import { conflict } from '../../domain/errors.ts';
import { secretOverlapSeconds, type WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { recordAct } from '../access/record-act.ts';
import { changeOnce } from '../writes/change-once.ts';
import type { Answered } from '../writes/claim-key.ts';
import { type EndpointPath, endpointAct, lockEndpoint } from './change-endpoint.ts';
import type { CreatedEndpoint } from './create-endpoint.ts';
import { endpointSecretPlace, newSigningSecret } from './endpoint-secret.ts';
import { findEndpoint } from './read-endpoints.ts';

/**
 * Gives an endpoint a new signing secret, which only this answer shows. The previous secret also signs for 24 h; an older
 * one ends now. The Idempotency-Key is optional here. Throws NOT_FOUND, CONFLICT `secret_changed_meanwhile`.
 */
export function rotateSecret(ports: CorePorts) {
  const find = findEndpoint(ports);
  return async (caller: Caller, { endpointId, write }: EndpointPath): Promise<Answered<CreatedEndpoint>> => {
    const { id } = await find(caller, endpointId);
    return changeOnce<CreatedEndpoint>(ports, caller, write, {
      act: ['webhook_endpoint.rotate_secret', id],
      keyRequired: false,
      async draft() {
        const seen = await find(caller, id);
        const { signingSecret, ...secrets } = await nextSecrets(ports, seen);
        return {
          forReplay: id,
          async apply(stores) {
            const before = await lockEndpoint(stores, caller, id);
            // Of two simultaneous rotations one is refused, because its secret would never sign anything.
            if (before.sealedSecret !== seen.sealedSecret && !(await isSameSecret(ports, before, seen))) {
              const message = 'the signing secret was changed by another request at the same time';
              throw conflict('secret_changed_meanwhile', message);
            }
            const rotated = { ...before, ...secrets };
            await stores.webhookEndpoints.update(rotated);
            await recordAct(stores, ports, caller, endpointAct('secret_rotated', rotated));
            return { endpoint: rotated, signingSecret };
          },
        };
      },
      replay: async () => ({ endpoint: await find(caller, id), signingSecret: null }),
    });
  };
}

/** True also after a re-encryption, which seals the same secret anew. */
async function isSameSecret({ vault }: CorePorts, before: WebhookEndpoint, seen: WebhookEndpoint): Promise<boolean> {
  const place = endpointSecretPlace(seen, 'secret');
  return (await vault.open(before.sealedSecret, place)) === (await vault.open(seen.sealedSecret, place));
}

async function nextSecrets(ports: CorePorts, seen: WebhookEndpoint) {
  const { vault, clock } = ports;
  const place = endpointSecretPlace(seen, 'secret');
  const signingSecret = newSigningSecret(ports);
  const previous = await vault.open(seen.sealedSecret, place);
  const now = clock.now();
  return {
    signingSecret,
    sealedSecret: await vault.seal(signingSecret, place),
    sealedPreviousSecret: await vault.seal(previous, endpointSecretPlace(seen, 'previous_secret')),
    previousSecretUntil: new Date(now.getTime() + secretOverlapSeconds * 1000),
    updatedAt: now,
  };
}
