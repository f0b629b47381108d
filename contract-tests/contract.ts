// What a contract is: promises as data, so that any runner, and any adapter of a stranger, can be held to them.

export interface Clause<Subject> {
  /** The promise, as a sentence. */
  readonly name: string;
  /** False for a subject that does not promise it; the clause is then not checked. */
  readonly needs?: (subject: Subject) => boolean;
  /** Rejects when the subject breaks the promise. */
  readonly check: (subject: Subject) => Promise<void>;
}

export interface Contract<Subject> {
  readonly port: string;
  readonly clauses: readonly Clause<Subject>[];
}

export interface Opened<Subject> {
  readonly subject: Subject;
  /** Lets go of what was opened for it. */
  close(): Promise<void>;
}

/** Makes subjects; each clause gets one that no other clause has touched. */
export interface Harness<Subject> {
  /** A fresh subject; `close` is called when its clause has ended, however it ended. */
  open(): Promise<Opened<Subject>>;
}

/** mocha's, node:test's or another runner's two words. */
export interface Runner {
  /** Groups the tests that `body` declares. */
  describe(name: string, body: () => void): void;
  /** Declares a test; it fails when `body` rejects. */
  it(name: string, body: () => Promise<void>): void;
}

/** Declares one test a clause; one that the subject does not promise passes, and is told. */
export function verify<Subject>(contract: Contract<Subject>, harness: Harness<Subject>, runner: Runner): void {
  runner.describe(contract.port, () => {
    for (const clause of contract.clauses)
      runner.it(clause.name, async () => {
        const isPromised = await checkClause(clause, harness);
        if (!isPromised) process.stdout.write(`left out, as it is not promised: ${clause.name}\n`);
      });
  });
}

/** The first clause that the subject breaks, and how: undefined for a good adapter, not for a saboteur. */
export async function firstBroken<Subject>(
  contract: Contract<Subject>,
  harness: Harness<Subject>,
): Promise<{ readonly clause: string; readonly error: unknown } | undefined> {
  for (const clause of contract.clauses) {
    try {
      await checkClause(clause, harness);
    } catch (error) {
      return { clause: clause.name, error };
    }
  }
  return undefined;
}

async function checkClause<Subject>(clause: Clause<Subject>, harness: Harness<Subject>): Promise<boolean> {
  const { subject, close } = await harness.open();
  try {
    const isPromised = clause.needs?.(subject) ?? true;
    if (isPromised) await clause.check(subject);
    return isPromised;
  } finally {
    await close();
  }
}
