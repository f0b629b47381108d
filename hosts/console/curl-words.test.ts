import { execFileSync } from 'node:child_process';
import { expect } from 'chai';
import fc from 'fast-check';
import { curlOf, isAltered } from './web/words/curl-words.ts';

const post = {
  method: 'POST',
  path: '/v1/connections/conn_1/contacts',
  idempotency_key: 'k',
  body: { name: "O'Hara" },
};

/** The words that a shell makes of the command, with `curl` replaced by a program that prints them. */
function wordsOf(command: string): readonly string[] {
  const script = `curl() { for word in "$@"; do printf '%s\\0' "$word"; done; }\nLEDGERPORT_API_KEY=placeholder\n${command}`;
  return execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

describe('a request as a curl command', () => {
  it('is the request, with a variable in place of the key', () => {
    expect(curlOf('https://lp.example', post)).to.equal(
      `curl -X POST 'https://lp.example/v1/connections/conn_1/contacts' \\
  -H "Authorization: Bearer $LEDGERPORT_API_KEY" \\
  -H 'Idempotency-Key: k' \\
  -H 'Content-Type: application/json' \\
  -d '{"name":"O'\\''Hara"}'`,
    );
  });

  it('is read by a shell as exactly that, whatever the request has in it', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 20 }).filter((one) => !one.includes('\0'));
    fc.assert(
      fc.property(text, text, text, (query, key, name) => {
        const path = `/v1/x?q=${query}`;
        const command = curlOf('https://a.test', { method: 'PATCH', path, idempotency_key: key, body: { name } });
        expect(wordsOf(command ?? '')).to.deep.equal([
          ...['-X', 'PATCH', `https://a.test${path}`, '-H', 'Authorization: Bearer placeholder'],
          ...['-H', `Idempotency-Key: ${key}`, '-H', 'Content-Type: application/json', '-d', JSON.stringify({ name })],
        ]);
      }),
      { numRuns: 25 },
    );
  });

  it('has no body for a read, an empty one where the log has none, and is nothing for the console', () => {
    const get = { method: 'GET', path: '/v1/events?limit=2', idempotency_key: null, body: null };
    expect(wordsOf(curlOf('https://a.test', get) ?? '')).to.deep.equal([
      ...['https://a.test/v1/events?limit=2', '-H', 'Authorization: Bearer placeholder'],
    ]);
    expect(wordsOf(curlOf('https://a.test', { ...post, body: null }) ?? '').slice(-2)).to.deep.equal(['-d', '{}']);
    expect(curlOf('https://a.test', { ...post, path: '/accounting/test/sync' })).to.equal(undefined);
  });

  it('is known to differ from what was sent', () => {
    const altered = ['/v1/x?key=%5Bredacted%5D', '/v1/x?a=1&…', { note: 'long…' }, { secret: '[redacted]' }, ['…']];
    expect(altered.map(isAltered)).to.deep.equal(altered.map(() => true));
    expect([null, '/v1/x', { name: 'a' }].map(isAltered)).to.deep.equal([false, false, false]);
  });
});
