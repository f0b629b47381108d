import type { Knex } from 'knex';
import {
  type OperationFilter,
  type OperationStore,
  operationStates,
  operationTypes,
  type PageRequest,
} from '#core/ports';
import { descending, given, listPage, newestFirst, window, within } from '../paging.ts';
import { checkPlane, planeColumns } from '../plane.ts';
import { type OperationRow, operations } from '../queue/operation-row.ts';
import type { Session } from '../session.ts';
import { stepBytesSql, withListedSteps } from './operation-steps.ts';

/** Without `error`, whose text is cut when it is made. */
const documents = { input: '{}', result: 'null', attempts: '[]', replays: '[]', metadata: '{}' };

/**
 * Reads every combination of filters from an index in list order. A connection has its own index; type and state
 * together use (type, state, created_at); one of these two alone merges that index's branches, one per value of the
 * other; without a filter (created_at) serves, with a partial index for all but deliveries.
 */
export const operationList =
  ({ db, dialect }: Session): OperationStore['list'] =>
  async (plane, filter, request) => {
    const { state, type, connectionId } = filter;
    const matching = operations.in(db).where(given({ state, type, connection_id: connectionId }));
    if (connectionId) checkPlane(matching, dialect, plane, 'operations');
    else matching.where({ ...planeColumns(plane) });
    // The text of the partial index's condition.
    if (filter.excludeType) matching.whereRaw(`type <> 'webhook.deliver'`);
    within(matching, 'created_at', filter);
    const branches = branchesOf(matching, filter);
    const asked = branches && merged(db, branches, request);
    const large = { db, columns: operations.columns, documents, others: stepBytesSql, asked };
    const page = await listPage<OperationRow>(narrowed(matching, filter), newestFirst, request, large);
    return { ...page, items: await withListedSteps(db, page.items) };
  };

/** Names every type when only a state is given, so that counting can use the (type, state) index. */
function narrowed(query: Knex.QueryBuilder, filter: OperationFilter): Knex.QueryBuilder {
  const stateOnly = filter.state && !filter.type && !filter.connectionId;
  return stateOnly ? query.whereIn('type', [...operationTypes]) : query;
}

function branchesOf(matching: Knex.QueryBuilder, filter: OperationFilter): Knex.QueryBuilder[] | undefined {
  if (filter.connectionId || Boolean(filter.state) === Boolean(filter.type)) return undefined;
  return filter.state
    ? operationTypes.map((type) => matching.clone().where({ type }))
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
