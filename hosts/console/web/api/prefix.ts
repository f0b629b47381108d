/** Where the service is mounted, such as `/books`; empty at the root of its host. This script's own address tells. */
export const prefix = /^(.*)\/console\/assets\//.exec(new URL(import.meta.url).pathname)?.[1] ?? '';
