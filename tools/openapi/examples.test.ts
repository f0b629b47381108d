// The document's examples are real answers of the service. UPDATE_FIXTURES=1 with this file renews them.
import { readFileSync, writeFileSync } from 'node:fs';
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { expect } from 'chai';
import { deliveredTypes } from '../../core/domain/delivery.ts';
import { routes } from '../../hosts/koa/routes/routes.ts';
import { createAnswerValidator } from '../../hosts/koa/testing/answer-validator.ts';
import { type Story, tellStory } from '../../hosts/koa/testing/told-story.ts';
import { openApiDocument } from './document.ts';
import { pathOf } from './operation.ts';
import { eventName } from './schemas.ts';

type Json = Record<string, unknown>;

const document = JSON.parse(JSON.stringify(openApiDocument(routes, 'https://api.ledgerport.test'))) as Json;
const operations = routes.flatMap((route) => route.operations.map((doc) => ({ route, doc, path: pathOf(route, doc) })));

/** Returns the committed file; with UPDATE_FIXTURES writes it first. */
function committed(name: string, now: unknown): unknown {
  const file = `fixtures/openapi/${name}.json`;
  if (process.env['UPDATE_FIXTURES']) writeFileSync(file, `${JSON.stringify(now, null, 2)}\n`);
  return JSON.parse(readFileSync(file, 'utf8'));
}

describe('the examples of the OpenAPI document', () => {
  let story: Story;
  before(async () => {
    story = await tellStory();
  });

  it('are what the service answers', () => {
    expect(committed('examples', story.answers)).to.deep.equal(JSON.parse(JSON.stringify(story.answers)));
  });

  it('of events are what the service sends, of every type that there is', () => {
    expect(committed('events', story.events)).to.deep.equal(story.events);
    expect(Object.keys(story.events).sort()).to.deep.equal([...deliveredTypes].sort());
  });

  it('are there for every answer of every operation that is JSON, and follow its schema', () => {
    const validator = createAnswerValidator(document);
    for (const { route, doc, path } of operations) {
      for (const { status, contentType, schema } of [doc.success, ...(doc.others ?? [])]) {
        // Only a host without a database answers 503 here.
        if (contentType !== 'application/json' || !schema || status === 503) continue;
        const body = story.answers[doc.operationId]?.answers[status];
        expect(body, `${doc.operationId} ${status}`).to.not.equal(undefined);
        const problems = validator.problems(route.method, doc.listedAs ?? path, { status, contentType, body });
        expect(problems, doc.operationId).to.deep.equal([]);
      }
    }
  });

  it('of requests and events follow their schemas', () => {
    const ajv = new Ajv2020({ strict: false, discriminator: false, code: { optimize: false } });
    (addFormatsModule as unknown as (target: Ajv2020) => void)(ajv);
    ajv.addSchema(document as AnySchema, 'openapi');
    const check = (name: string, schema: string, value: unknown) => {
      const validate = ajv.compile({ $ref: `openapi#/${schema}` });
      expect(validate(value), `${name}: ${JSON.stringify(validate.errors)}`).to.equal(true);
    };
    for (const [type, event] of Object.entries(story.events)) {
      check(type, `components/schemas/${eventName(type)}`, event);
      check(type, 'components/schemas/WebhookEvent', event);
    }
    for (const { route, doc, path } of operations) {
      if (!doc.body) continue;
      const place = ['paths', path, route.method.toLowerCase(), 'requestBody', 'content', 'application/json', 'schema'];
      const schema = place.map((key) => encodeURIComponent(key.replaceAll('/', '~1'))).join('/');
      const request = story.answers[doc.operationId]?.request;
      for (const example of Object.values(doc.body.examples ?? {})) check(doc.operationId, schema, example.value);
      check(doc.operationId, schema, request);
    }
  });
});
