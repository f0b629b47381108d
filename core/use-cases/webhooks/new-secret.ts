import type { CorePorts } from '../../ports/core-ports.ts';

const secretBytes = 32;

/** `whsec_` and 32 random bytes in base64. */
export function newSigningSecret({ ids }: Pick<CorePorts, 'ids'>): string {
  return `whsec_${btoa(String.fromCharCode(...ids.randomBytes(secretBytes)))}`;
}
