// Runs one clause against a live provider and makes the tape of it.
import type { AuthorizationUnderTest, Clause } from '#contract-tests';
import type { JsonObject } from '#core';
import type { Tape } from '../../adapters/ledger-recorded/index.ts';
import { makeTape, type RecordedConsent } from './make-tape.ts';
import type { Recorder } from './recorder.ts';

/** A live subject of a contract. */
export interface Source<S> {
  open(seed: string): Promise<{
    readonly subject: S;
    /** What the tape shows in place of texts that must not be kept. */
    readonly hidden: Readonly<Record<string, string>>;
    close(): Promise<void>;
  }>;
}

export async function recordClause<S extends object>(
  recorder: Recorder,
  port: string,
  clause: Clause<S>,
  source: Source<S>,
): Promise<Tape> {
  const { subject, hidden, close } = await source.open(clause.name);
  const consents: RecordedConsent[] = [];
  try {
    // What it took to get there is no part of the clause.
    await recorder.take();
    await clause.check(overheard(subject, consents));
    const exchanges = (await recorder.take()).filter(({ request }) => !request.path.startsWith('/_sandbox/'));
    return makeTape({ port, clause: clause.name, subject: factsOf(subject), consents, exchanges, hidden });
  } finally {
    await close();
  }
}

/** The same subject; where it has a person's part, that is written down. */
function overheard<S extends object>(subject: S, consents: RecordedConsent[]): S {
  if (!('consent' in subject)) return subject;
  const { consent } = subject as unknown as AuthorizationUnderTest;
  const listening: AuthorizationUnderTest['consent'] = async (consentUrl, tenantIds) => {
    const callbackUrl = await consent(consentUrl, tenantIds);
    consents.push({ consentUrl, tenantIds, callbackUrl });
    return callbackUrl;
  };
  return { ...subject, consent: listening };
}

/** All of the subject that is data. */
function factsOf(subject: object): JsonObject {
  const facts = { ...subject, gateway: undefined, authorization: undefined };
  return JSON.parse(JSON.stringify(facts)) as JsonObject;
}
