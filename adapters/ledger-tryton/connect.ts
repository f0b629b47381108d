// Connects by a form: the customer enters a Tryton user that was made for this service. Its password is kept as the secret,
// and its session is the access token.
import { createHash } from 'node:crypto';
import {
  badRequest,
  isJsonObject,
  type Json,
  type JsonObject,
  type LedgerGrant,
  type LedgerTenant,
  ServiceError,
} from '../../core/ports.ts';
import { TransportFailure } from '../outgoing-http/transport.ts';
import { companiesIn, companyOf, sessionOf, tenantIdOf, textOfSession } from './books.ts';
import type { Rpc, TrytonSession } from './rpc.ts';
import { plainValue } from './values.ts';

const fields = [
  { name: 'server_address', label: 'Server address', kind: 'address' },
  { name: 'database', label: 'Database', kind: 'text' },
  { name: 'login', label: 'Login', kind: 'text' },
  { name: 'password', label: 'Password', kind: 'secret' },
] as const;

interface Secret {
  readonly url: string;
  readonly database: string;
  readonly login: string;
  readonly password: string;
}

/** After this long a new session is made. A server may end a session earlier; a call that gets 401 logs in again. */
const sessionHours = 12;

const supported = '6.0.';

/** The models that the service's user must be able to read; `true` where it must be able to write and create, too. */
const needed: Readonly<Record<string, boolean>> = {
  'company.company': false,
  'currency.currency': false,
  'party.party': true,
  'account.account': false,
  'account.tax': false,
  'account.journal': false,
  'account.configuration': false,
  'account.move.line': false,
  'account.invoice.payment.method': false,
  'account.invoice': true,
  'sale.sale': true,
  'purchase.purchase': true,
};

/** The service's user belongs to the companies of one customer, which are far fewer than this. */
const companiesMost = 500;
/** Enough for the names of that many companies. Anybody can enter the address of any server, so its answers are bounded. */
const answerBytesMost = 256 * 1024;
const nameLettersMost = 255;

export function createConnect(unbounded: Rpc, now: () => Date) {
  const rpc: Rpc = (call) => unbounded({ ...call, maxBytes: answerBytesMost });
  return {
    kind: 'form' as const,
    fields,

    /** Throws BAD_REQUEST that names the field, with the reason; `login_locked` is PROVIDER_UNAVAILABLE. */
    async open(form: Readonly<Record<string, string>>): Promise<LedgerGrant> {
      const secret = secretOf(form);
      const { url } = secret;
      const version = await rpc({ url, method: 'common.server.version', params: [], writes: false }).catch(unreachable);
      if (!String(version).startsWith(supported)) {
        const what = `the server is Tryton ${String(version).slice(0, 20)}, and ${supported}x is needed`;
        throw refused('server_address', 'server_version', what);
      }
      const session = await logIn(rpc, secret).catch((error: unknown) => {
        throw wrongLogin(error);
      });
      const ask = asker(rpc, session);
      await assertComplete(ask);
      // Without this preference Tryton shows the user the books of one company only, which a person can change by a click.
      await ask('model.res.user.set_preferences', [{ company_filter: 'all' }, {}]);
      await companiesOf(ask);
      return grantOf(secret, session, now());
    },

    async refresh(text: string): Promise<LedgerGrant> {
      const secret = JSON.parse(text) as Secret;
      const session = await logIn(rpc, secret).catch((error: unknown) => {
        if (!(error instanceof ServiceError) || error.code !== 'ACTION_REQUIRED') throw error;
        const message = 'the provider no longer accepts the log-in; the organization must be connected again';
        throw new ServiceError('ACTION_REQUIRED', message, { ...error.details, reason: 'invalid_grant' });
      });
      return grantOf(secret, session, now());
    },

    /** The companies of the user. */
    async tenants(accessToken: string): Promise<readonly LedgerTenant[]> {
      const session = sessionOf(accessToken);
      const ask = asker(rpc, session);
      const ids = await companiesOf(ask);
      const found = await companiesNamed(ask, ids);
      // Only companies that were asked for, each once: a hostile server may answer with others.
      return ids.flatMap((id) => {
        const company = found.get(id);
        const tenantId = tenantIdOf(session, id);
        const name = String(partyOf(company)['name']).slice(0, nameLettersMost);
        const identity = identityIn(session, company);
        return company ? [{ providerConnectionId: tenantId, tenantId, name, identity, isNew: true }] : [];
      });
    },

    async identityOf(accessToken: string, tenantId: string): Promise<string | undefined> {
      const session = sessionOf(accessToken);
      const id = companyOf(session, tenantId);
      return identityIn(session, (await companiesNamed(asker(rpc, session), [id])).get(id));
    },

    /** Logs out. The user stays, because it is the customer's. */
    async disconnect(accessToken: string): Promise<void> {
      const ask = asker(rpc, sessionOf(accessToken));
      await ask('common.db.logout', []).catch((error: unknown) => {
        if (!(error instanceof ServiceError) || error.code !== 'ACTION_REQUIRED') throw error;
      });
    },
  };
}

type Ask = (method: string, params: readonly Json[]) => Promise<Json>;

function asker(rpc: Rpc, session: TrytonSession): Ask {
  const { url, database } = session;
  return (method, params) => rpc({ url, database, session, method, params, writes: false });
}

async function logIn(rpc: Rpc, { url, database, login, password }: Secret): Promise<TrytonSession> {
  const params = [login, { password }, 'en'];
  const made = await rpc({ url, database, method: 'common.db.login', params, writes: false });
  const [userId, key] = Array.isArray(made) ? (made as readonly Json[]) : [];
  if (typeof userId === 'number' && typeof key === 'string') return { url, database, login, userId, key };
  throw new ServiceError('PROVIDER_ERROR', "the provider's answer to a log-in cannot be read");
}

