// What is stored of a request of a caller's own: sealed, what is sent of a write, so that a repeat sends the same bytes and a
// person can look at it; and the answer, for repeats of the caller's request.
import { base64Of, bytesOfBase64 } from '../../domain/base64.ts';
import type { Plane } from '../../domain/caller.ts';
import type { ProviderRequestId } from '../../domain/ids.ts';
import { isJsonObject, type Json } from '../../domain/json.ts';
import {
  noHeaders,
  outcomeOf,
  type PassedAnswer,
  type PreparedRequest,
  type ProviderRequest,
  type RequestAnswer,
  storedBodyBytesMost,
} from '../../domain/provider-request.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { SecretPlace } from '../../ports/secrets.ts';

export const requestPlace = ({ organizationId, environment }: Plane, id: ProviderRequestId): SecretPlace => ({
  organizationId,
  environment,
  table: 'provider_requests',
  row: id,
  column: 'request',
});

export function sealRequest(
  { vault }: Pick<CorePorts, 'vault'>,
  plane: Plane,
  id: ProviderRequestId,
  { body, ifModifiedSince: _, ...request }: PreparedRequest,
): Promise<string> {
  const text = JSON.stringify({ ...request, body: body === null ? null : base64Of(body) });
  return vault.seal(text, requestPlace(plane, id));
}

/** Null where nothing of it is kept any more. */
export async function openRequest(
  { vault }: Pick<CorePorts, 'vault'>,
  { sealedRequest, ...row }: ProviderRequest,
): Promise<PreparedRequest | null> {
  if (sealedRequest === null) return null;
  const stored = JSON.parse(await vault.open(sealedRequest, requestPlace(row, row.id)));
  const { body, ...request } = stored as Omit<PreparedRequest, 'body' | 'ifModifiedSince'> & { body: string | null };
  return { ...request, ifModifiedSince: null, body: body === null ? null : bytesOfBase64(body) };
}

export function answerOf(
  { digester }: Pick<CorePorts, 'digester'>,
  { id, effect }: Pick<RequestAnswer, 'id' | 'effect'>,
  answer: PassedAnswer,
): RequestAnswer {
  const { status, headers, bytes } = answer;
  const digest = bytes && digester.sha256(bytes);
  return { id, effect, outcome: outcomeOf(answer), status, headers, digest, bytes: bytes?.length ?? null, body: bytes };
}

/** `keepsBody`: records may be kept; a large body is not. */
export function toStored({ body, ...answer }: RequestAnswer, keepsBody: boolean): Json {
  const isKept = keepsBody && body !== null && body.length <= storedBodyBytesMost;
  return { ...answer, headers: { ...answer.headers }, body: isKept ? base64Of(body) : null };
}

export function fromStored(stored: Json): RequestAnswer {
  if (!isJsonObject(stored)) throw new Error('the stored answer of a provider request cannot be read');
  const { body, ...answer } = stored;
  return {
    ...(answer as unknown as Omit<RequestAnswer, 'body'>),
    body: typeof body === 'string' ? bytesOfBase64(body) : null,
  };
}

/** What a person found in the books, as the answer of the caller's repeat. */
export function settledAnswer({ id, effect, outcome }: ProviderRequest): RequestAnswer {
  return { id, effect, outcome, status: null, headers: noHeaders, digest: null, bytes: null, body: null };
}
