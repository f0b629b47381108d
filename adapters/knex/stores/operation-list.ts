import type { Knex } from 'knex';
import {
  type Listed,
  type Operation,
  type OperationFilter,
  operationStates,
  operationTypes,
  type Page,
  type PageRequest,
  type Plane,
} from '#core/ports';
import { millis } from '../columns.ts';
import { countOf, emptyPage, fittingRows, given, isBeyond, newestFirst, pageOf, window } from '../paging.ts';
import { checkPlane, planeColumns } from '../plane.ts';
import type { Session } from '../session.ts';
import { type OperationRow, operations } from './operation-row.ts';
import { stepBytesSql, withListedSteps } from './operation-steps.ts';

/** An error is small: what it says is cut to size where it is made. */
const documents = { input: '{}', result: 'null', attempts: '[]', replays: '[]', metadata: '{}' };

/**
 * Every combination of filters is read from an index in list order:
 * connection first where it is given; type and state together from (type, state, created_at); one of the two alone as
 * a merge of that index's branches, one for each value of the other; none from (created_at).
 */
export async function listOperations(
  { db, dialect }: Session,
  plane: Plane,
  filter: OperationFilter,
  request: PageRequest,
): Promise<Page<Listed<Operation>>> {
  const matching = db<OperationRow>('operations').where(conditions(filter));
  if (filter.connectionId) checkPlane(matching, dialect, plane, 'operations');
  else matching.where({ ...planeColumns(plane) });
  within(matching, filter);
  const total = await countOf(narrowed(matching.clone(), filter));
  if (isBeyond(request, total)) return emptyPage(total);
  const branches = branchesOf(matching, filter);
  const query = branches ? merged(db, branches, request) : window(matching.clone(), newestFirst, request);
  const large = { db, columns: operations.columns, documents, others: stepBytesSql };
  const page = pageOf(await fittingRows<OperationRow>(query, request.limit, large), total, newestFirst);
  return { ...page, items: await withListedSteps(db, page.items) };
}

function conditions({ state, type, connectionId }: OperationFilter): Record<string, string> {
  return given({ state, type, connection_id: connectionId });
}

/** Both ends excluded. */
function within(query: Knex.QueryBuilder, { createdAfter, createdBefore }: OperationFilter): void {
  if (createdAfter) query.where('created_at', '>', millis(createdAfter));
  if (createdBefore) query.where('created_at', '<', millis(createdBefore));
}

/** Names every type when only a state is asked for, so that counting too can walk the (type, state) index. */
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

/** The rows at the wanted places of all branches together; each branch gives no more than the page can need. */
function merged(db: Knex, branches: readonly Knex.QueryBuilder[], request: PageRequest): Knex.QueryBuilder {
  const deepest = 'after' in request ? request : { page: 1, limit: request.page * request.limit };
  const heads = branches.map((branch, i) =>
    db.select('id', 'created_at').from(window(branch.select('id', 'created_at'), newestFirst, deepest).as(`b${i}`)),
  );
  const places = window(db.select('id').from(db.unionAll(heads).as('heads')), newestFirst, request);
  return db<OperationRow>('operations')
    .whereIn('id', places)
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ]);
}
