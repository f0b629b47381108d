// What a saboteur of a port beside storage is, and how a prepared write is tampered with.
import { isJsonObject, type JsonObject, type LedgerGateway, type PreparedWrite } from '#core/ports';

export interface Spoiler<Subject> {
  readonly name: string;
  readonly spoil: (good: Subject) => Subject;
}

/** Replaces methods of the good one, which they are given. */
export function spoils<Subject extends object>(
  name: string,
  methods: (good: Subject) => Partial<Subject>,
): Spoiler<Subject> {
  return { name, spoil: (good) => ({ ...good, ...methods(good) }) };
}

export type GatewaySpoiler = Spoiler<LedgerGateway>;

/** The document of a write. Saboteurs may read what the core must not: `{ method, path, body }` of the HTTP gateway. */
export function sentBody({ payload }: PreparedWrite): JsonObject {
  return JSON.parse(String(payload['body'])) as JsonObject;
}

export function repacked(write: PreparedWrite, changes: JsonObject): PreparedWrite {
  return { ...write, payload: { ...write.payload, ...changes } };
}

/** Changes the first document of a prepared write. */
export function rewritten(write: PreparedWrite, change: (document: JsonObject) => JsonObject): PreparedWrite {
  const body = sentBody(write);
  const [envelope, documents] = Object.entries(body)[0] ?? [];
  if (envelope === undefined || !Array.isArray(documents) || !isJsonObject(documents[0])) return write;
  return repacked(write, { body: JSON.stringify({ [envelope]: [change(documents[0])] }) });
}
