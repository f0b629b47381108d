// `list.export`: makes the file of a long list, page by page.
import type { Caller } from '../domain/caller.ts';
import { ServiceError } from '../domain/errors.ts';
import { type ExportPart, exportBytesMost, exportRowsMost, exportsKept } from '../domain/export.ts';
import type { Operation } from '../domain/operation.ts';
import { totalExactBelow } from '../domain/page.ts';
import { continueLater, type OperationKind, succeeded } from '../engine/operation-kind.ts';
import type { StepDone } from '../engine/step-runner.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import type { SecretPlace } from '../ports/secrets.ts';
import { parse } from '../schemas/parse.ts';
import { ExportRequest } from '../schemas/requests/exports.ts';
import { type ExportedList, exportedList, exportedLists } from './exported-lists.ts';
import { type FilePage, fileEnd, filePage } from './file-pages.ts';

/** Small, because retention and the change of the encryption key take many at once. */
const partLengthMost = 64 * 1024;
const removedARound = 200;
/** How much is stored in one commit, which costs as much as several pages: the last page may lead beyond the length. */
const [pagesACommit, commitLengthMost] = [10, 1024 * 1024];
/** Beyond this the operation returns to the queue and frees its slot. */
const commitsARun = 250;
/** Others may use the database between two commits. */
const pauseMs = 5;

type Progress = {
  readonly rows: number;
  readonly bytes: number;
  readonly parts: number;
  /** False for a file that was ended before the list. */
  readonly is_whole: boolean;
  /** Where the next page begins; null at the end. */
  readonly cursor: string | null;
};

const atFirst: Progress = { rows: 0, bytes: 0, parts: 0, is_whole: true, cursor: null };

/**
 * Pages are stored with the progress, ten in a commit, so that a killed worker leaves no row out and none twice. Fails with
 * `export_deleted` once parts were deleted.
 */
export function runExport(ports: CorePorts, most = { rows: exportRowsMost, bytes: exportBytesMost }): OperationKind {
  const lists = exportedLists(ports);
  const { exports } = ports.storage;
  return async ({ operation, steps }) => {
    const { list, filter, format } = operation.input;
    const asked = parse(ExportRequest, { list, filter, format });
    while ((await exports.dropOlder(operation, exportsKept, removedARound)) === removedARound) steps.checkpoint();
    for (let commits = 0; commits < commitsARun; commits++) {
      const { cursor, ...made } = await steps.advance<Progress>('rows', (before) =>
        storePages(ports, exportedList(lists, asked), operation, { asked, before, most }),
      );
      if (cursor === null) return succeeded(made);
      await ports.clock.wait(pauseMs);
    }
    return continueLater('more_to_export', 'the list has more rows', 1);
  };
}

interface Work {
  readonly asked: ExportRequest;
  readonly before: Progress | null;
  readonly most: { readonly rows: number; readonly bytes: number };
}

async function storePages(
  ports: CorePorts,
  list: ExportedList,
  operation: Operation,
  { asked, before, most }: Work,
): Promise<StepDone<Progress>> {
  const { vault, clock } = ports;
  if (before?.cursor === null) return { result: before };
  const { organizationId, environment, id: operationId, requestId, begunBy } = operation;
  const plane = { organizationId, environment };
  const at = before ?? atFirst;
  const caller = { ...plane, requestId, actor: begunBy?.id as Caller['actor'] };
  // That there are so many is why the file is made here; its result does not tell the number.
  let page: Omit<FilePage, 'text'> = { ...at, total: totalExactBelow };
  let [text, bytes, isFull] = ['', at.bytes, false];
  for (let pages = 0; pages < pagesACommit && text.length < commitLengthMost && !isFull; pages++) {
    const next = await filePage(list, caller, asked, page);
    text += next.text;
    bytes += new TextEncoder().encode(next.text).length;
    isFull = next.rows >= most.rows || bytes >= most.bytes;
    page = next;
    if (next.cursor === null) break;
  }
  const isCut = page.cursor !== null && isFull;
  if (isCut) text += fileEnd(asked.format);
  const parts: ExportPart[] = [];
  for (const piece of piecesOf(text)) {
    const position = at.parts + parts.length;
    const named = { ...plane, id: `${operationId}.${position}`, operationId, position };
    parts.push({ ...named, sealedText: await vault.seal(piece, placeOf(named)), createdAt: clock.now() });
  }
  return {
    result: {
      rows: page.rows,
      bytes,
      parts: at.parts + parts.length,
      is_whole: !isCut,
      cursor: isCut ? null : page.cursor,
    },
    async also({ exports }) {
      if ((await exports.count(plane, operationId)) !== at.parts) throw exportDeleted();
      await exports.insert(parts);
    },
  };
}

/** Cuts no character in two. */
function* piecesOf(text: string): Iterable<string> {
  for (let from = 0; from < text.length; ) {
    const to = from + partLengthMost;
    const isInside = /[\uD800-\uDBFF]/.test(text.charAt(to - 1));
    const piece = text.slice(from, isInside ? to - 1 : to);
    yield piece;
    from += piece.length;
  }
}

export function placeOf({
  id,
  organizationId,
  environment,
}: Omit<ExportPart, 'sealedText' | 'createdAt'>): SecretPlace {
  return { organizationId, environment, table: 'export_parts', row: id, column: 'text' };
}

export function exportDeleted(): ServiceError {
  const message = 'the file was deleted: after a day, by newer exports, or because a connection was disconnected';
  return new ServiceError('NOT_FOUND', `${message}; export the list again`, { reason: 'export_deleted' });
}
