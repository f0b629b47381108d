// Ten thousand made-up requests of one's own against the first provider's list: nothing leaves its base, and nothing of the
// caller's but what is listed goes out.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { createLedgerProvider, sandboxProfile } from '../../../contract-tests/testing/doubles.ts';
import { ServiceError } from '../../domain/errors.ts';
import { type ListedPath, requestMethods } from '../../domain/provider-request.ts';
import type { LedgerAccess } from '../../ports/ledger-gateway.ts';
import { askedRequest } from './prepare-request.ts';

const runs = 10_000;

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

describe('every path of provider requests', () => {
  const sent: Sent[] = [];
  const profile = sandboxProfile('https://books.example');
  const clock = { now: () => new Date(), wait: async () => {} };
  const { gateway, traits } = createLedgerProvider({
    ...{ profile, clock },
    transport: async ({ method, url, headers }) => {
      sent.push({ method, url, headers });
      return { status: 302, headers: { location: 'https://elsewhere.example/' }, body: (async function* () {})() };
    },
  });
  const { requests } = traits;
  if (!requests) throw new Error('the provider lists no requests');
  const { listed } = requests;
  const access: LedgerAccess = { accessToken: 'token-1', tenantId: 'tenant-1', report: () => {} };

  /** Words of the list, ids, and what makes one address of another. */
  const words = [...new Set(listed.flatMap(({ template }) => template.split('/').slice(1)))];
  const hostile = [
    ...[
      '..',
      '.',
      '...',
      '%2e%2e',
      '%2E%2e',
      '.%2e',
      '%252e%252e',
      '',
      '/',
      '//',
      '\\',
      '%5c',
      '%5C',
      '%2f',
      '%2F',
      '%252f',
    ],
    ...[
      '?',
      '?x=1',
      '%3f',
      '#',
      '%23',
      '#frag',
      ';',
      ';a=1',
      '@',
      'user:pw@elsewhere.example',
      '//elsewhere.example',
      ':80',
    ],
    ...[
      'https://elsewhere.example',
      'https:',
      '%00',
      '\0',
      '%0d%0a',
      '\r\nx: y',
      '%',
      '%zz',
      '%25',
      '%e2%80%ae',
      '\u2025',
      '\uff0f',
    ],
    ...[
      'connections',
      'api.xro',
      'payroll.xro',
      'files.xro',
      'Setup',
      'Users',
      'Journals',
      'invoices',
      'INVOICES',
      '*',
      '~',
      ' ',
    ],
  ];
  const segment = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...words) },
    { weight: 3, arbitrary: fc.uuid() },
    { weight: 4, arbitrary: fc.constantFrom(...hostile) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constantFrom(...words), fc.constantFrom(...hostile)).map((two) => two.join('')),
    },
  );
  /** A listed path, of which a part may be spoiled. */
  const nearlyListed = fc
    .tuple(fc.constantFrom(...listed), fc.uuid(), fc.option(fc.tuple(fc.nat(5), segment), { freq: 2 }))
    .map(([{ template }, id, spoiled]) => {
      const segments = template.split('/').map((part) => part.replace('{uuid}', id).replace(/\{\w+\}/, 'BENCH'));
      if (spoiled) segments[1 + (spoiled[0] % (segments.length - 1))] = spoiled[1];
      return segments.join('/');
    });
  const anyPath = fc.oneof(
    { weight: 1, arbitrary: nearlyListed },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('/', '/', '/', '', '//', '\\', '/%2f'), fc.array(segment, { maxLength: 5 }))
        .map(([start, segments]) => start + segments.join('/')),
    },
  );
  const anyQuery = fc.option(
    fc.dictionary(
      fc.oneof(fc.constantFrom(...(listed[0]?.query ?? [])), fc.constantFrom('where', '__proto__')),
      fc.string({ unit: 'binary', maxLength: 20 }),
      { maxKeys: 3, noNullPrototype: true },
    ),
    { nil: undefined },
  );

  const isOf = ({ template }: ListedPath, path: string) => {
    const form = template.replace(/\{uuid\}/g, '[0-9a-fA-F-]{36}').replace(/\{\w+\}/g, '[A-Za-z0-9][A-Za-z0-9._%-]*');
    return new RegExp(`^${form}$`).test(path);
  };

  it('never leads beyond the base, has a row of the list, and carries the service’s own headers alone', async () => {
    const outcomes = new Map<string, number>();
    const count = (name: string) => outcomes.set(name, (outcomes.get(name) ?? 0) + 1);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...requestMethods), anyPath, anyQuery, async (method, path, query) => {
        sent.splice(0);
        const body = method === 'PUT' || method === 'POST' ? { body: { Url: 'https://elsewhere.example/' } } : {};
        let request: ReturnType<typeof askedRequest>['request'];
        try {
          ({ request } = askedRequest(requests, { method, path, ...(query && { query }), ...body }));
        } catch (error) {
          if (!(error instanceof ServiceError)) throw error;
          count(error.details.reason ?? error.code);
          return;
        }
        count('sent');
        const answer =
          method === 'GET'
            ? await gateway.passRead?.(access, request)
            : await gateway.passWrite?.(access, request, 'key-1');
        expect(answer?.status, 'a redirect is told and not followed').to.equal(302);
        expect(JSON.stringify(answer)).not.to.include('elsewhere');
        expect(sent).to.have.length(1);
        const [{ url, headers }] = sent as [Sent];
        const address = new URL(url);
        expect(address.href).to.equal(url);
        expect([address.origin, address.username, address.password, address.hash]).to.deep.equal([
          ...['https://books.example', '', '', ''],
        ]);
        expect(address.pathname.startsWith('/api.xro/2.0/')).to.equal(true);
        const below = address.pathname.slice('/api.xro/2.0'.length);
        const row = listed.find((one) => one.methods.includes(method) && isOf(one, below));
        expect(row, `${method} ${below} has no row`).not.to.equal(undefined);
        for (const name of address.searchParams.keys()) expect(row?.query).to.include(name);
        const own = { authorization: 'Bearer token-1', 'ledger-tenant-id': 'tenant-1', accept: 'application/json' };
        const more = {
          ...('body' in body && { 'content-type': 'application/json' }),
          ...((method === 'PUT' || method === 'POST') && { 'idempotency-key': 'key-1' }),
        };
        expect(headers).to.deep.equal({ ...own, 'user-agent': 'ledgerport', ...more });
      }),
      { numRuns: runs },
    );
    // The paths are made so that each way is taken often.
    for (const way of ['sent', 'BAD_REQUEST', 'provider_path_not_allowed', 'use_family_route'])
      expect(outcomes.get(way) ?? 0, `${way}: ${JSON.stringify([...outcomes])}`).to.be.greaterThan(200);
  });

  it('no field of a request is a header, an address or a credential', () => {
    const read = { method: 'GET', path: '/Accounts' };
    const fields = [
      'headers',
      'url',
      'base_url',
      'base_url_override',
      'tenant',
      'token',
      'authorization',
      'cookie',
      'host',
    ];
    for (const name of fields)
      expect(() => askedRequest(requests, { ...read, [name]: 'x' }), name).to.throw(ServiceError, 'is not a field');
    for (const name of ['where', 'access_token', 'tenantId', 'xero-tenant-id'])
      expect(() => askedRequest(requests, { ...read, query: { [name]: 'x' } }), name).to.throw(
        ServiceError,
        'parameter',
      );
  });

  it('a malformed path is told from one that is not listed', () => {
    const codeOf = (path: string) => {
      try {
        askedRequest(requests, { method: 'GET', path });
        return 'listed';
      } catch (error) {
        return (error as ServiceError).code;
      }
    };
    const malformed = [
      ...[
        'Accounts',
        '/',
        '//Accounts',
        '/Accounts/',
        '/Accounts//x',
        '\\Accounts',
        '/Accounts\\x',
        '/Accounts?page=1',
      ],
      ...[
        '/Accounts#x',
        '/Accounts/..',
        '/./Accounts',
        '/%2e%2e/Accounts',
        '/%2E./Accounts',
        '/Accounts%2fx',
        '/Accounts%2Fx',
      ],
      ...[
        '/Accounts%5cx',
        '/Accounts%3fpage=1',
        '/Accounts%23',
        '/Accounts%252fx',
        '/Accounts%00',
        '/Accounts\n',
        '/Accounts%',
      ],
      ...['/Accounts%zz', '/Accounts%c0%af', `/${'x'.repeat(500)}`],
    ];
    expect(malformed.filter((path) => codeOf(path) !== 'BAD_REQUEST')).to.deep.equal([]);
    const unlisted = [
      '/accounts',
      '/Users',
      '/Accounts/x',
      '/Invoices/INV-1',
      '/Accounts;a=1',
      '/@elsewhere.example',
      '/a%20b',
    ];
    expect(unlisted.filter((path) => codeOf(path) !== 'FORBIDDEN')).to.deep.equal([]);
    expect(['/Accounts', '/%41ccounts', '/Items/A%20B'].map(codeOf)).to.deep.equal(['listed', 'listed', 'listed']);
    expect(askedRequest(requests, { method: 'GET', path: '/%41ccounts' }).request.path).to.equal('/Accounts');
    expect(askedRequest(requests, { method: 'GET', path: '/Items/A%20B' }).request.path).to.equal('/Items/A%20B');
  });

  it('every row lets through what it lists, and nothing else of its path', () => {
    const id = randomUUID();
    for (const { template, methods } of listed) {
      const path = template.replaceAll('{uuid}', id).replaceAll(/\{\w+\}/g, 'BENCH');
      for (const method of methods) {
        const body = method === 'PUT' || method === 'POST' ? { body: {} } : {};
        expect(askedRequest(requests, { method, path, ...body }).request).to.include({ method, path });
      }
    }
  });
});
