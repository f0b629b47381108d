// The service's answers and events in a run that calls everything (hosts/koa/testing/told-story.ts).

import events from '../../fixtures/openapi/events.json' with { type: 'json' };
import answers from '../../fixtures/openapi/examples.json' with { type: 'json' };

interface Told {
  readonly request?: unknown;
  readonly answers: Readonly<Record<string, unknown>>;
}
const told: Readonly<Record<string, Told>> = answers;
const sent: Readonly<Record<string, unknown>> = events;

export function realAnswer(operationId: string, status: number): unknown {
  return told[operationId]?.answers[status];
}

/** The body that led to the example. */
export function realRequest(operationId: string) {
  const value = told[operationId]?.request;
  return value === undefined ? undefined : { real: { summary: 'As in the answer below', value } };
}

export function realEvent(type: string): unknown {
  return sent[type];
}
