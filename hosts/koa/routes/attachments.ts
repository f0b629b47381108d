import * as v from 'valibot';
import { attachmentBytesMost, attachmentTypes, badRequest, filedFamilies, unknownType } from '#core';
import {
  AttachedAnswer,
  AttachmentAnswer,
  CheckedAnswer,
  listOf,
  liveOf,
  presentAttached,
  presentAttachment,
  successOf,
  writtenOf,
} from '#core/schemas';
import { looked, wholeList } from '../present/answers.ts';
import { validateOnlyParameter } from './query-parameters.ts';
import { flag, once } from './read-request.ts';
import { type ResourceWords, resourceWords } from './resource-words.ts';
import { type ApiCall, apiRoutes, json, type OperationDoc, type Parameter, type Reply } from './route.ts';

// One route serves the files of every family; the document has an operation for each that has any.

type FileOf = ApiCall<'connection_id' | 'resource_type' | 'resource_id'>;

const pathOf = ({ param, waitSeconds }: Pick<FileOf, 'param' | 'waitSeconds'>) => ({
  connectionId: param('connection_id'),
  type: param('resource_type'),
  resourceId: param('resource_id'),
  waitSeconds,
});

function eachFiled(operation: (of: ResourceWords) => Omit<OperationDoc, 'tag'>): readonly OperationDoc[] {
  const filed = resourceWords.filter(({ type }) => filedFamilies.includes(type));
  return filed.map((of) => ({ tag: of.tag, pinned: { resource_type: of.type }, ...operation(of) }));
}

const flagSchema = { type: 'boolean', default: false };
const filename: Parameter = {
  name: 'filename',
  description:
    'Required: the name of the file, such as `bill.pdf`, at most 255 bytes of UTF-8, without `< > : " / \\ ? * | +` and control characters. It is composed (NFC) and trimmed.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};
const replace: Parameter = {
  name: 'replace',
  description: 'Take the place of a file of this name, in any case; its id changes.',
  schema: flagSchema,
};
const online: Parameter = {
  name: 'include_online',
  description: 'Show the file to the customer of a sale: of sales invoices and their credit notes only.',
  schema: flagSchema,
};

const size: Parameter = {
  name: 'size',
  description:
    'With `validate_only`, which takes no body: the bytes that the file has. Otherwise Content-Length says it.',
  schema: { type: 'integer', minimum: 0 },
};

/** The file is not needed: what would be said of it stands in the query, and Content-Type may say its type. */
async function lookedAt(call: FileOf): Promise<Reply> {
  const { core, caller, query, file } = call;
  const said = once(query, 'size');
  if (said === undefined || !/^\d{1,15}$/.test(said))
    throw badRequest('size', 'must be the number of bytes of the file');
  const passed = await core.attachments.check(caller, {
    ...pathOf(call),
    filename: once(query, 'filename'),
    size: Number(said),
    contentType: file.contentType,
    replace: flag(query, 'replace'),
    includeOnline: flag(query, 'include_online'),
  });
  return looked(passed);
}

const idempotent = { idempotencyKey: 'required', waits: true, creates: true } as const;

export const attachmentRoutes = apiRoutes('Records', {
  'GET /v1/connections/:connection_id/:resource_type/:resource_id/attachments': {
    operations: eachFiled(({ singular, withArticle }) => ({
      operationId: `list${singular}Attachments`,
      summary: `List ${withArticle}’s files`,
      description: 'Read at the provider by one call; copies do not hold them. Always one page.',
      waits: true,
      success: json(200, 'All files, without their bytes.', listOf(AttachmentAnswer)),
    })),
    handle: async (call) => {
      const items = await call.core.attachments.list(call.caller, pathOf(call));
      return wholeList('Attachments', items.map(presentAttachment));
    },
  },
  'POST /v1/connections/:connection_id/:resource_type/:resource_id/attachments': {
    mayLook: true,
    operations: eachFiled(({ singular, withArticle }) => ({
      operationId: `upload${singular}Attachment`,
      summary: `Attach a file to ${withArticle}`,
      description:
        'The body is the file itself: at most 10,000,000 bytes, with its Content-Length, which is looked at before the first byte is read. Taken are the kinds of documents and pictures that accounting knows, by the name’s extension; Content-Type must fit it, or be `application/octet-stream`, and so must the first bytes. A name that is taken is CONFLICT with `reason` `attachment_exists` unless `replace` is true. Not a byte of the file is stored here, and nothing is scanned. A repeat with the same Idempotency-Key and bytes attaches no second file.',
      query: [filename, replace, online, size, validateOnlyParameter],
      ...idempotent,
      file: {
        description: 'The file, as it is.',
        bytesMost: attachmentBytesMost,
        contentTypes: [...attachmentTypes, unknownType],
      },
      success: json(201, 'The file as the provider now names it.', liveOf(AttachedAnswer)),
      others: [
        json(
          200,
          'The answer of an earlier request with this key; with `validate_only`, that the file would be sent.',
          successOf(v.union([writtenOf(AttachedAnswer), CheckedAnswer])),
        ),
      ],
    })),
    handle: async (call) => {
      const { core, caller, query, write, file } = call;
      if (flag(query, 'validate_only')) return lookedAt(call);
      if (once(query, 'size') !== undefined) throw badRequest('size', 'is for validate_only alone');
      const flags = { replace: flag(query, 'replace'), includeOnline: flag(query, 'include_online') };
      const asked = { ...pathOf(call), ...flags, key: write.key, companyName: write.companyName };
      const named = { ...asked, filename: once(query, 'filename'), file };
      const { value, replayed, resolution } = await core.attachments.upload(caller, named);
      const data = { source: 'provider', item: presentAttached(value) };
      return { message: 'Attached at the provider', data, replayed, resolution, ...(replayed && { status: 200 }) };
    },
  },
  'GET /v1/connections/:connection_id/:resource_type/:resource_id/attachments/:attachment_id': {
    operations: eachFiled(({ singular, withArticle }) => ({
      operationId: `download${singular}Attachment`,
      summary: `Download a file of ${withArticle}`,
      description:
        'The bytes, passed on from the provider: at most 25 MiB, and as many a connection and day as the deployment allows. Content-Type is that of the name’s extension, whatever somebody called it. Nothing is scanned: treat it as a file of a stranger.',
      waits: true,
      success: { status: 200, description: 'The file.', contentType: 'application/octet-stream' },
      errors: ['PAYLOAD_TOO_LARGE'],
    })),
    handle: ({ param, ...call }) =>
      call.core.attachments.download(call.caller, {
        ...pathOf({ param, ...call }),
        attachmentId: param('attachment_id'),
      }),
  },
  'DELETE /v1/connections/:connection_id/:resource_type/:resource_id/attachments/:attachment_id': {
    // Not documented: no provider removes an attached file through its API, and the refusal says so.
    operations: [],
    handle: ({ param, ...call }) =>
      call.core.attachments.remove(call.caller, {
        ...pathOf({ param, ...call }),
        attachmentId: param('attachment_id'),
      }),
  },
});
