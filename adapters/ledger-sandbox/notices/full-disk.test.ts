import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { until } from '../../../tests/walk/until.ts';
import { openBooks } from '../books/books.ts';
import { createMemoryStore } from '../books/document-store.ts';
import { createNotifier } from './notifier.ts';

describe('sandbox notifications on a full disk', () => {
  it('neither the timer nor a sender ends the process; what waits goes out when there is space again', async () => {
    let isFull = true;
    let received = 0;
    const receiver = createServer((_, response) => {
      received += 1;
      // The next commit, with how the delivery went, meets a disk that is full again.
      isFull = received === 1;
      response.end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const webhookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const kept = openBooks(createMemoryStore(), Date.now);
    const commit = () => {
      if (isFull) throw new Error('database or disk is full');
    };
    const lines: string[] = [];
    const notifier = createNotifier({
      books: { ...kept, commit },
      signatureHeader: 'X-Ledger-Signature',
      now: Date.now,
      baseUrl: () => 'http://ledger.test',
      isSuppressed: () => false,
      log: (line) => void lines.push(line),
    });
    const app = { name: 'app', redirectUris: [], webhookUrl, webhookKey: 'a2V5', sequence: 1 };
    kept.apps.put({ ...app, id: 'app-1', updated: 1 });
    kept.events.put({ id: 'app-1|1', updated: 1, clientId: 'app-1', sequence: 1, event: {} });
    try {
      notifier.start();
      await until('the first refused commit', () => lines.length > 0);
      expect(lines[0]).to.equal('the books could not be written: database or disk is full');
      expect(received, 'nothing is sent that a restart would not know of').to.equal(0);
      isFull = false;
      await until('the notification', () => received === 1);
      const before = lines.length;
      await until('the commit after it', () => lines.length > before);
      expect(kept.batches.size).to.equal(0);
    } finally {
      notifier.close();
      receiver.close();
    }
  });
});
