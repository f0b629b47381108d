// The child's side of a conversation with `children.ts`.

export type Message = Readonly<Record<string, unknown>>;
type Deeds = Readonly<Record<string, (message: Message) => Promise<Message>>> & {
  readonly close: () => Promise<Message>;
};

/** Tells the parent that all is ready, then does as it is told; ends after `close`, or when the parent is gone. */
export function serveParent(deeds: Deeds): void {
  const answer = async (message: Message): Promise<void> => {
    const { ask, id } = message;
    try {
      const deed = deeds[String(ask)];
      if (!deed) throw new Error(`cannot ${String(ask)}`);
      process.send?.({ id, answer: await deed(message) });
    } catch (error) {
      process.send?.({ id, failed: String(error instanceof Error ? error.stack : error) });
    }
    if (ask === 'close') end();
  };
  process.on('message', (message: Message) => void answer(message));
  process.once('disconnect', () => process.exit(1));
  // The terminal interrupts the whole group; the parent decides what becomes of its children.
  process.on('SIGINT', () => {});
  process.send?.({ ready: true });
}

/** After what is on its way is out. */
function end(): void {
  process.removeAllListeners('disconnect');
  process.disconnect?.();
  setImmediate(() => process.exit(0));
}
