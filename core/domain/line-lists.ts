import type { JsonObject } from './json.ts';

/** The fields that hold the lines of a document: those of documents with a contact, and those of journals. */
const listsOfLines = ['line_items', 'lines'] as const;
type ListOfLines = (typeof listsOfLines)[number];

export function isListOfLines(name: string): name is ListOfLines {
  return (listsOfLines as readonly string[]).includes(name);
}

/** The name of the list of lines that the document has; undefined for one without. */
export function listOfLinesIn(fields: JsonObject): ListOfLines | undefined {
  return listsOfLines.find((name) => Array.isArray(fields[name]));
}