/**
 * The ids of the user's companies, lowest first. Throws BAD_REQUEST `too_many_companies`, naming the field `login`.
 */
async function companiesOf(ask: Ask): Promise<readonly number[]> {
  const tooMany = () => {
    const what = `the user belongs to more than ${companiesMost} companies: make a user that belongs to those to connect`;
    return refused('login', 'too_many_companies', what);
  };
  const preferences = await ask('model.res.user.get_preferences', [false, {}]).catch((error: unknown) => {
    throw error instanceof TransportFailure && error.code === 'PROVIDER_ERROR' ? tooMany() : error;
  });
  const ids = new Set(companiesIn(preferences).filter((id): id is number => Number.isSafeInteger(id)));
  if (ids.size > companiesMost) throw tooMany();
  return [...ids].sort((one, other) => one - other);
}

async function companiesNamed(ask: Ask, ids: readonly number[]): Promise<ReadonlyMap<number, JsonObject>> {
  const domain = [['id', 'in', [...ids]]];
  const fields = ['create_date', 'party', 'party.name', 'party.create_date'];
  const params = [domain, 0, companiesMost, [['id', 'ASC']], fields, {}];
  const answered = await ask('model.company.company.search_read', params);
  const rows: readonly JsonObject[] = (Array.isArray(answered) ? answered : []).filter(isJsonObject);
  return new Map(rows.map((row) => [Number(row['id']), row]));
}

function partyOf(company: JsonObject | undefined): JsonObject {
  const party = company?.['party.'];
  return isJsonObject(party) ? party : {};
}

/**
 * The tenant's identity: a digest of the database's name, the ids of the company and its party, and when both were created, to
 * the microsecond. It is the same under each of the server's addresses, and stays when the server moves. Undefined if the
 * server does not tell these facts.
 */
function identityIn({ database }: TrytonSession, company: JsonObject | undefined): string | undefined {
  const made = [company?.['create_date'], partyOf(company)['create_date']];
  if (!company || !made.every((moment) => isJsonObject(moment) && moment['__class__'] === 'datetime')) return undefined;
  const facts = [database, company['id'], company['party'], ...made.map((moment) => plainValue(moment as JsonObject))];
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}

/**
 * Throws BAD_REQUEST `server_incomplete` that names the missing models and rights. Tryton names one unknown model at a time,
 * so it is asked again without that model.
 */
async function assertComplete(ask: Ask): Promise<void> {
  const models = new Set(Object.keys(needed));
  const lacking: string[] = [];
  let rights: Json | undefined;
  while (rights === undefined) {
    rights = await ask('model.ir.model.access.get_access', [[...models], {}]).catch((error: unknown) => {
      const unknown = [...models].find((model) => messageOf(error).includes(`'${model}'`));
      if (unknown === undefined) throw error;
      models.delete(unknown);
      lacking.push(`the model ${unknown}`);
      return undefined;
    });
  }
  for (const model of models) lacking.push(...rightsLacking(model, rights));
  if (lacking.length === 0) return;
  throw refused('login', 'server_incomplete', `the server or its user lacks ${lacking.join(', ')}`);
}

function secretOf(form: Readonly<Record<string, string>>): Secret {
  const [url = '', database = '', login = '', password = ''] = fields.map(({ name, kind }) => {
    const text = form[name] ?? '';
    const value = kind === 'secret' ? text : text.trim();
    if (value === '') throw badRequest(name, 'is needed');
    if (value.length > 500) throw badRequest(name, 'must have at most 500 characters');
    return value;
  });
  if (!/^\w[\w.-]*$/.test(database)) throw badRequest('database', 'must consist of letters, digits and _ . -');
  // The address is part of the tenant's id, so it is brought to one spelling.
  const spelled = URL.canParse(url) ? new URL(url).href : url;
  return { url: spelled.replace(/\/+$/, ''), database, login, password };
}

function grantOf(secret: Secret, session: TrytonSession, now: Date): LedgerGrant {
  return {
    accessToken: textOfSession(session),
    refreshToken: JSON.stringify(secret),
    expiresAt: new Date(now.getTime() + sessionHours * 3_600_000),
    scopes: [],
    consentId: null,
  };
}

function refused(path: string, reason: string, message: string): ServiceError {
  return new ServiceError('BAD_REQUEST', `${path}: ${message}`, { reason, errors: [{ path, message }] });
}

/** A server that does not answer with a version is no Tryton server. */
function unreachable(error: unknown): never {
  if (!(error instanceof ServiceError) || error.code === 'BAD_REQUEST') throw error;
  throw refused('server_address', 'server_unreachable', `no Tryton server answers there (${error.message})`);
}

function wrongLogin(error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error;
  const { code, details } = error;
  if (details.reason === 'second_factor') {
    return refused('login', 'second_factor', 'the server asks this user for more than a password');
  }
  if (code === 'ACTION_REQUIRED') return refused('password', 'wrong_password', 'the server refuses login and password');
  // Tryton has several errors for an unknown database. The log-in is the first call that names the database.
  if (code === 'PROVIDER_ERROR') return refused('database', 'database_unknown', 'the server does not have it');
  return error;
}

function rightsLacking(model: string, answer: Json): readonly string[] {
  const rights = isJsonObject(answer) ? answer[model] : undefined;
  const wanted = needed[model] ? ['read', 'write', 'create'] : ['read'];
  return wanted.filter((right) => !isJsonObject(rights) || !rights[right]).map((right) => `${right} ${model}`);
}

function messageOf(error: unknown): string {
  return error instanceof ServiceError && error.code === 'PROVIDER_ERROR' ? error.message : '';
}
