import { expect } from 'chai';
import { partOf } from './part-of.ts';

const to = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });
const document = {
  openapi: '3.1.0',
  paths: {
    '/v1/a': { get: { responses: { 404: to('responses', 'NotFound') } }, post: { requestBody: [to('schemas', 'A')] } },
    '/v1/b': { get: { parameters: [to('parameters', 'Limit')] } },
  },
  components: {
    securitySchemes: { key: { type: 'http' } },
    parameters: { Limit: { in: 'query' } },
    responses: { NotFound: { schema: to('schemas', 'Error') }, Other: {} },
    schemas: { A: { items: to('schemas', 'B') }, B: { oneOf: [to('schemas', 'A')] }, Error: {}, Unused: {} },
  },
};
const { securitySchemes, schemas } = document.components;

describe('the part of the document that a place needs', () => {
  it('is, of an operation, its path and all that this leads to, also in a circle', () => {
    expect(partOf(document, ['paths', '/v1/a', 'get'])).to.deep.equal({
      openapi: '3.1.0',
      paths: { '/v1/a': document.paths['/v1/a'] },
      components: {
        securitySchemes,
        responses: { NotFound: document.components.responses.NotFound },
        schemas: { A: schemas.A, B: schemas.B, Error: schemas.Error },
      },
    });
  });

  it('is, of a schema, that one and what it leads to, and the security schemes alone of themselves', () => {
    const ofSchema = partOf(document, ['components', 'schemas', 'B']);
    expect(ofSchema.components).to.deep.equal({ securitySchemes, schemas: { A: schemas.A, B: schemas.B } });
    expect(partOf(document, ['components', 'securitySchemes']).components).to.deep.equal({ securitySchemes });
  });

  it('is all of it for any other place', () => {
    for (const place of [[], ['paths'], ['paths', '/v1/c'], ['components', 'schemas']])
      expect(partOf(document, place)).to.equal(document);
  });
});
