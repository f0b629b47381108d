// Each act in the console leaves an audit entry; two clicks act once; no secret is left anywhere.
import { expect } from 'chai';
import { TOTP } from 'otpauth';
import type { ConsoleCall, ConsoleRoute } from '../routes/route.ts';
import { routes as apiRoutes } from '../routes/routes.ts';
import { createFakeCore } from '../testing/fake-core.ts';
import { exampleBody, pathWith } from '../testing/furnished-plane.ts';
import { connectionId, endpointId, operationId, sampleDelivery } from '../testing/sample-values.ts';
import { consoleRoutes, mirroredRoutes } from './console-routes.ts';
import { type Answer, type Asked, type ConsoleWorld, openConsole, password } from './testing/console-world.ts';

const changes = consoleRoutes.filter(
  (route): route is ConsoleRoute => route.kind === 'console' && route.method !== 'GET',
);
const isMirrored = ({ path }: ConsoleRoute) => /^\/accounting\/(test|live)\//.test(path);
const nameOf = ({ method, path }: ConsoleRoute) => `${method} ${path}`;

type Ids = Record<string, string>;
/** How to make each change succeed, in this order; `keep` names the path parameter for what it makes. */
interface Recipe extends Asked {
  readonly keep?: string;
  /** The body, from the answer before. */
  readonly bodyOf?: (data: Answer['data']) => unknown;
  /** It asks for something, and changes nothing yet. */
  readonly leavesNone?: true;
}
const recipes: Readonly<Record<string, Recipe>> = {
  'POST /accounting/session/organization': {
    bodyOf: ({ organization_id }) => ({ organization_id }),
    leavesNone: true,
  },
  'POST /accounting/members': { body: { email: 'invited@example.com', role: 'viewer' }, keep: 'member_id' },
  'POST /accounting/invitations': { body: { email: 'guest@example.com', role: 'viewer' }, keep: 'invitation_id' },
  'DELETE /accounting/invitations/:invitation_id': {},
  'PATCH /accounting/members/:member_id': { body: { role: 'developer' } },
  'POST /accounting/members/:member_id/reset-password': {},
  'DELETE /accounting/members/:member_id/factors': {},
  'DELETE /accounting/members/:member_id': {},
  'POST /accounting/api-keys': { body: { environment: 'live', name: 'Server' }, keep: 'key_id' },
  'POST /accounting/api-keys/:key_id/roll': { body: { old_ends_in_hours: 24 } },
  'POST /accounting/api-keys/:key_id/revoke': {},
  'POST /accounting/alerts': {
    body: { kind: 'slack', address: 'https://hooks.example/services/canary' },
    keep: 'alert_id',
  },
  'PATCH /accounting/alerts/:alert_id': { body: { weekly_summary: true } },
  'POST /accounting/alerts/:alert_id/test': {},
  'DELETE /accounting/alerts/:alert_id': {},
  'POST /accounting/provider-apps': {
    body: { environment: 'test', provider: 'ledger', name: 'Our app' },
    keep: 'provider_app_id',
  },
  'PATCH /accounting/provider-apps/:provider_app_id': { body: { name: 'Renamed' } },
  'PUT /accounting/provider-apps/:provider_app_id/credentials': {
    body: { client_id: 'client-1', client_secret: 'canary-client-secret', webhook_signing_key: 'canary-webhook-key' },
  },
  'POST /accounting/provider-apps/:provider_app_id/consent': {},
  'POST /accounting/provider-apps/:provider_app_id/verify': {},
  'POST /accounting/session/factors/begin': { body: { kind: 'totp', current_password: password }, leavesNone: true },
  'POST /accounting/session/factors': {
    bodyOf: ({ secret, token }) => ({
      ...{ kind: 'totp', name: 'Phone', token },
      code: new TOTP({ secret: String(secret) }).generate(),
    }),
    keep: 'factor_id',
  },
  'POST /accounting/session/factors/recovery-codes': { body: { current_password: password } },
  'PATCH /accounting/organization': { body: { requires_second_factor: true } },
  'PATCH /accounting/branding': { body: { display_name: 'Harbour' } },
  'PUT /accounting/session/password': { body: { current_password: password, new_password: 'canary new password' } },
  'POST /accounting/session/factors/:factor_id/remove': { body: { current_password: 'canary new password' } },
  'DELETE /accounting/sessions/:session_id': {},
  'DELETE /accounting/session': {},
};

