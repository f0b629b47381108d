import { expect } from 'chai';
import { pathOf } from '../../tools/openapi/operation.ts';
import type { OperationDoc, Route } from './routes/route.ts';
import { routes } from './routes/routes.ts';
import { type AnswerValidator, createAnswerValidator } from './testing/answer-validator.ts';
import {
  connectionId,
  connectSessionId,
  endpointId,
  operationId,
  providerId,
  sampleDelivery,
} from './testing/sample-values.ts';
import { type ServedApp, serveApp } from './testing/served-app.ts';

const values: Record<string, string> = {
  connection_id: connectionId,
  connect_session_id: connectSessionId,
  resource_id: providerId,
  provider_id: providerId,
  operation_id: operationId,
  webhook_endpoint_id: endpointId,
  delivery_id: sampleDelivery.id,
  provider: 'ledger',
  provider_app_id: 'app_1',
  token: 'token-1',
  resource_type: 'invoices',
  allocation_id: 'all-1',
  attachment_id: 'att_1',
};

const operations = routes.flatMap((route) => route.operations.map((doc) => ({ route, doc, path: pathOf(route, doc) })));
const listedPlaces = new Map(operations.map(({ doc, path }) => [path, doc.listedAs ?? path]));
const listedPlace = (path: string) => listedPlaces.get(path) ?? path;
const queries: Record<string, string> = {
  '/oauth/ledger/callback': '?state=s&code=c',
  '/portal/back': '?portal=ps_1&status=connected',
};
const opener = { Cookie: 'ledgerport_connect_s=s' };
const concrete = (path: string) =>
  (path + (queries[path] ?? '')).replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? name);

describe('declared routes', () => {
  let app: ServedApp;
  let validator: AnswerValidator;

  before(async () => {
    app = await serveApp();
    const document = await (await app.call('GET', '/v1/openapi.json')).json();
    validator = createAnswerValidator(document as Record<string, unknown>);
  });
  after(() => app.close(1000));

  const check = async (route: Route, path: string, answer: Response): Promise<void> => {
    const contentType = answer.headers.get('content-type');
    const body = contentType?.includes('json') ? await answer.json() : await answer.text();
    expect(
      validator.problems(route.method, listedPlace(path), { status: answer.status, contentType, body }),
    ).to.deep.equal([]);
    expect(answer.headers.get('x-request-id')).to.be.a('string');
  };

  // tools/openapi/examples.test.ts compares the JSON API's answers with the document.
  for (const { route, doc, path } of operations.filter(({ route }) => route.kind !== 'api')) {
    it(`${route.method} ${path} answers as documented`, async () => {
      const answer = await app.call(route.method, concrete(path), request(route, doc));
      expect(answer.status).to.equal(doc.success.status);
      await check(route, path, answer);
    });
  }

  for (const { route, doc, path } of operations.filter(({ doc }) =>
    doc.query?.some(({ name }) => name === 'include'),
  )) {
    it(`${route.method} ${path} answers as documented with the native document`, async () => {
      const plain = await app.call(route.method, concrete(path), request(route, doc));
      expect(await plain.text()).not.to.include('provider_data');
      const answer = await app.call(route.method, `${concrete(path)}?include=provider_data`, request(route, doc));
      expect(await answer.clone().text()).to.include('/Date(1763632800000+0000)/');
      await check(route, path, answer);
    });
  }

  it('documents the redirect’s other ends: a choice, a question, and a link that is gone', async () => {
    const callback = routes.find(({ path }) => path === '/oauth/ledger/callback') as Route;
    for (const query of ['?state=s&code=several', '?state=s&code=c', '']) {
      const headers = query.includes('several') ? opener : {};
      await check(
        callback,
        '/oauth/ledger/callback',
        await app.call('GET', `/oauth/ledger/callback${query}`, { headers }),
      );
    }
    const open = routes.find(({ path }) => path === '/connect/:token') as Route;
    const gone = await app.call('GET', '/connect/gone');
    expect(gone.status).to.equal(410);
    await check(open, '/connect/{token}', gone);
  });

  it('documents every status that it shares', async () => {
    const list = routes.find(({ path }) => path === '/v1/connections') as Route;
    await check(list, '/v1/connections', await app.call('GET', '/v1/connections?limit=0'));
    await check(list, '/v1/connections', await app.call('GET', '/v1/connections?cursor=!'));
  });
});

function request(route: Route, doc: OperationDoc) {
  const [example] = Object.values(doc.body?.examples ?? {});
  const body = doc.body === undefined ? undefined : (example?.value ?? { provider_data: {} });
  const form = route.path === '/connect/choose';
  return {
    ...(body === undefined ? {} : { body }),
    ...(form ? { body: 'selection=selection-1&tenant_id=t-1' } : {}),
    headers: {
      ...(doc.idempotencyKey === undefined ? {} : { 'Idempotency-Key': 'k-1' }),
      ...(form ? { 'Content-Type': 'application/x-www-form-urlencoded' } : {}),
      ...(route.path === '/oauth/ledger/callback' ? opener : {}),
      ...(route.kind === 'receiver' ? { 'X-Ledger-Signature': 'right' } : {}),
    },
  };
}
