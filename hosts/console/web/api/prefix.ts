/** Where the service is mounted, such as `/books`, or '' at the root of its host; read from this script's URL. */
export const prefix = /^(.*)\/console\/assets\//.exec(new URL(import.meta.url).pathname)?.[1] ?? '';
