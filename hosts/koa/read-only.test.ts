// READ_ONLY refuses every declared write without any change; everything else is answered as before.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createCore } from '#core';
import { createApp } from './app.ts';
import { type ApiRoute, writes } from './routes/route.ts';
import { routes } from './routes/routes.ts';
import { type RunningServer, serve } from './serve.ts';
import { exampleBody, type FurnishedPlane, furnishedPlane, pathWith } from './testing/furnished-plane.ts';
import { keptRows } from './testing/kept-rows.ts';
import { type LiveService, serveLive } from './testing/live-service.ts';

const apiRoutes = routes.filter((route): route is ApiRoute => route.kind === 'api');
/** POST routes that only read. */
const readingPosts = [
  'POST /v1/connections/:connection_id/quotes/search',
  'POST /v1/connections/:connection_id/provider-actions/:action',
];
const isRead = ({ method, path }: ApiRoute) => method === 'GET' || readingPosts.includes(`${method} ${path}`);

describe('read-only mode', () => {
  let service: LiveService;
  let frozen: RunningServer;
  let plane: FurnishedPlane;
  let key: string;

  before(async () => {
    service = await serveLive();
    plane = await furnishedPlane(service, (await service.newOrganization()).test);
    key = await service.secretOf(plane.caller);
    const { ports } = service;
    const app = createApp({
      core: createCore({ ...ports, settings: { ...ports.settings, readOnly: true } }),
      log: ports.log,
      nextRequestId: () => ports.ids.next('req'),
      settings: {
        baseUrl: ports.settings.baseUrl,
        allowHttp: true,
        trustProxy: false,
        redirectOrigins: ports.settings.redirectOrigins,
      },
    });
    frozen = await serve(app, { host: '127.0.0.1', port: 0 });
    await service.sandbox.control('DELETE', 'requests');
  });
  after(async () => {
    await frozen.close(200);
    await service.close();
  });

  const ask = (url: string, { method }: ApiRoute, path: string, body?: unknown) =>
    fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        'idempotency-key': randomUUID(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  for (const route of apiRoutes.filter((one) => !isRead(one))) {
    it(`${route.method} ${route.path} is refused and changes nothing`, async () => {
      const before = await keptRows(service.database);
      expect(writes(route), 'the route declares that it writes').to.equal(true);
      const body = exampleBody(route, plane.ids);
      // Whether a request of one's own writes stands in its body.
      const nothing = route.path.endsWith('/provider-requests') ? [] : [{}];
      for (const sent of body === undefined ? [undefined] : [body, ...nothing]) {
        const answer = await ask(frozen.url, route, pathWith(route, plane.ids), sent);
        expect([answer.status, ((await answer.json()) as { code: string }).code]).to.deep.equal([403, 'READ_ONLY']);
      }
      expect(await keptRows(service.database)).to.deep.equal(before);
      expect(await service.calls('')).to.deep.equal([]);
    });
  }

  it('everything that reads is answered as in a deployment that writes', async () => {
    for (const route of apiRoutes.filter(isRead)) {
      expect(writes(route), `${route.method} ${route.path} declares that it only reads`).to.equal(false);
      const path = pathWith(route, plane.ids);
      const answers = [];
      for (const url of [service.url, frozen.url])
        answers.push((await ask(url, route, path, exampleBody(route, plane.ids))).status);
      expect(answers[1], `${route.method} ${path}`).to.equal(answers[0]);
      expect(answers[1]).not.to.equal(403);
    }
    for (const path of ['/health', '/ready', '/v1/openapi.json']) {
      expect((await fetch(frozen.url + path)).status).to.equal(200);
    }
  });
});
