// What a saboteur of a port beside storage is, and how a prepared write is tampered with.
import { isJsonObject, type JsonObject, type LedgerGateway, type PreparedWrite } from '#core';

export interface Spoiler<Subject> {
  readonly name: string;
  readonly spoil: (good: Subject) => Subject;
}

export type GatewaySpoiler = Spoiler<LedgerGateway>;

/** Changes the first document of a prepared write. */
export function rewritten(write: PreparedWrite, change: (document: JsonObject) => JsonObject): PreparedWrite {
  const body = JSON.parse(write.body) as JsonObject;
  const [envelope, documents] = Object.entries(body)[0] ?? [];
  if (envelope === undefined || !Array.isArray(documents) || !isJsonObject(documents[0])) return write;
  return { ...write, body: JSON.stringify({ [envelope]: [change(documents[0])] }) };
}
