import { expect } from 'chai';
import { Failure } from '../api/failure.ts';
import { inWords } from './refusal-words.ts';

describe('refusal words', () => {
  it('says what to do, and keeps what a colleague needs', () => {
    const told = inWords(
      new Failure('keeps one', { status: 409, code: 'CONFLICT', reason: 'last_owner', requestId: 'r' }),
    );
    expect(told?.message).to.include('only owner');
    expect(told).to.include({ code: 'CONFLICT', requestId: 'r', status: 409 });
  });

  it('leaves others as the service told them', () => {
    const failure = new Failure('as told', { status: 409, code: 'CONFLICT', reason: 'else' });
    expect(inWords(failure)).to.equal(failure);
    expect(inWords(undefined)).to.equal(undefined);
  });
});
