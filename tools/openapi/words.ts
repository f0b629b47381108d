// What the OpenAPI document says of fields and of values: texts, kept as data.
import { pascal } from '../../hosts/koa/routes/resource-words.ts';
import fieldTexts from './fields.json' with { type: 'json' };
import meaningTexts from './meanings.json' with { type: 'json' };
import parameterExamples from './parameters.json' with { type: 'json' };
import shapeTexts from './shapes.json' with { type: 'json' };

/** What a value of a closed set means, by the name of the set and the value. */
export const meanings: Readonly<Record<string, Readonly<Record<string, string>>>> = meaningTexts;

const texts: Readonly<Record<string, string>> = fieldTexts;

/** What a field means, and an example of it: in the first of these components that has its own words for it, or anywhere. */
export function fieldWords(field: string, components: readonly string[]) {
  const own = components.map((component) => texts[`${component}.${field}`]).find((text) => text !== undefined);
  const [text, example] = (own ?? texts[field])?.split(' → ') ?? [];
  return { text, example };
}

const shapes: Readonly<Record<string, string>> = shapeTexts;
const asListed =
  'As a list shows it: `provider_data` only where it was asked for, and without what would be too large, which `truncated` names.';

/** What a component is. An event's and an automation's text is that of its type. */
export function shapeText(component: string): string | undefined {
  const listed = component.replace(/^Listed/, '');
  if (listed !== component) return `${shapeText(listed)} ${asListed}`;
  const input = component.replace(/Input$/, '');
  return shapes[component] ?? typeText(component) ?? (input === component ? undefined : shapes[input]);
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

/** What a caller may send for a parameter: what is kept for it, or for the field of its name. */
export function parameterExample(name: string): string | undefined {
  return parameterTexts[name] ?? fieldWords(name, []).example;
}
