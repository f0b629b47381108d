import type { Plane, ProviderRequest, Stores } from '#core/ports';
import { idInPlane, integer, json, nullable, tableOf, text, time } from '../columns.ts';
import { entityPage, given, within } from '../paging.ts';
import { checkPlane, planeColumns } from '../plane.ts';
import type { Session } from '../session.ts';

const requests = tableOf<ProviderRequest>()('provider_requests', {
  ...idInPlane,
  connectionId: text,
  requestId: text,
  actor: text,
  actorName: nullable(text),
  method: text,
  template: text,
  effect: text,
  outcome: text,
  status: nullable(integer),
  bytes: nullable(integer),
  correlationId: nullable(text),
  sealedRequest: nullable(text),
  createdAt: time,
  endedAt: nullable(time),
  settlement: nullable(json),
});

export function providerRequestStore({ db, dialect }: Session): Stores['providerRequests'] {
  const open = (plane: Plane, id: ProviderRequest['id']) =>
    requests
      .in(db)
      .where({ ...planeColumns(plane), id })
      .where('outcome', 'unknown');
  return {
    async insert(request) {
      await requests.in(db).insert(requests.toRow(request)).onConflict('id').ignore();
    },
    async end(plane, id, { forgets, outcome, status, bytes, correlationId, endedAt, settlement }) {
      const ended = {
        ...{ outcome, status, bytes, correlation_id: correlationId, ended_at: endedAt && endedAt.getTime() },
        settlement: settlement && JSON.stringify(settlement),
        ...(forgets && { sealed_request: null }),
      };
      return (await open(plane, id).update(ended)) === 1;
    },
    async remove(plane, id) {
      await open(plane, id).delete();
    },
    find: (plane, id) => requests.find(db, { ...planeColumns(plane), id }),
    list(plane, connectionId, { outcome, effect, ...created }, request) {
      const columns = requests.columns.filter((column) => column !== 'sealed_request');
      const query = requests
        .in(db)
        .where(given({ connection_id: connectionId, effect }))
        .select([...columns, db.raw('null as sealed_request')]);
      // Only a query with these very words can use the index of what is unknown.
      if (outcome === 'unknown') query.whereRaw("outcome = 'unknown'");
      else if (outcome) query.where({ outcome });
      checkPlane(query, dialect, plane, requests.name);
      within(query, 'created_at', created);
      return entityPage(requests, query, request, { db });
    },
  };
}
