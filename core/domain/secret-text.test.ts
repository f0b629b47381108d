import { expect } from 'chai';
import fc from 'fast-check';
import { ServiceError } from './errors.ts';
import { loggedBody, loggedError } from './request-log.ts';
import { withoutForeignSecrets, withoutSecrets } from './secret-text.ts';

const mask = '[redacted]';

describe('secrets in addresses', () => {
  const everywhere: Readonly<Record<string, string>> = {
    'https://ann:hush@books.example.com/a': `https://${mask}@books.example.com/a`,
    'https://hush@books.example.com': `https://${mask}@books.example.com`,
    'postgres://u:p@ss#w?o/rd@db.example.com:5432/x': `postgres://${mask}@db.example.com:5432/x`,
    'postgres://u:hu/sh@db/x': `postgres://${mask}@db/x`,
    'see https://u:hush@a.test/x, then wss://v:hush@b.test': `see https://${mask}@a.test/x, then wss://${mask}@b.test`,
    'https:\\\\u:hush@a.test\\x': `https:\\\\${mask}@a.test\\x`,
    'https:/u:hush@a.test/x': `https:/${mask}@a.test/x`,
    'https:u:hush@a.test': `https:${mask}@a.test`,
    '//u:hush@a.test/x': `//${mask}@a.test/x`,
    'https://u:hu\nsh@a.test/x': `https://${mask}@a.test/x`,
    'https://a.test/?access_token=hush&page=2': `https://a.test/?access_token=${mask}&page=2`,
    'https://a.test/cb?code=hush&state=hush#id_token=hush': `https://a.test/cb?code=${mask}&state=${mask}#id_token=${mask}`,
    'https://a.test/?X-Amz-Signature=hush': `https://a.test/?X-Amz-Signature=${mask}`,
    'https://a.test/?u=0a1b2c3d4e5f6a7b8c9d': `https://a.test/?u=${mask}`,
    '.-http://u:hush@a.test/x': `.-http://${mask}@a.test/x`,
    [`${'x'.repeat(60)}://u:hush@a.test/x`]: `${'x'.repeat(60)}://${mask}@a.test/x`,
  };
  for (const [text, masked] of Object.entries(everywhere)) {
    it(`are masked everywhere: ${JSON.stringify(text)}`, () => expect(withoutSecrets(text)).to.equal(masked));
  }

  for (const text of [
    'http://localhost:8080/console/test',
    'https://a.test:8080/@ann/notes',
    'https://a.test/docs/errors?status=paid&page=2#key_rolled',
    'at file:///app/core/domain/x.ts?v=1:12:5',
    'either/or, 12:30, a@b.test, C:\\Users\\ann',
    'https://a.test/x?id=conn_01h455vb4pex5vsknk084sn02q',
  ]) {
    it(`are not seen in ${text}`, () => expect(withoutSecrets(text)).to.equal(text));
  }

  const sent: Readonly<Record<string, string>> = {
    'https://hooks.slack.com/services/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': `https://hooks.slack.com/services/${mask}/${mask}/${mask}`,
    'https://hooks.zapier.com/hooks/catch/123456/a1b2c3/': `https://hooks.zapier.com/hooks/catch/123456/${mask}/`,
    'https://x.test/webhookb2/9f1c2d3e-0000-4000-8000-000000000000@x/In':
      `https://x.test/webhookb2/${mask}/${mask}`.replace('webhookb2', mask),
    'https://app.example.com/done?customer=Ann%20Lee&next=a': `https://app.example.com/done?customer=${mask}&next=a`,
    'https://app.example.com/connections/conn_01h455vb4pex5vsknk084sn02q': `https://app.example.com/connections/conn_01h455vb4pex5vsknk084sn02q`,
    'https://app.example.com/#hush-Hush-9': `https://app.example.com/#${mask}`,
    'not an address: a/b/C9': 'not an address: a/b/C9',
  };
  for (const [text, masked] of Object.entries(sent)) {
    it(`are masked in what callers send: ${text}`, () => expect(withoutForeignSecrets(text)).to.equal(masked));
  }

  it('are in no logged body or refusal, wherever they stand in the address and however long it is', () => {
    const secret = fc.constantFrom('S3cr3tS3cr3tS3cr3t', 'Zx9Zx9Zx9Zx9Zx9Zx9Zx9');
    const places = fc.constantFrom(
      (s: string) => `https://ann:${s}@a.test/hook`,
      (s: string) => `https://${s}@a.test/hook`,
      (s: string) => `https://a.test/hook/${s}`,
      (s: string) => `https://a.test/hook?q=${s}`,
      (s: string) => `https://a.test/hook?${s}`,
      (s: string) => `https://a.test/hook#${s}`,
      (s: string) => `https://a.test/?to=https%3A%2F%2Fu%3A${s}%40b.test`,
      (s: string) => `https://ann:${'x'.repeat(1_990)}${s}@a.test`,
      (s: string) => `https://ann:${s}${'x'.repeat(5_000)}@a.test`,
    );
    const around = fc.constantFrom('', 'sent to ', 'é'.repeat(150), '"');
    fc.assert(
      fc.property(secret, places, around, (hush, place, before) => {
        const text = `${before}${place(hush)}`;
        const body = JSON.stringify(loggedBody({ url: text, [text]: 1, nested: { list: [text] } }));
        expect(body).to.not.contain(hush.slice(0, 9));
        const errors = [{ path: text, message: text }];
        const refusal = { errors, providerError: { status: 400, messages: [text] } };
        const told = JSON.stringify(loggedError(new ServiceError('BAD_REQUEST', text, refusal)));
        expect(told).to.not.contain(hush.slice(0, 9));
      }),
    );
  });

  it('are looked for in a time that grows with the text alone', () => {
    const startedMs = performance.now();
    for (const text of [
      ...['https://'.repeat(20_000), `https://${'a:'.repeat(50_000)}`, `//a/?${'&='.repeat(50_000)}`],
      ...[`${'a.'.repeat(100_000)}/`, `${'-a'.repeat(100_000)}:`, `${'a+'.repeat(100_000)}://a`],
    ])
      withoutForeignSecrets(text);
    const long = Array.from({ length: 20 }, () => `${'x '.repeat(400)}${':'.repeat(1_190)} ${'y '.repeat(300)}`);
    expect(JSON.stringify(loggedBody({ long }))).to.contain('x x');
    expect(performance.now() - startedMs).to.be.below(5_000);
  });
});
