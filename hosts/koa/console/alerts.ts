// Where members are told that something needs a person.
import * as v from 'valibot';
import { type AlertDestination, alertableKinds, alertWays, environments } from '#core';
import { AlertDestinationAnswer, flag, oneWord, presenter } from '#core/schemas';
import { wholeList } from '../present/answers.ts';
import { consoleRoute, type Route } from '../routes/route.ts';
import { text } from './body-fields.ts';

const listOf = <const W extends string>(words: readonly W[], what: string) =>
  v.pipe(
    v.array(oneWord(words), `must be a list of ${what}`),
    v.minLength(1, `must name at least one of ${words.join(', ')}`),
    v.maxLength(words.length, 'must not repeat one'),
    v.check((list) => new Set(list).size === list.length, 'must not repeat one'),
  );
const rules = {
  environments: v.optional(listOf(environments, 'environments')),
  events: v.optional(listOf(['*', ...alertableKinds], 'kinds')),
  weekly_summary: v.optional(flag()),
};
const Body = v.strictObject({ kind: oneWord(alertWays), address: text(2048), ...rules });
const Patch = v.pipe(
  v.strictObject(rules),
  v.check((given) => Object.keys(given).length > 0, 'the body must name at least one field'),
);

const answer = presenter(AlertDestinationAnswer);
const present = (destination: AlertDestination) => answer({ ...destination, alertId: destination.id });

export const alertRoutes: readonly Route[] = [
  consoleRoute('GET /accounting/alerts', {
    handle: async ({ core, member }) => wholeList('Alerts', (await core.console.alerts.list(member)).map(present)),
  }),
  consoleRoute('POST /accounting/alerts', {
    body: Body,
    idempotencyKey: 'optional',
    status: 201,
    handle: async ({ core, member, body, write }) => {
      const { kind, address, weekly_summary: weeklySummary = false } = body;
      const asked = {
        kind,
        address,
        environments: body.environments ?? environments,
        events: body.events ?? ['*' as const],
      };
      const { value, replayed } = await core.console.alerts.create(member, { ...asked, weeklySummary, write });
      const message = replayed ? 'The destination was already added' : 'Destination added; send a test to it';
      return { message, data: present(value), replayed };
    },
  }),
  consoleRoute('GET /accounting/alerts/:alert_id', {
    handle: async ({ core, member, param }) => ({
      message: 'Alerts',
      data: present(await core.console.alerts.find(member, param('alert_id'))),
    }),
  }),
  consoleRoute('PATCH /accounting/alerts/:alert_id', {
    body: Patch,
    handle: async ({ core, member, param, body }) => {
      const { environments, events, weekly_summary: weeklySummary } = body;
      const asked = { environments, events, weeklySummary };
      return { message: 'Changed', data: present(await core.console.alerts.change(member, param('alert_id'), asked)) };
    },
  }),
  consoleRoute('DELETE /accounting/alerts/:alert_id', {
    handle: async ({ core, member, param }) => {
      await core.console.alerts.remove(member, param('alert_id'));
      return { message: 'Removed; nothing more is told there', data: {} };
    },
  }),
  consoleRoute('POST /accounting/alerts/:alert_id/test', {
    handle: async ({ core, member, param }) => {
      await core.console.alerts.test(member, param('alert_id'));
      return { message: 'The test was sent', data: { sent: true } };
    },
  }),
];
