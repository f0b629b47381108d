// Carries a sandbox inside the process: what would go out to its address is answered by it, without a socket.
import nock from 'nock';
import type { Carrier } from './sandbox-bench.ts';

// Importing nock takes hold of every request of the process; it is let go until it is wanted.
nock.restore();
let hosts = 0;

export const throughNock: Carrier = async (ledger) => {
  if (!nock.isActive()) nock.activate();
  hosts += 1;
  const url = `http://ledger-${hosts}.test`;
  ledger.setBaseUrl(url);
  const answer = async (request: Request): Promise<[number, Buffer, Record<string, string>]> => {
    const { pathname, search } = new URL(request.url);
    const headers = Object.fromEntries(request.headers);
    const body = new Uint8Array(await request.arrayBuffer());
    const response = await ledger.handle({ method: request.method, path: pathname + search, headers, body });
    if ('dropped' in response) throw new Error('the sandbox drops the connection');
    return [response.status, Buffer.from(response.body), { ...response.headers }];
  };
  const scope = nock(url).persist();
  for (const method of ['GET', 'PUT', 'POST', 'DELETE']) scope.intercept(/.*/, method).reply(answer);
  return {
    url,
    close: async () => {
      ledger.close();
      nock.cleanAll();
      nock.restore();
    },
  };
};
