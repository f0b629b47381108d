import * as v from 'valibot';
import { actorOfId } from '../../domain/actor.ts';
import { base64Of } from '../../domain/base64.ts';
import { exactJson, levelsMax } from '../../domain/json.ts';
import {
  type PreparedRequest,
  type ProviderRequest,
  type RequestAnswer,
  requestEffects,
  requestMethods,
  requestOutcomes,
} from '../../domain/provider-request.ts';
import { count, field, Timestamp } from '../../families/answer-fields.ts';
import { ActorAnswer } from './operation.ts';
import { presenter } from './present.ts';

const remaining = v.nullable(count);

export const ProviderAnswerHeaders = v.object({
  content_type: field.text,
  correlation_id: field.text,
  minute_remaining: remaining,
  day_remaining: remaining,
  app_minute_remaining: remaining,
  retry_after_seconds: remaining,
});

/** A JSON body as it is, any other text, or bytes. */
const contents = {
  body: v.optional(v.unknown()),
  body_text: v.optional(v.string()),
  body_base64: v.optional(v.string()),
};

/** The provider's answer to a request of the caller's own. */
export const ProviderRequestMade = v.object({
  id: v.string(),
  effect: v.picklist(requestEffects),
  outcome: v.picklist(requestOutcomes),
  status: v.nullable(count),
  headers: ProviderAnswerHeaders,
  bytes: v.nullable(count),
  digest: field.text,
  ...contents,
});

export const ProviderRequestAnswer = v.object({
  id: v.string(),
  connection_id: v.string(),
  method: v.picklist(requestMethods),
  template: v.string(),
  effect: v.picklist(requestEffects),
  outcome: v.picklist(requestOutcomes),
  status: v.nullable(count),
  bytes: v.nullable(count),
  correlation_id: field.text,
  request_id: v.string(),
  actor: ActorAnswer,
  settlement: v.nullable(v.object({ by: ActorAnswer, reason: v.string() })),
  created_at: Timestamp,
  ended_at: field.time,
});

export const ProviderRequestDetailAnswer = v.object({
  ...ProviderRequestAnswer.entries,
  settleable_at: field.time,
  sent: v.nullable(v.object({ path: v.string(), ...contents })),
});

const made = presenter(ProviderRequestMade);
const listed = presenter(ProviderRequestAnswer);
const whole = presenter(ProviderRequestDetailAnswer);

export function presentMadeRequest({ body, ...answer }: RequestAnswer) {
  return made({ ...answer, ...contentsOf(body, answer.headers.contentType) });
}

const isJson = (contentType: string | null) => /^application\/([\w.+-]+\+)?json\b/i.test(contentType ?? '');
const isText = (contentType: string | null) => isJson(contentType) || /^text\//i.test(contentType ?? '');

function contentsOf(bytes: Uint8Array | null, contentType: string | null) {
  if (bytes === null || bytes.length === 0) return {};
  const text = isText(contentType) ? textOf(bytes) : undefined;
  if (text === undefined) return { bodyBase64: base64Of(bytes) };
  const value = isJson(contentType) ? exactly(text) : undefined;
  return value === undefined ? { bodyText: text } : { body: value };
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Undefined for what is no JSON, or cannot be passed on as it is. */
function exactly(text: string): unknown {
  try {
    const value = exactJson(text);
    return isShallow(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A deeper value could not be made text again. */
function isShallow(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= levelsMax; depth++) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
    if (level.length === 0) return true;
  }
  return false;
}

export function presentProviderRequest(request: ProviderRequest) {
  return listed(viewOf(request));
}

export function presentProviderRequestDetail({
  sent,
  ...request
}: ProviderRequest & { readonly settleableAt: Date | null; readonly sent: PreparedRequest | null }) {
  const content = sent && { path: sent.path, ...contentsOf(sent.body, 'application/json') };
  return whole({ ...request, ...viewOf(request), sent: content });
}

function viewOf({ settlement, ...request }: ProviderRequest) {
  return {
    ...request,
    actor: actorOfId(request.actor, request.actorName),
    settlement: settlement && { by: actorOfId(settlement.by, settlement.byName), reason: settlement.reason },
  };
}
