import { expect } from 'chai';
import type { ErrorCode, JsonObject, ServiceError } from '#core/ports';
import { type AnswerRow, answerRows } from './testing/provider-answers.ts';
import {
  json,
  refusalOf,
  type ScriptedProvider,
  scriptedProvider,
  someId,
  someWrite,
  token,
} from './testing/scripted-provider.ts';
import { zeroId } from './wire/field.ts';

function check(error: ServiceError, row: AnswerRow, code: ErrorCode): void {
  expect(error.code).to.equal(code);
  expect(error.details.reason).to.equal(row.reason);
  if (row.retryAfterSeconds !== undefined) expect(error.details.retryAfterSeconds).to.equal(row.retryAfterSeconds);
  if (row.messages) expect(error.details.providerError?.messages).to.eql(row.messages);
  const whole = JSON.stringify([error.message, error.details, error.stack, String(error.cause)]);
  expect(whole).not.to.contain(token);
  expect(whole).not.to.contain('document-that-must-not-leak');
}

describe('answers of the provider', () => {
  let provider: ScriptedProvider;
  afterEach(() => provider.close());

  for (const row of answerRows) {
    it(`reads ${row.what} as ${row.code}`, async () => {
      provider = await scriptedProvider(row.answer);
      const error = await refusalOf(provider.gateway.read(provider.access, 'invoices', someId));
      check(error, row, row.code);
      expect(error.details.outcome).to.equal(undefined);
      expect(provider.reported.map(({ status }) => status)).to.eql([row.answer.status]);
    });

    it(`a write answered ${row.what} is ${row.outcome}`, async () => {
      provider = await scriptedProvider(row.answer);
      const error = await refusalOf(provider.gateway.send(provider.access, someWrite, 'key'));
      check(error, row, row.writeCode ?? row.code);
      expect(error.details.outcome).to.equal(row.outcome);
      expect(provider.received).to.have.length(1);
      expect(provider.reported).to.have.length(1);
      const [call] = provider.reported;
      expect(call?.retryAfterSeconds ?? call?.app.retryAfterSeconds).to.equal(
        row.code === 'RATE_LIMITED' ? row.retryAfterSeconds : null,
      );
    });
  }

  const ValidationErrors = [{ Message: 'Invalid.' }];
  const refusedElements: readonly [string, JsonObject, readonly string[]][] = [
    ['says ERROR', { StatusAttributeString: 'ERROR', ValidationErrors }, ['Invalid.']],
    ['says ERROR and nothing else', { StatusAttributeString: 'ERROR' }, []],
    ['has messages', { InvoiceID: zeroId, ValidationErrors }, ['Invalid.']],
    ['has messages and its own id', { InvoiceID: someId, HasErrors: true, ValidationErrors }, ['Invalid.']],
    ['has messages in a line', { InvoiceID: someId, HasErrors: true, LineItems: [{ ValidationErrors }] }, ['Invalid.']],
    ['has an old form of messages', { ValidationErrors: [{ Description: 'Invalid.' }] }, ['Invalid.']],
    ['has errors and no id', { InvoiceID: zeroId, HasErrors: true, ValidationErrors: [] }, []],
    ['has errors of a contact', { InvoiceID: zeroId, HasValidationErrors: true }, []],
  ];
  for (const [what, element, messages] of refusedElements) {
    it(`takes a success whose element ${what} for a refusal, alone and beside others`, async () => {
      provider = await scriptedProvider(json({ Status: 'OK', Invoices: [element] }));
      const alone = await refusalOf(provider.gateway.send(provider.access, someWrite, 'key'));
      const [beside] = await provider.gateway.sendMany(provider.access, [someWrite], 'key');
      for (const error of [alone, beside as ServiceError]) {
        expect(error.code).to.equal('PROVIDER_REJECTED');
        expect(error.details).to.deep.include({ outcome: 'not_applied', providerError: { status: 200, messages } });
      }
    });
  }

  it('takes an element without errors for what was written', async () => {
    const element = {
      InvoiceID: someId,
      HasErrors: false,
      ValidationErrors: [],
      LineItems: [{ ValidationErrors: [] }],
    };
    provider = await scriptedProvider(json({ Invoices: [{ ...element, Warnings: [{ Message: 'Take care.' }] }] }));
    expect((await provider.gateway.send(provider.access, someWrite, 'key')).providerId).to.equal(someId);
  });

  it('bounds the messages that it passes on', async () => {
    const errors = Array.from({ length: 500 }, (_, n) => ({ Message: `${n} ${'x'.repeat(2000)}` }));
    provider = await scriptedProvider(json({ Elements: [{ ValidationErrors: errors }] }, 400));
    const error = await refusalOf(provider.gateway.send(provider.access, someWrite, 'key'));
    const messages = error.details.providerError?.messages ?? [];
    expect(messages).to.have.length(20);
    expect(Math.max(...messages.map(({ length }) => length))).to.equal(500);
    expect(error.message.length).to.be.at.most(1000);
  });

  it('tells the counters that every answer carries', async () => {
    const headers = { 'x-minlimit-remaining': '12', 'x-daylimit-remaining': '4000', 'x-appminlimit-remaining': '9999' };
    provider = await scriptedProvider({ status: 404, headers });
    await refusalOf(provider.gateway.read(provider.access, 'contacts', someId));
    const [call] = provider.reported;
    expect(call).to.include({ method: 'GET', path: `/Contacts/${someId}`, minuteRemaining: 12, dayRemaining: 4000 });
    expect(call).to.include({ retryAfterSeconds: null, status: 404 });
    expect(call?.app).to.deep.equal({ minuteRemaining: 9999, retryAfterSeconds: null });
  });

  for (const [word, app, tenant] of [
    ['appminute', 17, null],
    ['App-Minute', 17, null],
    ['minute', null, 17],
  ] as const) {
    it(`tells a refusal for the rate of the whole app from one for the tenant’s, spelled ${word}`, async () => {
      provider = await scriptedProvider({
        status: 429,
        headers: { 'retry-after': '17', 'x-rate-limit-problem': word },
      });
      const error = await refusalOf(provider.gateway.read(provider.access, 'contacts', someId));
      expect(error.details).to.include({ reason: 'provider', retryAfterSeconds: 17 });
      const [call] = provider.reported;
      expect([call?.app.retryAfterSeconds, call?.retryAfterSeconds]).to.deep.equal([app, tenant]);
    });
  }
});
