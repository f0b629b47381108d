// Headers as clients send them, and as nobody should.
import fc from 'fast-check';

const headerText = fc.string({
  unit: fc
    .integer({ min: 0x21, max: 0xff })
    .map((code) => String.fromCharCode(code))
    .filter((c) => c !== '\x7f'),
  maxLength: 300,
});
/** Headers that this service reads, and ones that others do. */
const oddHeaders: readonly (readonly [string, fc.Arbitrary<string>])[] = [
  ['idempotency-key', fc.oneof(fc.constantFrom('same', 'x'.repeat(255), 'x'.repeat(256), '\xe9', ' '), headerText)],
  [
    'prefer',
    fc.oneof(fc.constantFrom('wait=0', 'wait=-1', 'wait=1e9', 'wait=0.5', 'wait', 'wait=1, wait=2', ',;='), headerText),
  ],
  [
    'accept',
    fc.oneof(fc.constantFrom('application/problem+json', '*/*;q=0', 'text/html', ';;,', 'a/b;q=9'), headerText),
  ],
  ['x-request-id', fc.oneof(fc.constantFrom('mine', '../..', 'x'.repeat(129)), headerText)],
  [
    'authorization',
    fc.oneof(fc.constantFrom('Bearer', 'Basic eDp5', `Bearer acct_test_${'0'.repeat(38)}`), headerText),
  ],
  [
    'content-type',
    fc.oneof(
      fc.constantFrom(
        'text/plain',
        'application/json; charset=utf-7',
        'application/json;',
        'multipart/form-data',
        'application/xml',
        'application/x-www-form-urlencoded',
        'application/merge-patch+json',
      ),
      headerText,
    ),
  ],
  ['content-encoding', fc.constantFrom('gzip', 'deflate', 'br', 'identity', 'gzip, gzip', 'nonsense')],
  ['cookie', fc.constantFrom('ledgerport_session=x', 'a=b; __proto__=c', ';;;')],
  ['x-forwarded-proto', fc.constantFrom('http', 'https', 'x')],
  ['x-http-method-override', fc.constantFrom('DELETE', 'GET')],
  ['range', fc.constantFrom('bytes=0-', 'bytes=-1')],
  ['if-none-match', fc.constantFrom('*', '"x"')],
  ['if-modified-since', fc.constantFrom('Fri, 01 Jan 2100 00:00:00 GMT', 'x')],
  ['content-language', headerText],
  ['upgrade', fc.constantFrom('h2c', 'websocket')],
];

const oddHeader = fc.oneof(...oddHeaders.map(([name, value]) => value.map((text) => [name, text] as const)));

export function anyHeaders(method: string, key: string): fc.Arbitrary<Record<string, string>> {
  const odd = fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(oddHeader, { maxLength: 3 }) },
  );
  return fc.tuple(fc.uuid(), odd).map(([id, extra]) => ({
    authorization: `Bearer ${key}`,
    ...(method === 'GET' ? {} : { 'idempotency-key': id }),
    ...Object.fromEntries(extra),
  }));
}
