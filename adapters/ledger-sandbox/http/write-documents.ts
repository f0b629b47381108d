/** Writes one or several documents in one call; each is answered or refused on its own. */
import type { BatchAnswers } from '../control/quirks.ts';
import type { Call } from './call.ts';
import { envelope } from './envelope.ts';
import { isObject, type Json, type JsonObject, objectAt, objectsAt } from './json.ts';
import type { Reply } from './message.ts';
import { Refusal, validationReply, WireProblem, zeroGuid } from './problems.ts';
import { requestElements } from './request-elements.ts';

export interface DocumentFamily<R extends { readonly id: string }> {
  readonly collection: string;
  readonly singular: string;
  readonly idKey: string;
  readonly errorFlag: 'HasErrors' | 'HasValidationErrors' | undefined;
  write(call: Call, body: JsonObject): R;
  /** Finds the record that the body would change; undefined for a new one. */
  match(call: Call, body: JsonObject): R | undefined;
  echo(call: Call, record: R): JsonObject;
  warnings?(body: JsonObject, record: R): readonly string[];
}

interface Outcome {
  readonly isRefused: boolean;
  readonly element: JsonObject;
}

/** With `only`, a call on one id, just the first element is written. */
export function writeDocuments<R extends { readonly id: string }>(
  call: Call,
  family: DocumentFamily<R>,
  only = false,
): Reply {
  const elements = requestElements(call, family.collection, family.singular);
  const outcomes = (only ? elements.slice(0, 1) : elements).map((body) => writeOne(call, family, body));
  const { batch_answers: how } = call.quirks;
  const summarize = how === 'refused_only' || call.query.get('summarizeErrors')?.toLowerCase() !== 'false';
  const refused = outcomes.filter((outcome) => outcome.isRefused);
  if (summarize && refused.length > 0) return validationReply(refused.map((outcome) => outcome.element));
  const isQuotes = family.collection === 'Quotes';
  const shown = toldAs(how, outcomes, family.idKey).map(({ element, isRefused }) => {
    if (summarize && !isQuotes) return JSON.stringify(element);
    const status = isRefused ? 'ERROR' : element['Warnings'] ? 'WARNING' : 'OK';
    return JSON.stringify({ ...element, StatusAttributeString: status });
  });
  const plan = { collection: family.collection, elements: shown };
  return envelope(call, isQuotes ? { ...plan, summarizeErrors: summarize } : plan);
}

/** The outcomes as an answer tells them that is not right. */
function toldAs(how: BatchAnswers, outcomes: readonly Outcome[], idKey: string): readonly Outcome[] {
  const [first, , ...others] = outcomes;
  if (!first) return outcomes;
  const withId = (id: Json) => (one: Outcome) => ({ ...one, element: { ...one.element, [idKey]: id } });
  const written = outcomes.find(({ isRefused }) => !isRefused)?.element[idKey] ?? '';
  const half = Math.ceil(outcomes.length / 2);
  const ways: Partial<Record<BatchAnswers, () => readonly Outcome[]>> = {
    shuffled: () => outcomes.toReversed(),
    without_ids: () => (outcomes.some(({ isRefused }) => isRefused) ? outcomes.map(withId('')) : outcomes),
    half: () => outcomes.slice(0, half),
    last_half: () => outcomes.slice(-half),
    extra: () => [...outcomes, first],
    twice: () => (outcomes.length > 1 ? [first, first, ...others] : outcomes),
    one_id: () => outcomes.map((one) => (one.isRefused ? one : withId(written)(one))),
  };
  return ways[how]?.() ?? outcomes;
}

function writeOne<R extends { readonly id: string }>(call: Call, family: DocumentFamily<R>, body: JsonObject): Outcome {
  try {
    const record = family.write(call, body);
    const warnings = family.warnings?.(body, record) ?? [];
    const echo = family.echo(call, record);
    return { isRefused: false, element: warnings.length > 0 ? { ...echo, Warnings: warnings.map(asMessage) } : echo };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { isRefused: true, element: refusedElement(call, family, body, error.messages) };
  }
}

const asMessage = (Message: string): JsonObject => ({ Message });

function matchQuietly<R extends { readonly id: string }>(
  call: Call,
  family: DocumentFamily<R>,
  body: JsonObject,
): R | undefined {
  try {
    return family.match(call, body);
  } catch (error) {
    if (error instanceof Refusal || error instanceof WireProblem) return undefined;
    throw error;
  }
}

/** Provider: a refused document is returned merged with the record, with messages, and with a zero id if it is new. */
function refusedElement<R extends { readonly id: string }>(
  call: Call,
  family: DocumentFamily<R>,
  body: JsonObject,
  messages: readonly string[],
): JsonObject {
  const before = matchQuietly(call, family, body);
  const base = before ? family.echo(call, before) : {};
  const sent = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
  const lines = objectsAt(body, 'LineItems') ?? [];
  const shownLines = lines.length > 0 ? lines : objectsAt(base, 'LineItems');
  const contact = { ...objectAt(base, 'Contact'), ...objectAt(body, 'Contact') };
  return {
    ...base,
    ...sent,
    [family.idKey]: before?.id ?? zeroGuid,
    ...(isObject(body['Contact']) || base['Contact'] ? { Contact: { ...contact, ValidationErrors: [] } } : {}),
    ...(shownLines ? { LineItems: shownLines.map((line) => ({ ...line, ValidationErrors: [] })) } : {}),
    ...(family.errorFlag ? { [family.errorFlag]: true } : {}),
    ValidationErrors: messages.map(asMessage),
  };
}
