import { expect } from 'chai';
import type { Json } from '#core/ports';
import { makeTape, type RecordedClause, replaceIds } from '../../tools/tapes/make-tape.ts';
import type { RecordedExchange } from '../../tools/tapes/recorder.ts';

const theirs = '99999999-2222-4333-8444-555555555555';
const own = '0b5e6d2a-7f57-4a7e-8a49-9b3f2d1e7c10';
const one = own;
const two = '11111111-2222-4333-8444-555555555555';
const key = 'key-of-another-form-1';
const json = { 'content-type': 'application/json; charset=utf-8', date: 'today', 'x-correlation-id': 'abc' };
const part = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url');
const accessToken = [{ alg: 'RS256' }, { authentication_event_id: theirs, scope: ['a'], sub: 'person-1' }, {}]
  .map(part)
  .join('.');

function heard(path: string, answer: Json, request: Partial<RecordedExchange['request']> = {}): RecordedExchange {
  const headers = {
    authorization: `Bearer ${accessToken}`,
    'xero-tenant-id': theirs,
    'content-length': '3',
    host: 'h',
  };
  return {
    request: { method: 'PUT', path, headers: { ...headers, 'idempotency-key': key }, body: '', ...request },
    status: 200,
    headers: json,
    body: Buffer.from(JSON.stringify(answer)),
  };
}

const clause = (given: Partial<RecordedClause>): RecordedClause => ({
  port: 'LedgerGateway',
  clause: 'a clause',
  subject: {},
  exchanges: [],
  hidden: {},
  ...given,
});

describe('making a tape', () => {
  it('keeps of a request what its sender says, and no proof of a right', () => {
    const [exchange] = makeTape(clause({ exchanges: [heard('/a', {})] })).exchanges;
    expect(exchange?.request).to.eql({
      method: 'PUT',
      path: '/a',
      headers: {
        authorization: 'Bearer masked',
        'idempotency-key': '{{caller 1}}',
        'tenant-id': '{{caller 2}}',
      },
    });
    expect(exchange?.answer.headers).to.eql({ 'content-type': json['content-type'] });
  });

  it('tells the caller’s ids from the provider’s by who said them first', () => {
    const request = { body: JSON.stringify({ Name: `Contact ${own}`, Code: own.slice(0, 8), Amount: 12345678 }) };
    const answer = {
      Id: theirs,
      Name: `Contact ${own}`,
      Code: own.slice(0, 8),
      Nobody: '00000000-0000-0000-0000-000000000000',
    };
    const later = { Id: theirs.toUpperCase(), Message: `${own} is taken` };
    const exchanges = [heard('/a', answer, request), heard(`/a/${theirs}`, later, { body: 'plain' })];
    const [first, second] = makeTape(clause({ subject: { tenantId: key }, exchanges })).exchanges;
    const id = first?.answer.json as Record<string, Json>;
    expect(first?.request.body).to.eql({ Name: 'Contact {{caller 3}}', Code: '{{caller 4}}', Amount: 12345678 });
    expect(id).to.include({ Name: 'Contact {{caller 3}}', Code: '{{caller 4}}', Nobody: answer.Nobody });
    expect(second?.request).to.include({ path: '/a/{{caller 2}}', body: 'plain' });
    expect(second?.answer.json).to.include({ Message: '{{caller 3}} is taken' });
  });

  it('keeps a PDF as base64, other text as text, and no body as none', () => {
    const answers = [
      { ...heard('/a', {}), headers: { 'content-type': 'application/pdf' }, body: Buffer.from('%PDF-') },
      { ...heard('/a', {}), headers: { 'content-type': 'text/html' }, body: Buffer.from('<p>') },
      { ...heard('/a', {}), headers: {}, status: 204, body: Buffer.alloc(0) },
    ];
    const kept = makeTape(clause({ exchanges: answers })).exchanges.map(({ answer }) => answer);
    expect(kept).to.eql([
      { status: 200, headers: { 'content-type': 'application/pdf' }, base64: 'JVBERi0=' },
      { status: 200, headers: { 'content-type': 'text/html' }, text: '<p>' },
      { status: 204, headers: {} },
    ]);
  });
});

describe('ids of the caller’s own making', () => {
  const foundIn = (text: string) => {
    const found: string[] = [];
    replaceIds(text, (id) => {
      found.push(id);
      return '';
    });
    return found;
  };

  it('are found whole, and their beginning and end', () => {
    for (const id of [one, one.slice(0, 20), one.slice(0, 8), one.slice(-9)]) {
      for (const text of [`{"Code":"${id}"}`, `Contact ${id}`, `/Contacts/${id}?a=1`, `a=${id}&b=1`]) {
        expect(foundIn(text), text).to.eql([id]);
      }
    }
    expect(foundIn(`${one}, ${two}`)).to.eql([one, two]);
  });

  it('are found behind escaped characters, whose digits are none of theirs', () => {
    expect(foundIn(`where=Name%3D%3D%22Contact%20${one}%22`)).to.eql([one]);
    expect(foundIn(`where=Code%3D%3D%22${one.slice(0, 8)}%22`)).to.eql([one.slice(0, 8)]);
    expect(foundIn(`IDs=${one}%2C${two}`)).to.eql([one, two]);
  });

  it('are not mistaken for dates, numbers and words', () => {
    expect(foundIn('2026-09-14T09:00:00 /Date(1789376400024+0000)/ 5550123 NOSUCHTAX 0b5e6d2a7f571')).to.eql([]);
  });
});
