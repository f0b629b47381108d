// A service, its sandbox and a connection between them, each in a process of its own.
import { type ChildProcess, fork } from 'node:child_process';
import { type Client, clientOf, connected, type Sandbox, sandboxOf } from '../tests/walk/client.ts';
import { freePort } from '../tests/walk/processes.ts';

type Message = Readonly<Record<string, unknown>>;

export interface Child {
  readonly process: ChildProcess;
  /** What it said when it was ready. */
  readonly message: Message;
  /** Sends a message and waits for the next answer. */
  ask(message: Message): Promise<Message>;
}

export interface Children {
  start(file: string, args: readonly unknown[], execArgv?: readonly string[]): Promise<Child>;
  /** Ends all that were started. */
  end(): void;
}

export function createChildren(): Children {
  const processes: ChildProcess[] = [];

  const answerOf = (child: ChildProcess, file: string): Promise<Message> => {
    const { promise, resolve, reject } = Promise.withResolvers<Message>();
    const ended = (code: number | null) => reject(new Error(`${file} ended with ${code}`));
    child.once('exit', ended);
    child.once('message', (message) => {
      child.off('exit', ended);
      resolve(message as Message);
    });
    return promise;
  };

  return {
    async start(file, args, execArgv = []) {
      const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const;
      const child = fork(file, args.map(String), { stdio: [...stdio], execArgv: [...execArgv] });
      processes.push(child);
      const message = await answerOf(child, file);
      const ask: Child['ask'] = (asked) => {
        const answer = answerOf(child, file);
        child.send(asked);
        return answer;
      };
      return { process: child, message, ask };
    },
    end() {
      for (const child of processes) child.kill('SIGKILL');
    },
  };
}

export interface World {
  readonly service: Child;
  /** The service as its customer calls it. */
  readonly client: Client;
  /** The customer's key. */
  readonly secret: string;
  readonly sandbox: Sandbox;
  readonly tenantId: string;
  readonly connectionId: string;
  /** An invoice in the books of the tenant, by the provider's ID. */
  readonly invoiceId: string;
}

/** `execArgv` are Node's own arguments for the service. */
export async function startWorld(children: Children, execArgv: readonly string[] = []): Promise<World> {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const sandboxUrl = `http://localhost:${sandboxPort}`;
  await children.start('bench/sandbox.ts', [sandboxPort]);
  const service = await children.start('bench/service.ts', [port, sandboxUrl], execArgv);
  const sandbox = sandboxOf(sandboxUrl);
  await registerApp(sandbox, 'bench', `http://localhost:${port}/oauth/ledger/callback`);
  const secret = String(service.message['secret']);
  const client = clientOf(`http://localhost:${port}`, secret);
  const [tenantId = ''] = await sandbox.tenants();
  const connectionId = await connected(client, sandbox, { externalAccountId: 'bench', tenantIds: [tenantId] });
  const [invoice] = await sandbox.documents(tenantId, 'Invoices');
  return { service, client, secret, sandbox, tenantId, connectionId, invoiceId: String(invoice?.['InvoiceID']) };
}

const registerApp = (sandbox: Sandbox, clientId: string, redirectUri: string) =>
  sandbox.control('POST', 'apps', {
    client_id: clientId,
    client_secret: 'secret',
    redirect_uris: [redirectUri],
    webhook_url: 'http://localhost:9/',
    webhook_key: 'key',
  });
