// The OpenAPI document's texts on fields and values, which are JSON files, and the answers and events of a run that
// calls everything (hosts/koa/testing/told-story.ts).
import { eventMeanings, familyOf, operationalEvents, recordEventType, toldTypes } from '#core';
import events from '../../fixtures/openapi/events.json' with { type: 'json' };
import answers from '../../fixtures/openapi/examples.json' with { type: 'json' };
import { pascal } from '../../hosts/koa/routes/resource-words.ts';
import fieldTexts from './fields.json' with { type: 'json' };
import meaningTexts from './meanings.json' with { type: 'json' };
import parameterExamples from './parameters.json' with { type: 'json' };
import shapeTexts from './shapes.json' with { type: 'json' };

/** The meaning of a value, by the name of its set and the value. Those of events stand where the types are declared. */
export const meanings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...meaningTexts,
  EventType: eventMeanings,
  DeliveredEventType: { ...eventMeanings, ...meaningTexts.DeliveredEventType },
  SubscribedEventType: { ...eventMeanings, ...meaningTexts.SubscribedEventType },
};

/** What operational events say of `reason` and `since`, from where their types are declared. */
const operationalTexts = Object.fromEntries(
  Object.entries(operationalEvents).flatMap(([type, { since }]) => {
    const data = `${pascal(type.split(/[._]/))}EventData`;
    return [
      [`${data}.reason`, 'Why, as a word of the service; null if there is nothing to add. → failing'],
      [`${data}.since`, `Since when: ${since}. → 2026-11-23T09:00:00.000Z`],
    ];
  }),
);
const texts: Readonly<Record<string, string>> = { ...fieldTexts, ...operationalTexts };

/** Returns a field's meaning and example, those of the first component with its own text, else the general ones. */
export function fieldWords(field: string, components: readonly string[]) {
  const own = components.map((component) => texts[`${component}.${field}`]).find((text) => text !== undefined);
  const [text, example] = (own ?? texts[field])?.split(' → ') ?? [];
  return { text, example };
}

const recordEvents = toldTypes.map((type) => {
  const { singular } = familyOf(type);
  const event = `${pascal(recordEventType(type).split(/[._]/))}Event`;
  return { event, data: `${event}Data`, record: `${pascal(singular.split(' '))}InEvent`, singular };
});

/** The names of the shapes in the events that tell of a family's records, by component and property. */
export const recordEventParts: Readonly<Record<string, string>> = Object.fromEntries(
  recordEvents.flatMap(({ event, data, record }) => [
    [`${event}.data`, data],
    [`${event}.record`, record],
  ]),
);

const shapes: Readonly<Record<string, string>> = {
  ...shapeTexts,
  ...Object.fromEntries(
    recordEvents.flatMap(({ data, record, singular }) => [
      [data, `What has changed of a record, and the ${singular} as the service has read it.`],
      [record, `A few fields of the ${singular}; read it, or its copy, for everything else.`],
    ]),
  ),
};
const asListed =
  'As a list shows it: `provider_data` only where it was asked for, and without what would be too large, which `truncated` names.';

/** Returns a component's text; an event's or automation's is that of its type. */
export function shapeText(component: string): string | undefined {
  const listed = component.replace(/^Listed/, '');
  if (listed !== component) return `${shapeText(listed)} ${asListed}`;
  const [, subject, kind] = /^(\w+?)Bulk(Create|Update|Native)?$/.exec(component) ?? [];
  if (subject)
    return kind
      ? `${shapeText(bulkShape(subject, kind))} An item of a bulk write.`
      : 'Records to be written by one operation.';
  const input = component.replace(/Input$/, '');
  return shapes[component] ?? typeText(component) ?? (input === component ? undefined : shapes[input]);
}

function bulkShape(subject: string, kind: string): string {
  return kind === 'Native' ? 'NativeWrite' : subject + kind;
}

function typeText(component: string): string | undefined {
  const sets = { Event: meanings['DeliveredEventType'], Automation: meanings['RecipeName'] };
  for (const [kind, set = {}] of Object.entries(sets)) {
    const type = Object.keys(set).find((name) => `${pascal(name.split(/[._]/))}${kind}` === component);
    if (type !== undefined) return `\`${type}\`: ${set[type]}.`;
  }
  return undefined;
}

const parameterTexts: Readonly<Record<string, string>> = parameterExamples;

/** Returns a parameter's example: its own, or that of the field with its name. */
export function parameterExample(name: string): string | undefined {
  return parameterTexts[name] ?? fieldWords(name, []).example;
}

interface Told {
  readonly request?: unknown;
  readonly answers: Readonly<Record<string, unknown>>;
}
const told: Readonly<Record<string, Told>> = answers;
const sent: Readonly<Record<string, unknown>> = events;

export function realAnswer(operationId: string, status: number): unknown {
  return told[operationId]?.answers[status];
}

/** The request body whose answer is the example. */
export function realRequest(operationId: string) {
  const value = told[operationId]?.request;
  return value === undefined ? undefined : { real: { summary: 'As in the answer below', value } };
}

export function realEvent(type: string): unknown {
  return sent[type];
}
