export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Messages for operators. Never secrets, never accounting documents. */
export interface Log {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  /** `cause` is logged with its stack. */
  error(message: string, cause: unknown, fields?: LogFields): void;
}
