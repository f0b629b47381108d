import type { Knex } from 'knex';
import {
  type OperationFailures,
  type OperationFilter,
  type OperationStore,
  operationStates,
  operationTypes,
  type PageRequest,
  type Plane,
  routineTypes,
} from '#core/ports';
import { timeOf } from '../columns.ts';
import { descending, given, listPage, newestFirst, placesAfter, window, within } from '../paging.ts';
import { checkPlane, planeColumns } from '../plane.ts';
import { type OperationRow, operations } from '../queue/operation-row.ts';
import type { Session } from '../session.ts';
import { stepBytesSql, withListedSteps } from './operation-steps.ts';

/** Repeats the condition of partial indexes. */
export const failedSql = `state in ('failed', 'dead_letter')`;

/** As in `operations_but_routine`. */
const notRoutineSql = `type <> 'webhook.deliver'
  and not (type in (${routineTypes.map((type) => `'${type}'`).join(', ')}) and state = 'succeeded')`;

/** Without `error`, whose text is cut when it is made. */
const documents = { input: '{}', result: 'null', attempts: '[]', replays: '[]', metadata: '{}' };

/**
 * Reads every combination of filters from an index in list order. A connection has its own index; type and state
 * together use (type, state, created_at); one of these two alone merges that index's branches, one per value of the
 * other; without a filter (created_at) serves, with a partial index for all but deliveries.
 */
export function operationLists(session: Session): Pick<OperationStore, 'list' | 'walk' | 'groupFailures'> {
  const { db, dialect } = session;
  return {
    async list(plane, filter, request) {
      const matching = matchingOf(session, plane, filter);
      const branches = branchesOf(matching, filter);
      const asked = branches && merged(db, branches, request);
      const large = { db, columns: operations.columns, documents, others: stepBytesSql, asked };
      const page = await listPage<OperationRow>(narrowed(matching, filter), newestFirst, request, large);
      return { ...page, items: await withListedSteps(db, page.items) };
    },
    walk: (plane, filter, after, limit) => placesAfter(matchingOf(session, plane, filter), newestFirst, after, limit),
    async groupFailures(plane, filter, most) {
      const words = ['code', 'reason'].map((name) => db.raw(`${dialect.textIn('error', name)} as ${name}`));
      const newest = matchingOf(session, plane, { ...filter, failed: true })
        .select('type', ...words, 'created_at')
        .orderBy(descending(newestFirst))
        .limit(most + 1);
      const rows: readonly (Omit<OperationFailures, 'latestAt'> & { readonly latest_at: number })[] = await db
        .from(newest.as('newest'))
        .groupBy('type', 'code', 'reason')
        .select('type', 'code', 'reason', db.raw('count(*) as count, max(created_at) as latest_at'))
        .orderByRaw('count desc, latest_at desc');
      const groups = rows.map(({ latest_at, ...group }) => ({ ...group, latestAt: timeOf(latest_at) }));
      return { groups, isWhole: groups.reduce((sum, { count }) => sum + count, 0) <= most };
    },
  };
}

function matchingOf({ db, dialect }: Session, plane: Plane, filter: OperationFilter): Knex.QueryBuilder {
  const {
    state,
    type,
    excludeType,
    excludeRoutine,
    connectionId,
    failed,
    withoutAlerts,
    heldOf,
    code,
    reason,
    ...created
  } = filter;
  const matching = operations.in(db).where(given({ state, type, connection_id: connectionId }));
  if (connectionId) checkPlane(matching, dialect, plane, 'operations');
  else matching.where({ ...planeColumns(plane) });
  within(matching, 'created_at', created);
  // The texts of the partial indexes' conditions.
  if (failed) matching.whereRaw(`${failedSql} and not type = 'webhook.deliver'`);
  if (withoutAlerts) matching.whereRaw(`type <> 'alert.send'`);
  if (excludeType) matching.whereRaw(`type <> 'webhook.deliver'`);
  if (excludeRoutine) matching.whereRaw(notRoutineSql);
  if (heldOf) matching.whereIn('id', db('held_writes').where({ key_id: heldOf }).select('id'));
  for (const [name, word] of Object.entries(given({ code, reason })))
    matching.whereRaw(`${dialect.textIn('error', name)} = ?`, [word]);
  return matching;
}

/** Names every type when only a state is given, so that counting can use the (type, state) index. */
function narrowed(query: Knex.QueryBuilder, filter: OperationFilter): Knex.QueryBuilder {
  const stateOnly = filter.state && !filter.type && !filter.connectionId && !filter.heldOf;
  return stateOnly ? query.whereIn('type', typesOf(filter)) : query;
}

/** Without those of which nothing matches, because all of them would be read to find that. */
function typesOf({ state, excludeRoutine }: OperationFilter) {
  const isRoutine = (type: string) => (routineTypes as readonly string[]).includes(type);
  const isLeftOut = (type: string) => type === 'webhook.deliver' || (isRoutine(type) && state === 'succeeded');
  return operationTypes.filter((type) => !(excludeRoutine && isLeftOut(type)));
}

function branchesOf(matching: Knex.QueryBuilder, filter: OperationFilter): Knex.QueryBuilder[] | undefined {
  if (filter.connectionId || filter.failed || filter.heldOf || Boolean(filter.state) === Boolean(filter.type))
    return undefined;
  return filter.state
    ? typesOf(filter).map((type) => matching.clone().where({ type }))
    : operationStates.map((state) => matching.clone().where({ state }));
}

/** Merges the branches and returns the page's rows; of each branch it reads no more than the page can need. */
function merged(db: Knex, branches: readonly Knex.QueryBuilder[], request: PageRequest): Knex.QueryBuilder {
  const deepest = 'after' in request ? request : { page: 1, limit: request.page * request.limit };
  const heads = branches.map((branch, i) =>
    db.select('id', 'created_at').from(window(branch.select('id', 'created_at'), newestFirst, deepest).as(`b${i}`)),
  );
  const places = window(db.select('id').from(db.unionAll(heads).as('heads')), newestFirst, request);
  return operations.in(db).whereIn('id', places).orderBy(descending(newestFirst));
}
