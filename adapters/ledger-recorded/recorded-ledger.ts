// A ledger provider that answers from a tape: nock takes what goes out to its address.
import nock from 'nock';
import { requestShape } from './request-shape.ts';
import type { Tape, TapedAnswer } from './tape.ts';
import { createTapeReader } from './tape-reader.ts';

// Importing nock takes hold of every request of the process; it is let go until a tape is installed.
nock.restore();

export interface RecordedLedger {
  /** Base address to call: with it the sandbox profile of `ledger-http` fits every tape. */
  readonly url: string;
  /** Takes hold of the process's requests to `url`; any other request passes. */
  install(): void;
  /** The person's part of an authorization: where the recorded consent led. */
  consent(consentUrl: string, tenantIds: readonly string[]): string;
  /**
   * What was asked first that the tape does not hold, and what it expected next. The asker got status 501; look here
   * before believing what came of that.
   */
  complaint(): Error | undefined;
  /** Throws the complaint, or the list of what is recorded and was not asked for. */
  done(): void;
  /** Lets go of the process's requests. */
  uninstall(): void;
}

export function createRecordedLedger({
  tape,
  url = 'http://ledger-recorded.test',
}: {
  tape: Tape;
  url?: string;
}): RecordedLedger {
  const reader = createTapeReader(tape);
  const answer = async (request: Request): Promise<[number, Buffer, Record<string, string>]> => {
    const { pathname, search } = new URL(request.url);
    const headers = Object.fromEntries(request.headers);
    const shape = requestShape({
      method: request.method,
      path: pathname + search,
      headers,
      body: await request.text(),
    });
    const found = reader.answer(shape);
    return found ? [found.status, bodyOf(found), { ...found.headers }] : [501, Buffer.from('not on the tape'), {}];
  };
  let interceptors: nock.Interceptor[] = [];
  let activated = false;
  return {
    url,
    install() {
      activated = !nock.isActive();
      if (activated) nock.activate();
      const scope = nock(url).persist();
      interceptors = ['GET', 'PUT', 'POST', 'DELETE'].map((method) => scope.intercept(/.*/, method));
      for (const interceptor of interceptors) interceptor.reply(answer);
    },
    consent(consentUrl, tenantIds) {
      const { pathname, search } = new URL(consentUrl);
      return reader.consent(pathname + search, tenantIds);
    },
    complaint: reader.complaint,
    done() {
      const complaint = reader.complaint();
      if (complaint) throw complaint;
      const unused = reader.unused();
      if (unused.length > 0) throw new Error(`recorded in "${tape.clause}", not asked for:\n${unused.join('\n')}`);
    },
    uninstall() {
      for (const interceptor of interceptors.splice(0)) nock.removeInterceptor(interceptor);
      if (activated) nock.restore();
    },
  };
}

function bodyOf({ json, text, base64 }: TapedAnswer): Buffer {
  if (json !== undefined) return Buffer.from(JSON.stringify(json));
  return base64 === undefined ? Buffer.from(text ?? '') : Buffer.from(base64, 'base64');
}