describe('the audit log of the console', () => {
  let world: ConsoleWorld;
  before(async () => {
    world = await openConsole();
  });
  after(() => world.close());

  it('has one entry for each change, with who made it and by which request; nothing secret is kept or logged', async () => {
    expect(
      changes
        .filter((route) => !isMirrored(route))
        .map(nameOf)
        .sort(),
    ).to.deep.equal(Object.keys(recipes).sort());
    const owner = await world.signedIn();
    const secrets = [password, 'canary', owner.csrf, ...owner.cookies.values()];
    const ids: Ids = {};
    let last: Answer['data'] = { organization_id: world.organizationId };
    for (const [name, { keep, bodyOf, leavesNone, ...asked }] of Object.entries(recipes)) {
      const route = changes.find((one) => nameOf(one) === name) as ConsoleRoute;
      if (name === 'DELETE /accounting/sessions/:session_id') ids['session_id'] = await anotherSession(owner.email);
      const answer = await owner.call(route.method, pathWith(route, ids), bodyOf ? { body: bodyOf(last) } : asked);
      last = answer.data;
      expect(answer.status, `${name}: ${answer.text}`).to.be.oneOf([200, 201]);
      if (keep !== undefined) ids[keep] = String(answer.data['id'] ?? answer.data[keep]);
      secrets.push(...secretsOf(answer));
      const requestId = answer.headers.get('x-request-id');
      const entries = (await world.audit()).filter((entry) => entry.requestId === requestId);
      expect(
        entries.map(({ actor }) => actor),
        name,
      ).to.deep.equal(leavesNone ? [] : [owner.id]);
    }
    const everything = await kept();
    expect(secrets).to.have.length.greaterThan(6);
    for (const secret of secrets) expect(everything).not.to.contain(secret);
  });

  const anotherSession = async (email: string): Promise<string> => {
    const { data } = await world.browser().signIn(email, 'canary new password');
    expect(data['member_id']).to.be.a('string');
    const [newest] = (await world.audit()).filter(({ action }) => action === 'session.started');
    return newest?.subject ?? '';
  };
  const secretsOf = ({ data }: Answer) =>
    ['secret', 'temporary_password', 'recovery_codes', 'link']
      .flatMap((name) => (name in data ? [data[name]].flat() : []))
      .map(String);
  const kept = async (): Promise<string> => {
    const { knex } = world.database;
    const tables: { name: string }[] = await knex('sqlite_master').where({ type: 'table' }).select('name');
    const rows = await Promise.all(tables.map(async ({ name }) => JSON.stringify(await knex(name).select())));
    return rows.join('\n') + JSON.stringify(world.lines, (_, value) => (value instanceof Error ? value.stack : value));
  };

  it('has signing in and out', async () => {
    const member = await world.signedIn('viewer');
    await member.call('DELETE', '/accounting/session');
    const own = (await world.audit()).filter(({ actor }) => actor === member.id);
    expect(own.map(({ action }) => action)).to.deep.equal(['session.ended', 'session.started']);
    expect(new Set(own.map(({ subject }) => subject)).size).to.equal(1);
  });

  it('has what is done through the API’s routes, unless the act itself leaves an entry or changes nothing', async () => {
    const reads = ['searchQuotes', 'downloadInvoicePdf'];
    const leavesItsOwn =
      /WebhookEndpoint(Secret)?$|^replay|^settleProviderRequest$|^cancelOperation$|^(update|delete)Connection$/;
    const ids = { connection_id: connectionId, operation_id: operationId, webhook_endpoint_id: endpointId };
    const member = { requestId: 'req-1', memberId: 'user_1', organizationId: 'org_1' };
    const noted: string[] = [];
    // A route without operations only refuses.
    const writing = mirroredRoutes(apiRoutes).filter(
      ({ method, operations }) => method !== 'GET' && operations.length > 0,
    );
    for (const route of writing) {
      const core = createFakeCore();
      const calls: unknown[] = [];
      core.console.noteCall = async (_member, call) => void calls.push(call);
      const known: Ids = { ...ids, delivery_id: sampleDelivery.id, resource_type: 'contacts' };
      const path = pathWith(route, known);
      const write = { key: 'k', body: exampleBody(route) as never };
      const param = (name: string) => known[name] ?? 'id';
      const given = { query: {}, write, waitSeconds: undefined, includeNative: false, language: 'en' };
      const call = { core, member, token: '', param, ...given };
      await route.handle(call as unknown as ConsoleCall, { path } as never);
      const { operationId: name = '' } = route.operations[0] ?? {};
      if (calls.length > 0) noted.push(name);
      const expected = !reads.includes(name) && (!leavesItsOwn.test(name) || name === 'testWebhookEndpoint');
      expect(calls.length, `${route.method} ${route.path} (${name})`).to.equal(expected ? 1 : 0);
      if (expected) expect(calls[0]).to.deep.include({ method: route.method, path });
    }
    expect(noted).to.include.members([
      'syncConnection',
      'createConnectSession',
      'deleteConnectSession',
      'createAutomation',
    ]);
  });
});

