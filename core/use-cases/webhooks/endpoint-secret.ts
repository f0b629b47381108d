import type { WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { SecretPlace } from '../../ports/secrets.ts';

const secretBytes = 32;

/** `whsec_` and 32 random bytes in base64. */
export function newSigningSecret({ ids }: CorePorts): string {
  return `whsec_${btoa(String.fromCharCode(...ids.randomBytes(secretBytes)))}`;
}

type Owner = Pick<WebhookEndpoint, 'id' | 'organizationId' | 'environment'>;

export function endpointSecretPlace(
  { id, organizationId, environment }: Owner,
  column: 'secret' | 'previous_secret',
): SecretPlace {
  return { organizationId, environment, table: 'webhook_endpoints', row: id, column };
}

/** The secrets that sign now: two while a rotation overlaps, the newer first. */
export async function signingSecrets(
  { vault }: CorePorts,
  endpoint: WebhookEndpoint,
  now: Date,
): Promise<readonly string[]> {
  const secret = await vault.open(endpoint.sealedSecret, endpointSecretPlace(endpoint, 'secret'));
  const { sealedPreviousSecret, previousSecretUntil } = endpoint;
  if (sealedPreviousSecret === null || previousSecretUntil === null || previousSecretUntil <= now) return [secret];
  return [secret, await vault.open(sealedPreviousSecret, endpointSecretPlace(endpoint, 'previous_secret'))];
}
