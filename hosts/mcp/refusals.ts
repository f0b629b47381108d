// Errors as a model can act on them: whether something was written, which fields are wrong, and what to call next.
import { agentTools, type JsonObject, type ServiceError, type ToolName } from '#core';
import { cleaned, cleanText } from './clean-text.ts';
import { type Answer, type Company, untrustedNote } from './present.ts';

/** `unknown`: it may be in the books. */
export type Written = 'no' | 'yes' | 'unknown';

interface Refused {
  readonly tool: ToolName | undefined;
  readonly error: ServiceError;
  readonly requestId: string;
  /** True once the provider may have been called by a write. */
  readonly maybeCalled: boolean;
  readonly company?: Company | undefined;
  readonly ref?: string | undefined;
  /** Found beside what the error says, such as the nearest account. */
  readonly fields?: readonly { readonly path: string; readonly message: string }[];
}

const again = ({ ref }: Pick<Refused, 'ref'>) =>
  ref === undefined
    ? 'Repeat the same call'
    : `Repeat the same call with exactly this request_ref (${JSON.stringify(cleanText(ref))})`;

type Next = (refused: Refused) => string;

/** By the error's reason. Each is one sentence that names what to call. */
const nextByReason: Readonly<Record<string, Next>> = {
  no_such_tool: () =>
    'Use a tool of tools/list: it shows what this key may use. A person can make a key that may do more.',
  scope_missing: () => 'This key may not do that: tell the person which scope is missing.',
  not_an_agent_key: () => 'Ask the person for a key of kind agent.',
  connection_restricted: () => 'Call list_companies, and name one of them by connection_id.',
  company_mismatch: () =>
    'Call list_companies, check which company is meant, and send its connection_id with its exact name as company_name.',
  ref_used: () =>
    'If that is the same thing, use the document that it made; if it is another one, call again with a request_ref of its own.',
  looks_the_same: ({ error }) =>
    `The same thing? Use that one. Another one? Repeat the call with not_same_as ${JSON.stringify(idOfLookAlike(error))}.`,
  over_limit: () => 'Tell the person which limit of this key stands in the way; do not split the amount.',
  not_for_agents: () => 'Ask the person to do it in the console.',
  approval_not_possible: () => 'Ask the person to do it in the console.',
  already_decided: () => 'Call get_operation to read the decision.',
  changed_since_proposed: () => 'Read the record again by get_record, and propose the change over what it is now.',
  stop_repeating: () => 'Do not repeat this call: change what it says, or ask the person.',
  still_running: (refused) => `${again(refused)} in a few seconds to get the answer; nothing is written twice.`,
  already_running: () => 'Call get_operation with the operation_id that is named, and wait for its end.',
  write_unresolved: (refused) => `${again(refused)} later: it is looked for before anything is sent.`,
  item_code_taken: () => 'Use the record that is named by resource_id.',
  period_locked: () => 'Ask the person: days before the lock date take no entries.',
  zero_retention: () => 'This company keeps no copies: read single records by get_record.',
  connection_not_active: () => 'Tell the person that the company must be connected again.',
  operation_terminal: () => 'Call get_operation to read how it ended.',
};

const nextByCode: Readonly<Partial<Record<ServiceError['code'], Next>>> = {
  BAD_REQUEST: ({ ref, tool }) =>
    `Correct the fields that are named and call ${tool ?? 'the tool'} again${ref === undefined ? '' : ' with the same request_ref'}; describe_fields tells what fields mean.`,
  NOT_FOUND: () => 'Check the id: read it from a list of this company.',
  PROVIDER_REJECTED: ({ ref, tool }) =>
    `The books refused it: correct what is named and call ${tool ?? 'the tool'} again${ref === undefined ? '' : ' with the same request_ref'}.`,
  RATE_LIMITED: ({ error }) =>
    `Wait ${Math.ceil(error.details.retryAfterSeconds ?? 5)} seconds, then repeat the same call once.`,
  IDEMPOTENCY_IN_PROGRESS: (refused) => `${again(refused)} in a few seconds; nothing is written twice.`,
  ACTION_REQUIRED: () => 'Tell the person that the company must be connected again.',
  READ_ONLY: () => 'Nothing can be written now: tell the person, and go on reading.',
  FORBIDDEN: () => 'This key may not do that: tell the person.',
  CONFLICT: () => 'Read what is there now, and decide again.',
  UNAUTHORIZED: () => 'Ask the person for a key that works.',
};

