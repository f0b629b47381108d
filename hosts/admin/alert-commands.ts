import { type Commands, Failure } from '../cli/command.ts';
import { command, composed, org, organizationOf, text } from './command.ts';

export const alertCommands: Commands = {
  'alert list': command(
    {
      does: 'lists where an organization is told that something needs a person, and whether the latest message arrived',
      options: { org },
      example: 'alert list --org org_…',
    },
    composed(async ({ ports }, given) => {
      const all = await ports.storage.alertDestinations.list(await organizationOf(ports, given));
      return all.map(({ id, kind, address, environments, events, weeklySummary, lastSentAt, lastError }) => ({
        alertId: id,
        kind,
        address,
        environments,
        events,
        weeklySummary,
        lastSentAt,
        lastError,
      }));
    }),
  ),
  'alert test': command(
    {
      does: 'sends a test to a destination of alerts, by the mail server or webhook that the workers use',
      options: { org, alert: text('alert_…', 'the destination; "alert list" shows all') },
      example: 'alert test --org org_… --alert alert_…',
    },
    composed(async ({ core, ports }, given) => {
      const organizationId = await organizationOf(ports, given);
      const actor = { organizationId, environment: null, actor: 'operator', requestId: ports.ids.next('req') } as const;
      const { address, lastSentAt } = await core.console.alerts.testAs(actor, given.required('alert'));
      if (lastSentAt === null) throw new Failure('the test was not sent');
      return { sent: true, address, at: lastSentAt };
    }),
  ),
};