describe('two clicks in the console', () => {
  let world: ConsoleWorld;
  before(async () => {
    world = await openConsole();
  });
  after(() => world.close());

  for (const [path, body, secret] of [
    ['/accounting/members', { email: 'twice@example.com', role: 'viewer' }, 'temporary_password'],
    ['/accounting/api-keys', { environment: 'test', name: 'Twice' }, 'secret'],
    ['/accounting/invitations', { email: 'link@example.com', role: 'viewer' }, 'link'],
  ] as const) {
    it(`make one thing at ${path}, and tell its secret once`, async () => {
      const [owner, other] = [await world.signedIn(), await world.signedIn()];
      const click = (browser: typeof owner, asked: unknown = body) =>
        browser.call('POST', path, { body: asked, headers: { 'idempotency-key': 'click-1' } });
      const answers = await Promise.all([click(owner), click(owner), click(owner)]);
      expect(answers.map(({ status }) => status)).to.deep.equal([201, 201, 201]);
      expect(new Set(answers.map(({ data }) => data['id'])).size).to.equal(1);
      expect(answers.filter(({ data }) => secret in data)).to.have.length(1);
      const replays = answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true');
      expect(replays).to.have.length(2);
      const changed = await click(owner, { ...body, ...('name' in body ? { name: 'Else' } : { role: 'owner' }) });
      expect(changed.body['code']).to.equal('IDEMPOTENCY_KEY_REUSED');
      const others = await click(other, {
        ...body,
        ...('email' in body ? { email: `third-${secret}@example.com` } : {}),
      });
      expect([others.status, secret in others.data]).to.deep.equal([201, true]);
    });
  }

  it('reset a password once', async () => {
    const [owner, friend] = [await world.signedIn(), await world.person('viewer')];
    const click = () =>
      owner.call('POST', `/accounting/members/${friend.id}/reset-password`, { headers: { 'idempotency-key': 'r' } });
    const [first, second] = [await click(), await click()];
    expect([first.status, second.status, 'temporary_password' in second.data]).to.deep.equal([200, 200, false]);
    const given = String(first.data['temporary_password']);
    expect((await world.browser().signIn(friend.email, given)).status).to.equal(200);
  });
});

describe('the console of a deployment that only reads', () => {
  it('gives nobody access, and takes it away', async () => {
    const world = await openConsole({}, { readOnly: true });
    const [owner, other] = [await world.signedIn(), await world.signedIn()];
    const { key } = await world.core.access.issueKey({
      organizationId: world.organizationId,
      environment: 'live',
      name: 'k',
    });
    const codes = [];
    for (const [method, path, body] of [
      ['POST', '/accounting/members', { email: 'a@example.com', role: 'viewer' }],
      ['POST', '/accounting/api-keys', { environment: 'test', name: 'k' }],
      ['PATCH', `/accounting/members/${other.id}`, { role: 'viewer' }],
      ['POST', `/accounting/members/${other.id}/reset-password`, {}],
      ['POST', `/accounting/api-keys/${key.id}/revoke`, {}],
      ['DELETE', `/accounting/members/${other.id}`, {}],
      ['DELETE', '/accounting/session', {}],
    ] as const) {
      codes.push((await owner.call(method, path, { body })).body['code'] ?? 'done');
    }
    expect(codes).to.deep.equal([...Array(4).fill('READ_ONLY'), 'done', 'done', 'done']);
    await world.close();
  });
});
