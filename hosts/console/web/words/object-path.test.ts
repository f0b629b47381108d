import { expect } from 'chai';
import { objectPath } from './object-path.ts';
import { isUnderWay, movesSoon, stateWords } from './state-words.ts';

describe('object path', () => {
  it('leads from an id to its page', () => {
    const id = 'op_01jd9x8fbee5wv1tzd4nq6c2m7';
    expect(objectPath('test', ` ${id} `)).to.equal(`/console/test/operations/${id}`);
    expect(objectPath('test', id.replace('op', 'req'))).to.contain('/console/test/requests/req_');
    expect(objectPath('live', id.replace('op', 'dlv'))).to.contain('/console/live/webhook-deliveries/dlv_');
  });

  it('leads nowhere from what has no page', () => {
    expect(objectPath('test', 'audit_01jd9x8fbee5wv1tzd4nq6c2m7')).to.equal(undefined);
    expect(objectPath('test', 'op_../../x')).to.equal(undefined);
  });
});

describe('states in words', () => {
  it('knows its own and shows new ones as they come', () => {
    expect(stateWords('dead_letter')).to.deep.equal({ words: 'Dead letter', tone: 'bad' });
    expect(stateWords('some_new_state')).to.deep.equal({ words: 'Some new state', tone: 'quiet' });
    const now = new Date('2026-05-01T12:00:00Z');
    const soon = (state: string, next_attempt_at: string | null) => movesSoon({ state, next_attempt_at }, now);
    expect(soon('running', null)).to.equal(true);
    expect(soon('queued', '2026-05-01T12:00:00Z')).to.equal(true);
    expect(soon('retrying', '2026-05-01T12:00:09Z')).to.equal(true);
    expect(soon('retrying', '2026-05-01T12:01:00Z')).to.equal(false);
    expect(soon('retrying', null)).to.equal(false);
    expect(soon('failed', null)).to.equal(false);
    expect(['queued', 'running', 'retrying', 'succeeded'].map(isUnderWay)).to.deep.equal([true, true, true, false]);
  });
});
