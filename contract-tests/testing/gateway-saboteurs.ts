// Gateways that break one promise each.
import { randomUUID } from 'node:crypto';
import { type LedgerGateway, type LedgerPage, type LedgerRecord, ServiceError } from '#core/ports';
import { type GatewaySpoiler, repacked, rewritten, sentBody, spoils } from './spoiler.ts';

/** Passes refusals on as something else. */
function misnaming(name: string, change: (error: ServiceError) => ServiceError): GatewaySpoiler {
  const misnamed = async <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw error instanceof ServiceError ? change(error) : error;
    });
  return {
    name,
    spoil: (good) => ({
      ...good,
      read: (...args) => misnamed(good.read(...args)),
      list: (...args) => misnamed(good.list(...args)),
      send: (...args) => misnamed(good.send(...args)),
    }),
  };
}

const identitySaboteurs: readonly GatewaySpoiler[] = [
  {
    name: 'recognises an invoice by its reference',
    spoil: (good) => {
      const known = new Map<unknown, LedgerRecord>();
      return {
        ...good,
        send: async (access, write, key) => {
          const document = (sentBody(write) as { Invoices?: { Reference?: string }[] }).Invoices?.[0];
          const reference = write.creates ? document?.Reference : undefined;
          const record = known.get(reference) ?? (await good.send(access, write, key));
          if (reference !== undefined) known.set(reference, record);
          return record;
        },
      };
    },
  },
  spoils('creates by the verb that also updates', (good) => ({
    prepare: (intent) => repacked(good.prepare(intent), { method: 'POST' }),
  })),
  spoils('sends without the key it was given', (good) => ({
    send: (access, write) => good.send(access, write, randomUUID()),
  })),
  spoils('mails again under a key of its own', (good) => ({
    emailInvoice: (access, providerId) => good.emailInvoice(access, providerId, randomUUID()),
  })),
  spoils('attaches again under a key of its own', (good) => ({
    attach: (access, record, file) =>
      (good.attach as NonNullable<typeof good.attach>)(access, record, file, randomUUID()),
  })),
  spoils('adds a note again under a key of its own', (good) => ({
    addNote: (access, record, note) =>
      (good.addNote as NonNullable<typeof good.addNote>)(access, record, note, randomUUID()),
  })),
  spoils('makes a request again under a key of its own', (good) => ({
    passWrite: (access, request) =>
      (good.passWrite as NonNullable<typeof good.passWrite>)(access, request, randomUUID()),
  })),
  spoils('throws what the provider refuses of a request', (good) => ({
    passWrite: async (...call) => {
      const answer = await (good.passWrite as NonNullable<typeof good.passWrite>)(...call);
      if (answer.status >= 400) throw new Error(`refused ${answer.status}`);
      return answer;
    },
  })),
  spoils('tells a note in other words', (good) => ({
    readHistory: async (access, record) =>
      (await (good.readHistory as NonNullable<typeof good.readHistory>)(access, record)).map((one) => ({
        ...one,
        details: one.details.replace(/<[^>]*>/g, ''),
      })),
  })),
  spoils('tells the columns of a report the other way round', (good) => ({
    readReport: async (access, asked) => {
      const report = await (good.readReport as NonNullable<typeof good.readReport>)(access, asked);
      return { ...report, columns: report.columns.toReversed() };
    },
  })),
  spoils('gives the title of a section an amount', (good) => ({
    readReport: async (access, asked) => {
      const report = await (good.readReport as NonNullable<typeof good.readReport>)(access, asked);
      const values = Object.fromEntries(report.columns.map(({ key }) => [key, '0']));
      return { ...report, rows: report.rows.map((row) => ({ ...row, values: { ...values, ...row.values } })) };
    },
  })),
  spoils('reads a report twice', (good) => ({
    readReport: async (access, asked) => {
      const read = good.readReport as NonNullable<typeof good.readReport>;
      await read(access, asked);
      return read(access, asked);
    },
  })),
  spoils('takes the day of another century', (good) => ({
    dayInBooks: (...books) => (good.dayInBooks as NonNullable<typeof good.dayInBooks>)(...books).replace('20', '19'),
  })),
  spoils('shows no file online', (good) => ({
    attach: (access, record, file, key) =>
      (good.attach as NonNullable<typeof good.attach>)(access, record, { ...file, includeOnline: false }, key),
  })),
  spoils('encodes no name', (good) => ({
    attach: (access, record, file, key) => {
      const filename = file.filename.replace(/[#?].*/, '.pdf').normalize('NFD');
      return (good.attach as NonNullable<typeof good.attach>)(access, record, { ...file, filename }, key);
    },
  })),
  spoils('takes a number for an id', (good) => ({
    read: async (access, type, id) => {
      const silent = { ...access, report: () => undefined };
      const { records } = await good.list(silent, type, { since: null, after: null });
      const found = records.find(({ fields }) =>
        [fields['number'], fields['code'], fields['contact_number']].includes(id),
      );
      return found ?? good.read(access, type, id);
    },
  })),
];

type Allocating = Required<Pick<LedgerGateway, 'allocate' | 'removeAllocation'>>;

const allocationSaboteurs: readonly GatewaySpoiler[] = [
  spoils('allocates again under a key of its own', (good) => ({
    allocate: (access, credit, allocation) => (good as Allocating).allocate(access, credit, allocation, randomUUID()),
  })),
  spoils('allocates whole amounts', (good) => ({
    allocate: (access, credit, { amount, ...to }, key) =>
      (good as Allocating).allocate(access, credit, { ...to, amount: Math.floor(amount) }, key),
  })),
  spoils('removes no allocation', (_good: LedgerGateway) => ({ removeAllocation: async () => {} })),
  spoils('takes back what is gone', (good) => ({
    removeAllocation: (access, credit, id) =>
      (good as Allocating).removeAllocation(access, credit, id).catch((error: unknown) => {
        if (!(error instanceof ServiceError) || error.code !== 'NOT_FOUND') throw error;
      }),
  })),
  spoils('allocates less than it is asked for rather than nothing', (good) => ({
    allocate: (access, credit, allocation, key) =>
      (good as Allocating)
        .allocate(access, credit, allocation, key)
        .catch(() => (good as Allocating).allocate(access, credit, { ...allocation, amount: 1 }, randomUUID())),
  })),
];

const readingSaboteurs: readonly GatewaySpoiler[] = [
  { name: 'ends every list after a page', spoil: (good) => withList(good, (page) => ({ ...page, next: null })) },
  { name: 'never ends a list', spoil: (good) => withList(good, (page) => ({ ...page, next: page.next ?? 'more' })) },
  {
    name: 'hands out cursors of any length',
    spoil: (good) => withList(good, (page) => ({ ...page, next: page.next?.padEnd(1001) ?? null })),
  },
  spoils('lists everything whatever it is asked since', (good) => ({
    list: (access, type, query) => good.list(access, type, { ...query, since: null }),
  })),
  spoils('counts records from the first, and skips those that move up', (good) => ({
    async list(access, type, { since, after }) {
      const records: LedgerRecord[] = [];
      let page: LedgerPage | undefined;
      for (let pages = 0; page?.next !== null && pages < 500; pages++) {
        page = await good.list(access, type, { since, after: page?.next ?? null });
        records.push(...page.records);
      }
      const [from, size] = [Number(after) || 0, 20];
      const next = records.length > from + size ? String(from + size) : null;
      return { records: records.slice(from, from + size), unreadable: [], next };
    },
  })),
  spoils('refuses a cursor that it cannot read', (good) => ({
    async list(access, type, query) {
      if (query.after?.includes('no')) throw new ServiceError('BAD_REQUEST', 'no such page');
      return good.list(access, type, query);
    },
  })),
  spoils('writes unit amounts to two decimals', (good) => ({
    prepare: (intent) => {
      const write = good.prepare(intent);
      return repacked(write, { path: String(write.payload['path']).replace('?unitdp=4', '') });
    },
  })),
  spoils('reads many, and forgets the last', (good) => ({
    readMany: (access, type, ids) => good.readMany(access, type, ids.slice(0, -1)),
  })),
  spoils('reads many, each by a call of its own', (good) => ({
    readMany: async (access, type, ids) => {
      const pages = await Promise.all(ids.map((id) => good.readMany(access, type, [id])));
      return { records: pages.flatMap(({ records }) => records), unreadable: [] };
    },
  })),
];

function withList(
  good: LedgerGateway,
  change: (page: Awaited<ReturnType<LedgerGateway['list']>>) => Awaited<ReturnType<LedgerGateway['list']>>,
): LedgerGateway {
  return { ...good, list: async (...args) => change(await good.list(...args)) };
}

const errorSaboteurs: readonly GatewaySpoiler[] = [
  misnaming('never says what became of a write', ({ code, message, details: { outcome: _lost, ...rest } }) => {
    return new ServiceError(code, message, rest);
  }),
  spoils('tells the token in its errors', (good) => ({
    read: async (access, type, id) =>
      good.read(access, type, id).catch((error: unknown) => {
        if (!(error instanceof ServiceError)) throw error;
        throw new ServiceError(error.code, `no such thing for ${access.accessToken}: ${error.message}`, error.details);
      }),
  })),
  spoils('does not report refused calls', (good) => ({
    read: (access, type, id) =>
      good.read({ ...access, report: (call) => (call.status === 200 ? access.report(call) : undefined) }, type, id),
  })),
  spoils('prepares other bytes each time', (good) => ({
    prepare: (intent) => rewritten(good.prepare(intent), (document) => ({ ...document, Nonce: randomUUID() })),
  })),
];

const togetherSaboteurs: readonly GatewaySpoiler[] = [
  spoils('answers several writes in another order', (good) => ({
    sendMany: async (...asked) => (await good.sendMany(...asked)).toReversed(),
  })),
  spoils('answers those that were written only', (good) => ({
    sendMany: async (...asked) => (await good.sendMany(...asked)).filter((answer) => !(answer instanceof ServiceError)),
  })),
  spoils('answers several writes with the record of the first', (good) => ({
    async sendMany(...asked) {
      const answers = await good.sendMany(...asked);
      const isAlike = new Set(asked[1].map(({ payload }) => JSON.stringify(payload))).size === 1;
      return isAlike ? answers.map(() => answers[0] ?? null) : answers;
    },
  })),
  spoils('refuses several writes for one of them', (good) => ({
    async sendMany(...asked) {
      const answers = await good.sendMany(...asked);
      for (const answer of answers) if (answer instanceof ServiceError) throw answer;
      return answers;
    },
  })),
  spoils('sends several writes under a key of its own', (good) => ({
    sendMany: (access, writes) => good.sendMany(access, writes, randomUUID()),
  })),
  spoils('sends several writes by a call each', (good) => ({
    sendMany: (access, writes, key) =>
      Promise.all(
        writes.map((write, i) =>
          good.send(access, write, `${key}${i}`).catch((error: unknown) => error as ServiceError),
        ),
      ),
  })),
];

export const gatewaySaboteurs: readonly GatewaySpoiler[] = [
  ...identitySaboteurs,
  ...allocationSaboteurs,
  ...readingSaboteurs,
  ...errorSaboteurs,
  ...togetherSaboteurs,
];
