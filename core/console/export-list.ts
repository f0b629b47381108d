import { actorOf } from '../domain/actor.ts';
import type { Caller, Environment } from '../domain/caller.ts';
import type { SignedIn } from '../domain/console-session.ts';
import { conflict, notFound } from '../domain/errors.ts';
import { isJsonObject } from '../domain/json.ts';
import type { Operation } from '../domain/operation.ts';
import { totalExactBelow } from '../domain/page.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import { parse } from '../schemas/parse.ts';
import { ExportRequest } from '../schemas/requests/exports.ts';
import { recordAct } from '../use-cases/access/record-act.ts';
import { findOperation } from '../use-cases/operations/read-operations.ts';
import { draftOperation } from '../use-cases/queue/draft-operation.ts';
import type { Answered, Write } from '../use-cases/writes/claim-key.ts';
import { once } from './acting.ts';
import { type ExportedList, exportedList, exportedLists } from './exported-lists.ts';
import { type FilePage, filePage } from './file-pages.ts';
import { exportDeleted, placeOf } from './run-export.ts';
import { callerOf } from './session.ts';

export interface ExportedFile {
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly filename: string;
}

/**
 * The file of a list or, from 10,000 rows on, the operation that makes it (`list.export`). Throws what the list throws,
 * such as BAD_REQUEST of a filter and CONFLICT `zero_retention`.
 */
export function exportList(ports: CorePorts) {
  const lists = exportedLists(ports);
  return async (
    signedIn: SignedIn,
    environment: Environment,
    asked: ExportRequest,
    write: Write,
  ): Promise<ExportedFile | Answered<Operation>> => {
    const caller = callerOf(signedIn, environment);
    const { list, filter, format } = asked;
    const rows = exportedList(lists, asked);
    const first = await filePage(rows, caller, asked, { cursor: null, rows: 0, total: 0 });
    const connectionId = (filter['connection_id'] ?? null) as Operation['connectionId'];
    // Without the filters' values: a text that was searched for may be a record's, and the entry outlives the record.
    const details = { list, format, filtered_by: Object.keys(filter), connection_id: connectionId };
    const act = { action: 'list.exported', subject: connectionId ?? list, details };
    if (first.total < totalExactBelow) {
      await recordAct(ports.storage, ports, caller, act);
      return {
        chunks: chunksOf(rows, caller, asked, first),
        filename: filenameOf(caller, asked, ports.clock.now()),
      };
    }
    return once(
      ports,
      { signedIn, environment, write },
      {
        act: ['list.export'],
        queuesWork: true,
        async draft() {
          const { requestId } = caller;
          const work = { type: 'list.export', connectionId, subject: list, input: asked } as const;
          const operation = draftOperation(ports, caller, { ...work, requestId, begunBy: actorOf(caller) });
          return {
            forReplay: operation.id,
            async apply(stores) {
              await stores.operations.insert([operation]);
              await recordAct(stores, ports, caller, { ...act, details: { ...details, operation_id: operation.id } });
              ports.replica?.wrote(caller.organizationId);
              return operation;
            },
          };
        },
        replay: (stored) => findOperation(ports)(caller, String(stored)),
      },
    );
  };
}

async function* chunksOf(list: ExportedList, caller: Caller, asked: ExportRequest, first: FilePage) {
  const encoder = new TextEncoder();
  for (let page = first; ; page = await filePage(list, caller, asked, page)) {
    yield encoder.encode(page.text);
    if (page.cursor === null) return;
  }
}

function filenameOf({ environment }: Caller, { list, format }: ExportRequest, at: Date): string {
  return `${environment}-${list}-${at.toISOString().slice(0, 10)}.${format}`;
}

/**
 * The file that an operation made. Throws NOT_FOUND, with `export_deleted` once it was deleted, and CONFLICT
 * `export_unfinished`.
 */
export function exportedFile(ports: CorePorts) {
  const find = findOperation(ports);
  const { exports } = ports.storage;
  return async (signedIn: SignedIn, environment: Environment, id: string): Promise<ExportedFile> => {
    const caller = callerOf(signedIn, environment);
    const { id: operationId, type, state, input, result, createdAt } = await find(caller, id);
    if (type !== 'list.export') throw notFound('export');
    if (state !== 'succeeded') throw conflict('export_unfinished', `the export is ${state}`);
    const parts = isJsonObject(result) ? Number(result['parts']) : 0;
    if (parts === 0 || (await exports.count(caller, operationId)) !== parts) throw exportDeleted();
    await recordAct(ports.storage, ports, caller, { action: 'export.downloaded', subject: operationId, details: {} });
    const open = async function* () {
      const encoder = new TextEncoder();
      for (let position = 0; position < parts; position++) {
        const part = await exports.find(caller, operationId, position);
        if (!part) throw exportDeleted();
        yield encoder.encode(await ports.vault.open(part.sealedText, placeOf(part)));
      }
    };
    return { chunks: open(), filename: filenameOf(caller, parse(ExportRequest, input), createdAt) };
  };
}
