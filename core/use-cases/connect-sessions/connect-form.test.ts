// A provider without OAuth is connected by a form on the hosted page.
import { expect } from 'chai';
import { openedEach, openedOnce } from '../../../contract-tests/testing/opened.ts';
import { badRequest, ServiceError } from '../../domain/errors.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { LedgerGrant } from '../../ports/ledger-authorization.ts';
import type { FormConnect } from '../../ports/provider.ts';
import { backWith, brand, newSession, write } from '../testing/connecting.ts';
import { firstProvider } from '../testing/first-provider.ts';
import { refusalOf } from '../testing/refusal.ts';
import { openService } from '../testing/service.ts';
import type { ConnectOutcome } from './outcome.ts';

const password = 'p4ssword of the books';
const accessSeconds = 3600;

describe('connecting by a form', () => {
  let companies: readonly string[];
  let logins: string[];
  let right: string;
  let isLocked: boolean;
  let saysIdentity: boolean;

  function grantOf(ports: CorePorts, form: Readonly<Record<string, string>>): LedgerGrant {
    logins.push(form['login'] ?? '');
    if (isLocked) throw new ServiceError('PROVIDER_UNAVAILABLE', 'the login is locked for some minutes');
    if (form['password'] !== right)
      throw new ServiceError('BAD_REQUEST', 'password: is wrong', {
        reason: 'wrong_password',
        errors: [{ path: 'password', message: 'the server refuses login and password' }],
      });
    const expiresAt = new Date(ports.clock.now().getTime() + accessSeconds * 1000);
    const refreshToken = JSON.stringify(form);
    const accessToken = `session ${logins.length} ${form['address']}`;
    return { accessToken, refreshToken, expiresAt, scopes: [], consentId: null };
  }
  function withBooks(ports: CorePorts): CorePorts {
    const connect: FormConnect = {
      kind: 'form',
      fields: [
        { name: 'address', label: 'Address', kind: 'address' },
        { name: 'login', label: 'Login', kind: 'text' },
        { name: 'password', label: 'Password', kind: 'secret' },
      ],
      open: async (form) => {
        if (!form['address']) throw badRequest('address', 'is needed');
        return grantOf(ports, form);
      },
      refresh: async (secret) => {
        try {
          return grantOf(ports, JSON.parse(secret) as Record<string, string>);
        } catch (error) {
          if (!(error instanceof ServiceError) || error.code !== 'BAD_REQUEST') throw error;
          throw new ServiceError('ACTION_REQUIRED', 'refused', { reason: 'invalid_grant' });
        }
      },
      tenants: async (accessToken) =>
        companies.map((name) => {
          const tenantId = tenantOf(name, addressOf(accessToken));
          return { providerConnectionId: tenantId, tenantId, name, identity: identityOf(tenantId), isNew: true };
        }),
      identityOf: async (_accessToken, tenantId) => identityOf(tenantId),
      disconnect: async () => {
        if (isLocked) throw new ServiceError('PROVIDER_UNAVAILABLE', 'the server is gone');
      },
    };
    const first = firstProvider(ports);
    const traits = { ...first.traits, title: 'Books', aliases: [] };
    const nothing = async () => {
      throw new ServiceError('NOT_FOUND', 'no such record');
    };
    const gateway = { ...first.gateway, read: nothing };
    return { ...ports, providers: { ...ports.providers, books: { ...first, gateway, traits, connect } } };
  }

  const service = openedOnce(() => openService({ wrap: withBooks }));
  const tenancy = openedEach(() => service.newOrganization());
  beforeEach(async () => {
    [companies, logins, right, isLocked, saysIdentity] = [['Kiln'], [], password, false, true];
  });

  /** Each test has a server of its own. */
  const tenantOf = (name: string, address = 'https://books') => `${address}/${tenancy.organizationId}#${name}`;
  const addressOf = (accessToken: string) => accessToken.split(' ')[2] ?? '';
  /** The tenant's identity: the same under each address of the server. Undefined as with builds that did not ask for it. */
  const identityOf = (tenantId: string) => (saysIdentity ? tenantId.slice(tenantId.indexOf('org_')) : undefined);
  const sessions = () => service.core.connectSessions;
  const entered = { address: 'https://books', login: `user-${crypto.randomUUID()}`, password };
  const newToken = async (fields = {}) =>
    (await newSession(service, tenancy.test, { provider: 'books', ...fields })).token;
  const submit = (token: string, form = {}) => sessions().submit({ token, form: { ...entered, ...form } });
  const formIn = (step: ConnectOutcome) => {
    if (step.kind !== 'asks-form') throw new Error(`it is no form but ${JSON.stringify(step)}`);
    const { fields, entered: kept, problem, link } = step;
    return { problem, link, values: fields.map(({ name }) => [name, kept[name] ?? '']) };
  };
  const connected = async () => {
    const back = backWith(await submit(await newToken()));
    return service.core.connections.find(tenancy.test, back['connection_id'] ?? '');
  };

  it('shows what is asked for, connects what was entered, and keeps the secret sealed', async () => {
    const token = await newToken();
    const form = formIn(await sessions().open(token));
    expect(form.link).to.deep.include({ brand, providerName: 'Books' });
    expect(form.values).to.deep.equal([
      ['address', ''],
      ['login', ''],
      ['password', ''],
    ]);
    const step = await submit(token);
    expect(backWith(step)).to.include({ status: 'connected' });
    expect(await submit(token), 'sent twice').to.deep.equal(step);
    expect(logins).to.have.length(1);
    const [connection] = (await service.core.connections.list(tenancy.test, {})).items;
    expect(connection).to.deep.include({
      provider: 'books',
      providerAppId: null,
      providerTenantId: tenantOf('Kiln'),
      status: 'active',
    });
    const rows = JSON.stringify(await service.database.knex('credentials').select());
    expect(rows + JSON.stringify(service.lines)).not.to.contain(password);
  });

  it('tells a wrong entry beside its field and keeps the others, never the password; the link stays usable', async () => {
    const token = await newToken();
    const wrong = formIn(await submit(token, { password: 'wrong' }));
    expect(wrong.values).to.deep.equal([
      ['address', entered.address],
      ['login', entered.login],
      ['password', ''],
    ]);
    const message = 'the server refuses login and password';
    expect(wrong.problem).to.deep.equal({ field: 'password', why: 'wrong_password', message, minutes: null });
    expect(formIn(await submit(token, { address: '' })).problem).to.include({ field: 'address', message: 'is needed' });
    isLocked = true;
    expect(formIn(await submit(token)).problem).to.include({
      field: null,
      message: 'the login is locked for some minutes',
    });
    isLocked = false;
    expect(backWith(await submit(token))).to.include({ status: 'connected' });
  });

  it('stops before a server would lock the login out, whatever link is used, and says so', async () => {
    const login = `locked-${crypto.randomUUID()}`;
    for (const address of [entered.address, 'https://books/', 'HTTPS://Books:443', 'https://books/./']) {
      formIn(await submit(await newToken(), { address, login, password: 'wrong' }));
    }
    const stopped = formIn(await submit(await newToken(), { login }));
    expect(stopped.problem).to.deep.equal({ field: null, why: 'rate_limited', message: null, minutes: 5 });
    expect(logins).to.have.length(4);
    service.advance(301);
    expect(backWith(await submit(await newToken(), { login }))).to.include({ status: 'connected' });
  });

  it('offers the choice of several companies, and connects none of nobody’s', async () => {
    companies = [];
    expect(backWith(await submit(await newToken()))).to.include({ status: 'failed', error: 'no_organization' });
    companies = ['Kiln', 'Hearth'];
    const step = await submit(await newToken());
    if (step.kind !== 'asks-choice') throw new Error(step.kind);
    const chosen = await sessions().choose({ selection: step.selection, tenantId: tenantOf('Hearth') });
    expect(backWith(chosen)).to.include({ status: 'connected' });
  });

  it('connects a connection again, and no other organization in its place', async () => {
    const { id } = await connected();
    const { value } = await sessions().create(tenancy.test, write({ connection_id: id }));
    const token = value.connectUrl.replace(/.*\//, '');
    companies = ['Hearth'];
    const step = await submit(token);
    if (step.kind !== 'ended') throw new Error(step.kind);
    expect(step.wrong).to.deep.include({ chosen: ['Hearth'], consentUrl: value.connectUrl });
    expect(step.link?.reconnects).to.equal('Kiln');
    companies = ['Kiln'];
    const again = await submit(token);
    expect(again).to.deep.include({ kind: 'connected', connectionId: id });
  });

  it('signs in again when the session is over; once, if the password is wrong by then', async () => {
    const connection = await connected();
    const read = () =>
      service.core.resources.read(tenancy.test, {
        connectionId: connection.id,
        type: 'contacts',
        resourceId: crypto.randomUUID(),
      });
    service.advance(accessSeconds, 'core');
    await refusalOf(read());
    expect(logins).to.have.length(2);
    right = 'another';
    service.advance(accessSeconds, 'core');
    expect((await refusalOf(read())).code).to.equal('ACTION_REQUIRED');
    expect((await refusalOf(read())).code).to.equal('ACTION_REQUIRED');
    expect(logins).to.have.length(3);
    service.advance(-2 * accessSeconds, 'core');
  });

  it('ends without the server, which may never answer again: while it is logged in, and later', async () => {
    for (const seconds of [0, accessSeconds]) {
      isLocked = false;
      companies = [crypto.randomUUID()];
      const { id } = await connected();
      service.advance(seconds, 'core');
      isLocked = true;
      expect(await service.core.connections.disconnect(tenancy.test, id)).to.include({ status: 'disconnected' });
      service.advance(-seconds, 'core');
    }
  });

  it('takes no provider app', async () => {
    const body = { provider: 'books', external_account_id: 'c', redirect_uri: 'http://localhost:3000/done' };
    const refused = await refusalOf(
      sessions().create(tenancy.test, write({ ...body, provider_app_id: tenancy.apps.test.id })),
    );
    expect(refused.message).to.contain('provider_app_id').and.contain('without a provider app');
  });

  describe('by another address of the same server', () => {
    const other = { address: 'https://books.internal' };
    const anybody = { external_account_id: 'somebody-else' };
    const statusBack = async (fields: object, form: object) => {
      const { status, error, connection_id } = backWith(await submit(await newToken(fields), form));
      return error ?? [status, connection_id];
    };

    it('finds the connection of the customer, and refuses the tenant to anybody else', async () => {
      const { id } = await connected();
      expect(await statusBack(anybody, other)).to.equal('duplicate_tenant_connection');
      expect(await statusBack({}, other)).to.deep.equal(['connected', id]);
      const connection = await service.core.connections.find(tenancy.test, id);
      expect(connection, 'it keeps its tenant').to.include({ status: 'active', providerTenantId: tenantOf('Kiln') });
    });

    it('is offered as what the customer has already, and takes the link that reconnects it', async () => {
      const { id } = await connected();
      companies = ['Kiln', 'Hearth'];
      const step = await submit(await newToken(), other);
      if (step.kind !== 'asks-choice') throw new Error(step.kind);
      expect(step.tenants.map(({ name, holder }) => [name, holder])).to.deep.equal([
        ['Kiln', 'own'],
        ['Hearth', 'nobody'],
      ]);
      const { value } = await sessions().create(tenancy.test, write({ connection_id: id }));
      const token = value.connectUrl?.split('/').at(-1) ?? '';
      expect(await submit(token, other)).to.include({ kind: 'connected', connectionId: id });
    });

    it('brings a disconnected connection back', async () => {
      const { id } = await connected();
      await service.core.connections.disconnect(tenancy.test, id);
      expect(await statusBack({}, other)).to.deep.equal(['connected', id]);
    });

    it('gives the last place once when two come at the same time', async () => {
      const tokens = [await newToken(), await newToken(anybody)];
      const steps = await Promise.all(tokens.map((token, i) => submit(token, i === 0 ? {} : other)));
      const ends = steps.map((step) => backWith(step)).map(({ status, error }) => error ?? status);
      expect(ends.sort()).to.deep.equal(['connected', 'duplicate_tenant_connection']);
    });

    it('knows a connection of before from its next log-in on, and it stays its customer’s', async () => {
      saysIdentity = false;
      const { id } = await connected();
      saysIdentity = true;
      service.advance(accessSeconds, 'core');
      const read = { connectionId: id, type: 'contacts', resourceId: crypto.randomUUID() } as const;
      await refusalOf(service.core.resources.read(tenancy.test, read));
      expect(logins).to.have.length(2);
      expect(await statusBack(anybody, other)).to.equal('duplicate_tenant_connection');
      expect(await statusBack({}, other)).to.deep.equal(['connected', id]);
    });

    it('keeps two connections that earlier builds made for one tenant, and says so', async () => {
      saysIdentity = false;
      const ids = [await statusBack({}, {}), await statusBack(anybody, other)].map(([, id]) => String(id));
      expect(new Set(ids).size).to.equal(2);
      saysIdentity = true;
      service.advance(accessSeconds, 'core');
      for (const connectionId of ids) {
        const read = { connectionId, type: 'contacts', resourceId: crypto.randomUUID() } as const;
        await refusalOf(service.core.resources.read(tenancy.test, read));
      }
      const { items } = await service.core.connections.list(tenancy.test, {});
      expect(items.map(({ status }) => status)).to.deep.equal(['active', 'active']);
      expect(JSON.stringify(service.lines)).to.contain('another connection has the same tenant by another address');
    });
  });
});
