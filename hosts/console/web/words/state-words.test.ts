import { expect } from 'chai';
import type { Connection } from '../api/wire.ts';
import {
  connectionState,
  deliveryState,
  endpointState,
  operationState,
  stateWords,
  whatDiffers,
} from './state-words.ts';

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

  it('call an endpoint healthy only when it has answered', () => {
    const never = { state: 'healthy', last_success_at: null, last_failure_at: null } as const;
    const rest = {
      consecutive_failures: 0,
      failing_since: null,
      last_error: null,
      next_probe_at: null,
      kept_until: null,
      disables_at: null,
    };
    const state = (health: object) => endpointState({ status: 'enabled', health: { ...never, ...rest, ...health } });
    expect(state({})).to.equal('untried');
    expect(state({ last_success_at: soon })).to.equal('healthy');
    expect(state({ state: 'open', last_failure_at: soon })).to.equal('open');
    expect(endpointState({ status: 'disabled', health: { ...never, ...rest } })).to.equal('disabled');
  });

  it('leave out of an error what nearly all begin with', () => {
    expect(whatDiffers('the provider refused the document: the date is closed')).to.equal('The date is closed');
    expect(whatDiffers('name: must not be empty')).to.equal('name: must not be empty');
  });
});
