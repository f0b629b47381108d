import { notedFamilies } from '#core';
import {
  HistoryEntryAnswer,
  listOf,
  liveOf,
  NoteAnswer,
  NoteRequest,
  presentHistoryEntry,
  presentNote,
} from '#core/schemas';
import { wholeList } from '../present/answers.ts';
import { type ResourceWords, resourceWords } from './resource-words.ts';
import { type ApiCall, apiRoutes, json, type OperationDoc } from './route.ts';

// One route serves every family with a history; the document has an operation for each.

const pathOf = ({
  param,
  waitSeconds,
}: Pick<ApiCall<'connection_id' | 'resource_type' | 'resource_id'>, 'param' | 'waitSeconds'>) => ({
  connectionId: param('connection_id'),
  type: param('resource_type'),
  resourceId: param('resource_id'),
  waitSeconds,
});

function eachNoted(operation: (of: ResourceWords) => Omit<OperationDoc, 'tag'>): readonly OperationDoc[] {
  const noted = resourceWords.filter(({ type }) => notedFamilies.includes(type));
  return noted.map((of) => ({ tag: of.tag, pinned: { resource_type: of.type }, ...operation(of) }));
}

const example = { note: 'Approved by the warehouse, order 1003' };

export const historyRoutes = apiRoutes('Records', {
  'GET /v1/connections/:connection_id/:resource_type/:resource_id/history': {
    operations: eachNoted(({ singular, withArticle }) => ({
      operationId: `list${singular}History`,
      summary: `List ${withArticle}’s history`,
      description:
        'What happened to the record at the provider, in the provider’s own words, newest first. Read by one call and stored nowhere: `user` may be a person’s name. Always one page.',
      waits: true,
      success: json(200, 'The whole history.', listOf(HistoryEntryAnswer)),
    })),
    handle: async (call) => {
      const entries = await call.core.history.read(call.caller, pathOf(call));
      return wholeList('History', entries.map(presentHistoryEntry));
    },
  },
  'POST /v1/connections/:connection_id/:resource_type/:resource_id/history': {
    operations: eachNoted(({ singular, withArticle, spoken }) => ({
      operationId: `add${singular}Note`,
      summary: `Add a note to ${withArticle}’s history`,
      description:
        'Plain text of at most 2,500 characters. It cannot be changed or taken back. The provider does not show who wrote it, so a name belongs in the text. A repeat with the same Idempotency-Key adds no second note. If the answer was lost and the provider has forgotten the key, the history tells whether the note is there; if it is not, the end stays unknown (`write_unresolved`) and nothing is sent again.',
      idempotencyKey: 'required',
      waits: true,
      creates: true,
      body: {
        description: 'The note.',
        schemas: [NoteRequest],
        examples: { note: { summary: `A note on ${/^[aeiou]/.test(spoken) ? 'an' : 'a'} ${spoken}`, value: example } },
      },
      success: json(201, 'The note as the provider has it.', liveOf(NoteAnswer)),
      others: [json(200, 'The answer of an earlier request with this key.', liveOf(NoteAnswer))],
    })),
    handle: async (call) => {
      const asked = { ...pathOf(call), write: call.write };
      const { value, replayed, resolution } = await call.core.history.addNote(call.caller, asked);
      const data = { source: 'provider', item: presentNote(value) };
      return { message: 'Note added at the provider', data, replayed, resolution, ...(replayed && { status: 200 }) };
    },
  },
});
