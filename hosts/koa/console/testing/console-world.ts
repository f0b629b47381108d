// A served app over a whole core, passwords that are cheap to check, and browsers that sign in.
import { createHash, randomUUID } from 'node:crypto';
import type { AuditEntry, CorePorts, Member, OrganizationId } from '#core';
import type { MemberId, PasswordHasher } from '#core/ports';
import { openService, type Service } from '../../../../core/use-cases/testing/service.ts';
import { type AppSettings, createApp } from '../../app.ts';
import { serve } from '../../serve.ts';

export const consoleOrigin = 'http://localhost:8080';
export const password = 'correct horse battery staple';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** The body's `data`; empty without one. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Asked {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Person {
  readonly id: MemberId;
  readonly email: string;
}

/** Keeps cookies and the CSRF token like a page of the console. */
export interface Browser {
  readonly cookies: Map<string, string>;
  csrf: string;
  readonly signIn: (email: string, password?: string) => Promise<Answer>;
  readonly call: (method: string, path: string, asked?: Asked) => Promise<Answer>;
}

export interface ConsoleWorld extends Service {
  readonly url: string;
  readonly organizationId: OrganizationId;
  /** Called before a password is checked or hashed; a test may make it wait or throw. */
  readonly hashing: { before: () => Promise<void>; verified: string[] };
  /** Returns how many requests had a session. */
  readonly entered: () => number;
  readonly person: (role?: Member['role'], email?: string) => Promise<Person>;
  readonly newAddress: () => string;
  readonly browser: () => Browser;
  readonly signedIn: (role?: Member['role']) => Promise<Browser & Person>;
  readonly audit: () => Promise<readonly AuditEntry[]>;
}

export async function openConsole(
  settings: Partial<AppSettings> = {},
  ofCore: Partial<CorePorts['settings']> = {},
  wrap: (ports: CorePorts) => CorePorts = (ports) => ports,
): Promise<ConsoleWorld> {
  const hashing: ConsoleWorld['hashing'] = { before: async () => {}, verified: [] };
  const service = await openService({
    settings: ofCore,
    wrap: (ports) => wrap({ ...ports, passwords: cheapHasher(hashing) }),
  });
  const { ports, core: plain } = service;
  let entered = 0;
  const authenticate: typeof plain.console.authenticate = async (...of) => {
    const member = await plain.console.authenticate(...of);
    entered += 1;
    return member;
  };
  const core = { ...plain, console: { ...plain.console, authenticate } };
  const app = createApp({
    core,
    log: ports.log,
    nextRequestId: () => ports.ids.next('req'),
    settings: {
      ...{ baseUrl: consoleOrigin, allowHttp: true, trustProxy: false },
      redirectOrigins: [],
      ...settings,
    },
  });
  const server = await serve(app, { host: '127.0.0.1', port: 0 });
  const { id: organizationId } = await core.access.createOrganization({ name: 'Harbour Books', plan: 'paid' });
  const newAddress = () => `${randomUUID()}@example.com`;
  const person = async (role: Member['role'] = 'owner', email = newAddress()): Promise<Person> => {
    const passwordHash = cheapHash(password);
    const member = await core.access.createMember({ organizationId, email, role, passwordHash });
    return { id: member.id, email: member.email };
  };
  const browser = () => createBrowser(server.url);
  return {
    ...service,
    ...{ core, url: server.url, organizationId, hashing, person, newAddress, browser },
    entered: () => entered,
    async signedIn(role) {
      const who = await person(role);
      const opened = browser();
      const { status, text } = await opened.signIn(who.email);
      if (status !== 200) throw new Error(`nobody is signed in: ${text}`);
      return Object.assign(opened, who);
    },
    audit: async () => (await ports.storage.audit.list(organizationId, { limit: 200, page: 1 })).items,
    async close() {
      await server.close(500);
      await service.close();
    },
  };
}

const cheapHash = (text: string) => `cheap:${createHash('sha256').update(text).digest('hex')}`;

function cheapHasher(hashing: ConsoleWorld['hashing']): CorePorts['passwords'] {
  const hasher: PasswordHasher = {
    async hash(text) {
      await hashing.before();
      return cheapHash(text);
    },
    async verify(text, encoded) {
      await hashing.before();
      hashing.verified.push(encoded);
      return encoded === cheapHash(text);
    },
  };
  return hasher;
}

function createBrowser(url: string): Browser {
  const cookies = new Map<string, string>();
  const keep = (response: Response): void => {
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
  };
  const browser: Browser = {
    cookies,
    csrf: '',
    async signIn(email, text = password) {
      const answer = await browser.call('POST', '/accounting/session', { body: { email, password: text } });
      browser.csrf = String(answer.data['csrf_token'] ?? browser.csrf);
      return answer;
    },
    async call(method, path, { body, headers = {} } = {}) {
      const page = method === 'GET' ? {} : { origin: consoleOrigin, 'x-csrf-token': browser.csrf };
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(url + path, {
        method,
        headers: {
          ...(cookie === '' ? {} : { cookie }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...page,
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      keep(response);
      const text = await response.text();
      const isFile = response.headers.get('content-disposition')?.startsWith('attachment');
      const parsed = text === '' || isFile ? {} : JSON.parse(text);
      return { status: response.status, headers: response.headers, text, body: parsed, data: parsed.data ?? {} };
    },
  };
  return browser;
}
