// Reads a request of a caller's own, checks it against the provider's list, and makes what is sent; pure.
import { bytesOfBase64 } from '../../domain/base64.ts';
import { badRequest } from '../../domain/errors.ts';
import { isWholeText } from '../../domain/json.ts';
import {
  type ListedPath,
  listedFor,
  type PreparedRequest,
  queryOf,
  type RequestTraits,
  requestBytesMost,
  segmentsOf,
} from '../../domain/provider-request.ts';
import { parse } from '../../schemas/parse.ts';
import { ProviderRequestRequest } from '../../schemas/requests/provider-requests.ts';

export interface AskedRequest {
  readonly request: PreparedRequest;
  readonly listed: ListedPath;
  /** The provider's id of the record whose copy the request makes old, where its path names one. */
  readonly touchedId: string | null;
}

/**
 * Throws BAD_REQUEST for what is malformed, FORBIDDEN `provider_path_not_allowed` for what is not listed, and CONFLICT
 * `use_family_route`.
 */
export function askedRequest(traits: RequestTraits, body: unknown): AskedRequest {
  const asked = parse(ProviderRequestRequest, body);
  const { method, path, query = {}, accept = 'json', if_modified_since: since } = asked;
  const segments = segmentsOf(path);
  const listed = listedFor(traits, { method, segments });
  const sent = bytesOf(asked);
  if (listed.effect === 'read') {
    if (sent !== null) throw badRequest(asked.body === undefined ? 'body_base64' : 'body', 'a read has none');
  } else {
    if (accept !== 'json') throw badRequest('accept', 'a write is answered in JSON');
    if (since !== undefined) throw badRequest('if_modified_since', 'is for reads');
    if (method === 'DELETE' ? sent !== null : sent === null)
      throw badRequest('body', method === 'DELETE' ? 'a DELETE has none' : 'is required');
  }
  const encoded = segments.map((segment) => `/${encodeURIComponent(segment)}`).join('');
  const at = listed.touches?.at;
  return {
    listed,
    touchedId: at === undefined ? null : (segments[at] ?? null),
    request: {
      method,
      path: encoded + queryOf(listed, query),
      template: listed.template,
      accept,
      ifModifiedSince: since === undefined ? null : new Date(since),
      body: sent,
    },
  };
}

/** JSON, either made of `body` or as the caller's own bytes, which keep numbers that a double cannot hold. */
function bytesOf({ body, body_base64: encoded }: ProviderRequestRequest): Uint8Array | null {
  if (body !== undefined && encoded !== undefined) throw badRequest('body_base64', 'and body cannot be given together');
  if (body === undefined && encoded === undefined) return null;
  const bytes = encoded === undefined ? new TextEncoder().encode(JSON.stringify(body)) : bytesOfBase64(encoded);
  const name = encoded === undefined ? 'body' : 'body_base64';
  if (bytes.length > requestBytesMost) throw badRequest(name, `must have at most ${requestBytesMost} bytes`);
  if (encoded !== undefined && !isJsonDocument(bytes))
    throw badRequest(name, 'must hold a JSON object or list, in UTF-8');
  return bytes;
}

function isJsonDocument(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && isWholeText(text);
  } catch {
    return false;
  }
}
