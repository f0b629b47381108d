import { expect } from 'chai';
import type { Connection } from '../api/wire.ts';
import { connectionState, deliveryState, operationState, stateWords } from './state-words.ts';

const soon = '2026-11-20T12:00:05.000Z';

describe('states in words', () => {
  it('call a delivery held that waits for its endpoint, whatever was tried before; one with a time is retried then', () => {
    for (const state of ['queued', 'retrying'] as const) {
      expect(deliveryState({ state, next_attempt_at: null })).to.equal('held');
      expect(deliveryState({ state, next_attempt_at: soon })).to.equal(state);
    }
    for (const state of ['running', 'succeeded', 'failed', 'dead_letter', 'cancelled'] as const) {
      expect(deliveryState({ state, next_attempt_at: null })).to.equal(state);
    }
  });

  it('call an operation held only where it is a delivery', () => {
    const waiting = { state: 'queued', next_attempt_at: null } as const;
    expect(operationState({ ...waiting, type: 'webhook.deliver' })).to.equal('held');
    expect(operationState({ ...waiting, type: 'connection.sync' })).to.equal('queued');
  });

  it('never show a connection that does not work as good', () => {
    const tone = (status: Connection['status'], health: Connection['health']) =>
      stateWords(connectionState({ status, health })).tone;
    expect(tone('active', 'ok')).to.equal('good');
    expect(tone('active', 'degraded')).to.equal('warn');
    expect(tone('active', 'failing')).to.equal('bad');
    expect(tone('action_required', 'failing')).to.equal('bad');
    expect(tone('disconnected', 'ok')).to.equal('quiet');
  });

  it('show a state that is new here as it comes', () => {
    expect(stateWords('awaiting_approval')).to.deep.equal({ words: 'Awaiting approval', tone: 'quiet' });
  });
});
