// What a suite opens, each in a line: `const service = openedOnce(() => openService());`. What these functions return stands for
// what the hook has opened last: it is named and passed on while the suite is declared, and used by hooks and cases.

/** Opened before the suite's first case; what has a `close` is closed after the last. */
export function openedOnce<T extends object>(open: () => T | Promise<T>): T {
  const { standIn, fill, close } = place<T>();
  before(async () => fill(await open()));
  after(close);
  return standIn;
}

/** Opened before each case; what has a `close` is closed after it. */
export function openedEach<T extends object>(open: () => T | Promise<T>): T {
  const { standIn, fill, close } = place<T>();
  beforeEach(async () => fill(await open()));
  afterEach(close);
  return standIn;
}

function place<T extends object>() {
  let opened: T | undefined;
  const current = (): T => {
    if (opened === undefined) throw new Error('it is opened by a hook: use it in a hook or a case');
    return opened;
  };
  return {
    standIn: standInFor(current),
    fill: (value: T) => {
      opened = value;
    },
    /** Nothing, if opening has failed. */
    close: async () => {
      if (opened && 'close' in opened && typeof opened.close === 'function') await opened.close();
    },
  };
}

/** An object whose properties are those of `current`, at every look. For plain objects: not for lists, dates or classes. */
export function standInFor<T extends object>(current: () => T): T {
  return new Proxy({} as T, {
    get: (_, name) => Reflect.get(current(), name),
    set: (_, name, value) => Reflect.set(current(), name, value),
    has: (_, name) => Reflect.has(current(), name),
    ownKeys: () => Reflect.ownKeys(current()),
    getPrototypeOf: () => Reflect.getPrototypeOf(current()),
    getOwnPropertyDescriptor(_, name) {
      const found = Reflect.getOwnPropertyDescriptor(current(), name);
      return found && { ...found, configurable: true };
    },
  });
}
