// `npm start`: everything offline, with the walk to paste.
import { runHost } from '../composition/run-host.ts';
import { allDefaults, startAll } from './start-all.ts';
import { walk } from './walk.ts';

await runHost(process.env, (config, shutdown) => startAll(config, shutdown, walk), allDefaults);
