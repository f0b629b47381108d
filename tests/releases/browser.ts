import type { Release } from './two-releases.ts';

export interface Answer {
  readonly status: number;
  readonly reason: unknown;
  /** The body's `data`; empty without one. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** A browser that stands before a load balancer: each call may go to the host of either release. */
export function createBrowser(urls: Readonly<Record<Release, string>>, usual: Release, origin: string) {
  const cookies = new Map<string, string>();
  let csrf = '';
  const call = async (method: string, path: string, body?: object, release = usual): Promise<Answer> => {
    const response = await fetch(urls[release] + path, {
      method,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(method === 'GET' ? {} : { origin, 'x-csrf-token': csrf }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const parsed = (await response.json()) as { readonly data?: Answer['data']; readonly reason?: string };
    return { status: response.status, reason: parsed.reason, data: parsed.data ?? {} };
  };
  return {
    call,
    token: () => cookies.get('ledgerport_session'),
    async signIn(email: string, password: string, proof: object = {}): Promise<Answer> {
      const answer = await call('POST', '/accounting/session', { email, password, ...proof });
      csrf = String(answer.data['csrf_token'] ?? csrf);
      return answer;
    },
  };
}