export function nextOf(refused: Refused): string {
  const { reason } = refused.error.details;
  const known = (reason === undefined ? undefined : nextByReason[reason]) ?? nextByCode[refused.error.code];
  if (known) return known(refused);
  if (writtenOf(refused) === 'unknown') return `${again(refused)}: it is looked for before anything is sent.`;
  return `${again(refused)} later, once; if it fails again, give the person the request_id.`;
}

/** A read writes nothing; what failed before the provider can have been called wrote nothing either. */
export function writtenOf({ tool, error, maybeCalled }: Refused): Written {
  const { outcome, reason } = error.details;
  if (tool === undefined || !agentTools[tool].writes) return 'no';
  if (outcome !== undefined) return outcome === 'unknown' ? 'unknown' : 'no';
  if (reason === 'still_running' || error.code === 'IDEMPOTENCY_IN_PROGRESS') return 'unknown';
  return maybeCalled && isFault(error) ? 'unknown' : 'no';
}

const faults: ReadonlySet<string> = new Set<ServiceError['code']>([
  ...(['INTERNAL', 'PROVIDER_ERROR', 'PROVIDER_UNAVAILABLE', 'PROVIDER_TIMEOUT'] as const),
  ...(['DATABASE_UNAVAILABLE', 'DATABASE_WENT_BACK'] as const),
]);
const isFault = ({ code }: ServiceError) => faults.has(code);

const idOfLookAlike = ({ details }: ServiceError): string => details.lookAlike?.id ?? 'the id that is named';

/** Details that a model needs beside code, reason and message, by their names in answers. */
const told = {
  operationId: 'operation_id',
  resourceId: 'resource_id',
  lookAlike: 'look_alike',
  itemKey: 'item_key',
} as const;

/** Where the core's sentence repeats names or numbers of the books: here they stand in values of their own. */
const ownWords: Readonly<Record<string, string>> = {
  looks_the_same: 'something that looks the same was written lately: look_alike tells it; nothing was written',
  ref_used: 'this request_ref was used for another call, which made what is named here; nothing was written',
  company_mismatch: 'company_name is missing, or is not the name of this company; nothing was written',
};

function messageOf({ message, details: { reason = '', providerError } }: ServiceError): string {
  if ((providerError?.messages ?? []).length > 0) return 'the books refused it; said_by_the_books has their words';
  return ownWords[reason] ?? cleanText(message);
}

export function refused(refusal: Refused): Answer {
  const { error, requestId, company, fields = [] } = refusal;
  const { details } = error;
  const wrong = [...(details.errors ?? []), ...fields].slice(0, 20);
  const beside = Object.entries(told).flatMap(([name, wire]) => {
    const value = (details as Readonly<Record<string, unknown>>)[name];
    return value === undefined ? [] : [[wire, snakeCased(value)] as const];
  });
  const messages = details.providerError?.messages ?? [];
  const { value, untrusted } = cleaned({
    ...(company && { company: { ...company } }),
    error: {
      ...(messages.length > 0 && { said_by_the_books: messages.slice(0, 10) }),
      ...Object.fromEntries(beside),
    },
  } as JsonObject);
  const { error: shown, ...rest } = value as { readonly error: JsonObject };
  const ours: JsonObject = {
    code: error.code,
    ...(details.reason !== undefined && { reason: details.reason }),
    message: messageOf(error),
    written: writtenOf(refusal),
    ...(wrong.length > 0 && {
      fields: wrong.map(({ path, message }) => ({ path: cleanText(path), message: cleanText(message) })),
    }),
    ...(details.retryAfterSeconds !== undefined && { retry_after_seconds: Math.ceil(details.retryAfterSeconds) }),
    request_id: requestId,
    next: nextOf(refusal),
  };
  return {
    isError: true,
    structuredContent: {
      ...rest,
      error: { ...ours, ...shown },
      ...(untrusted.length > 0 && { untrusted, note: untrustedNote }),
    },
  };
}

/** Fields of the domain by their names in answers; times as text. */
function snakeCased(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(snakeCased);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, part]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    snakeCased(part),
  ]);
  return Object.fromEntries(entries);
}
