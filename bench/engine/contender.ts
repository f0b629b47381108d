// What every engine in the comparison must be able to do, so that all of them are measured by the same hands.

/** `one-step` ends at once; `two-step` keeps the results of two steps durably before it ends. */
export type Task = 'one-step' | 'two-step';

export type ComparedPart = 'jobs' | 'steps' | 'latency';

/** What a job carries, the same for all. */
export type Payload = {
  /** When it was queued, in milliseconds of the machine's clock; 0 where nobody asks. */
  readonly at: number;
  readonly note: string;
};

export const payloadOf = (at: number): Payload => ({
  at,
  note: 'a hundred bytes or so, as an id and a few words are'.repeat(2),
});

/** Milliseconds of the machine's clock with fractions, comparable between processes of one machine. */
export const nowMs = (): number => performance.timeOrigin + performance.now();

/** An engine inside one worker process. */
export interface Engine {
  /** From here on it takes jobs. */
  start(): Promise<void>;
  /** Takes no more and ends what runs. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

/** An engine inside a process that queues jobs one at a time. */
export interface Enqueuer {
  add(): Promise<void>;
  close(): Promise<void>;
}

export interface Contender {
  readonly name: string;
  /** Its settings, for people. */
  readonly settings: string;
  /** What it is compared in. */
  readonly parts: readonly ComparedPart[];
  /** SQL with one row and the column `open`: whether anything is still to be done. */
  readonly openSql: string;
  /** SQL with one row and the column `done`: how many ended well; absent where ended jobs are deleted. */
  readonly doneSql?: string;
  /** Brings an empty database to where jobs can be queued. */
  install(url: string): Promise<void>;
  /** Queues `count` jobs, and sees to what the engine wants to know about its backlog. */
  enqueue(url: string, task: Task, count: number): Promise<void>;
  /** `ran` is called with the payload's `at` at the beginning of each job. */
  open(url: string, task: Task, ran: (at: number) => void): Promise<Engine>;
  /** Absent where it is not compared in latency. */
  enqueuer?(url: string, task: Task): Promise<Enqueuer>;
}
