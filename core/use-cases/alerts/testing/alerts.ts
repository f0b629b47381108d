// Destinations of an engine under test, what happens to subjects, and what was read at a destination.
import type { AlertDestination, AlertWay, Happening } from '../../../domain/alert.ts';
import type { AlertableKind } from '../../../domain/operational-event.ts';
import type { MailMessage, MailResult } from '../../../ports/mail-sender.ts';
import { advance, drain, type Engine } from '../../testing/engine.ts';
import { noteHappening, noteWell } from '../note-alerts.ts';
import { webhookPlace } from '../transmit.ts';

export const hookUrl = 'https://hooks.example/services/T1/B1/secretsecret';

export async function destine(
  { ports, storage, caller, hands }: Engine,
  given: Partial<AlertDestination> = {},
): Promise<AlertDestination> {
  const own = { id: ports.ids.next('alert'), organizationId: caller.organizationId };
  const kind: AlertWay = given.kind ?? 'slack';
  const destination: AlertDestination = {
    ...own,
    kind,
    address: kind === 'email' ? 'oncall@example.com' : 'https://hooks.example/…cret',
    sealedAddress: kind === 'email' ? null : await ports.vault.seal(hookUrl, webhookPlace(own)),
    environments: ['test', 'live'],
    events: ['*'],
    weeklySummary: false,
    createdAt: hands.now,
    updatedAt: hands.now,
    ...{ lastSentAt: null, lastError: null, hourFrom: null, hourSent: 0 },
    ...given,
  };
  await storage.alertDestinations.insert(destination);
  return destination;
}

export function happeningOf(
  { caller, hands }: Engine,
  subject = 'we_1',
  event: AlertableKind = 'endpoint.paused',
): Happening {
  return {
    organizationId: caller.organizationId,
    environment: caller.environment,
    event,
    subject: { type: 'webhook_endpoint', id: subject, name: `Hook ${subject}` },
    since: hands.now,
    at: hands.now,
  };
}

export function happen(engine: Engine, subject?: string, event?: AlertableKind): Promise<void> {
  return engine.storage.transaction((stores) =>
    noteHappening(stores, engine.ports, happeningOf(engine, subject, event)),
  );
}

export function mend(engine: Engine, subject = 'we_1', event: AlertableKind = 'endpoint.paused'): Promise<void> {
  const { organizationId, environment } = engine.caller;
  const well = { organizationId, environment, events: [event], subjectId: subject, at: engine.hands.now };
  return engine.storage.transaction((stores) => noteWell(stores, engine.ports, well));
}

/** Lets time pass in steps while workers run and sweep. */
export async function wait(engine: Engine, seconds: number, stepSeconds = 60): Promise<void> {
  for (let passed = 0; passed < seconds; passed += stepSeconds) {
    await engine.core.worker.sweep();
    await drain(engine);
    advance(engine, Math.min(stepSeconds, seconds - passed));
  }
  await engine.core.worker.sweep();
  await drain(engine);
}

/** What a person reads at a webhook, without the marks of its form. */
export function textOf({ body }: { readonly body: string }): string {
  const { text } = JSON.parse(body) as { readonly text: string };
  return text.replaceAll('\u200b', '').replace(/^\*(.*)\*$/m, '$1');
}

export interface Read {
  readonly subject: string;
  readonly kind: 'happened' | 'over' | 'well';
  /** How many happenings the message tells. */
  readonly count: number;
}

export function readOf(text: string): Read {
  const subject = /\((\w+)\)$/m.exec(text)?.[1] ?? '';
  const isEnded = text.includes('\nWell again: ');
  const kind = !isEnded ? 'happened' : / for a while, /.test(text) ? 'over' : 'well';
  const [, many] = /^Happened: (once|twice|\d+)/m.exec(text) ?? [];
  const told = many === undefined ? undefined : ({ once: 1, twice: 2 }[many] ?? Number(many));
  return { subject, kind, count: told ?? (kind === 'well' ? 0 : 1) };
}

/** A mail server that tests control. */
export function mailbox() {
  const letters: MailMessage[] = [];
  const box = {
    letters,
    answer: { kind: 'sent' } as MailResult,
    port: {
      async send(message: MailMessage): Promise<MailResult> {
        if (box.answer.kind === 'sent') letters.push(message);
        return box.answer;
      },
      close: () => undefined,
    },
  };
  return box;
}
