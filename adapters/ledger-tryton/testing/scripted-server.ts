// A server that answers what a test says, for answers that a real server gives at bad moments only.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Scripted =
  | 'cut'
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly body: string };

export interface ScriptedServer {
  readonly url: string;
  readonly asked: () => number;
  stop(): Promise<void>;
}

/** The last answer is given again and again. `cut` closes the connection once the request has arrived. */
export async function serveScripted(...answers: readonly Scripted[]): Promise<ScriptedServer> {
  let asked = 0;
  const server = createServer((request, response) => {
    const answer = answers[Math.min(asked++, answers.length - 1)];
    request.resume().once('end', () => {
      if (answer === undefined || answer === 'cut') return request.socket.destroy();
      response
        .writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers })
        .end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
