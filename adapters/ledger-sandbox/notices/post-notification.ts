import { signBody } from './signature.ts';

const timeoutMs = 5000;

export interface Posting {
  readonly url: string;
  readonly body: string;
  readonly signatureHeader: string;
  readonly signature: string;
}

export const signedPosting = (url: string, key: string, body: string, signatureHeader: string): Posting => ({
  url,
  body,
  signatureHeader,
  signature: signBody(key, body),
});

/** Returns the receiver's status, or 0 without one within five seconds. The body is not read. */
export async function postNotification({ url, body, signatureHeader, signature }: Posting): Promise<number> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', [signatureHeader]: signature },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return 0;
  }
}
