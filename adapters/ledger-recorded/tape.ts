// What a tape is: the provider's side of one clause of a contract, as JSON without secrets.
import type { Json, JsonObject } from '#core/ports';

/** A request as the tape knows it. Ids of the caller's own making are placeholders (`{{caller 1}}`). */
export interface TapedRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** Names in lower case; what only carries bytes is left out, what proves a right is masked. */
  readonly headers: Readonly<Record<string, string>>;
  /** A JSON document, or text. */
  readonly body?: Json;
}

/** An answer with one form of body, or none. */
export interface TapedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly json?: Json;
  readonly text?: string;
  readonly base64?: string;
}

export interface Exchange {
  readonly request: TapedRequest;
  readonly answer: TapedAnswer;
}

/** The person's part of an authorization: where they were sent, what they granted, where that led. */
export interface TapedConsent {
  /** Path and query of the consent address. */
  readonly path: string;
  readonly tenantIds: readonly string[];
  readonly callbackUrl: string;
}

export interface Tape {
  readonly port: string;
  readonly clause: string;
  /** Plain facts about the books or the app that the clause ran on. */
  readonly subject: JsonObject;
  readonly consents: readonly TapedConsent[];
  readonly exchanges: readonly Exchange[];
}
