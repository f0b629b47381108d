import { breaks, type Saboteur } from './saboteur.ts';

export const alertSaboteurs: readonly Saboteur[] = [
  breaks('alertDestinations', 'destinations are everybody’s', (_, db) => ({
    async find(organizationId, id) {
      const row = await db('alert_destinations').where({ id }).first();
      return row && _.alertDestinations.find(row.organization_id ?? organizationId, id);
    },
  })),
  breaks('alertDestinations', 'the newest destination comes first', ({ alertDestinations }) => ({
    list: async (organizationId) => (await alertDestinations.list(organizationId)).toReversed(),
  })),
  breaks('alertDestinations', 'a change takes a destination over', (_, db) => ({
    async update({ id, organizationId, hourSent }) {
      await db('alert_destinations').where({ id }).update({ organization_id: organizationId, hour_sent: hourSent });
    },
  })),
  breaks('alertDestinations', 'everybody gets a summary', (_, db) => ({
    async listWeekly(after, limit) {
      await db('alert_destinations').update({ weekly_summary: true });
      return _.alertDestinations.listWeekly(after, limit);
    },
  })),
  breaks('alertDestinations', 'what was to be told of a removed destination stays', (_, db) => ({
    remove: async (organizationId, id) =>
      (await db('alert_destinations').where({ organization_id: organizationId, id }).delete()) === 1,
  })),
  breaks('alerts', 'an alert that is there is replaced', ({ alerts }) => ({
    async hold(blank) {
      await alerts.hold(blank);
      await alerts.update(blank);
      return blank;
    },
  })),
  breaks('alerts', 'an end ends every kind', ({ alerts }) => ({
    lockOpen: (subject) => alerts.lockOpen(subject, ['endpoint.paused', 'endpoint.disabled', 'connection.failing']),
  })),
  breaks('alerts', 'an end is of both environments', ({ alerts }) => ({
    lockOpen: async (subject, events) =>
      (
        await Promise.all(
          (['test', 'live'] as const).map((environment) => alerts.lockOpen({ ...subject, environment }, events)),
        )
      ).flat(),
  })),
  breaks('alerts', 'the end of what is told already is told again', (_, db) => ({
    async lockOpen(subject, events) {
      await db('alerts').update({ untold: 1 });
      return _.alerts.lockOpen(subject, events);
    },
  })),
  breaks('alerts', 'a due alert stays locked after its time was put off', ({ alerts }) => ({
    lockDue: async (key) => (await alerts.listDue(new Date(8.64e15), 9)).find((one) => one.subjectId === key.subjectId),
  })),
  breaks('alerts', 'the shortest due comes first', ({ alerts }) => ({
    listDue: async (now, limit) => (await alerts.listDue(now, limit)).toReversed(),
  })),
  breaks('alerts', 'what is being sent is told once more', ({ alerts }) => ({
    lockWaiting: (id, _triedBefore, limit) => alerts.lockWaiting(id, new Date(8.64e15), limit),
  })),
  breaks('alerts', 'an end that is awaited is forgotten', (_, db) => ({
    async removeTold(before, limit) {
      await db('alerts').update({ awaits_end: false });
      return _.alerts.removeTold(before, limit);
    },
  })),
  breaks('alerts', 'more is removed than asked for', ({ alerts }) => ({
    removeTold: (before, limit) => alerts.removeTold(before, limit + 1),
  })),
];
