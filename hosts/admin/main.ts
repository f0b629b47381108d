import { run } from '../cli/run.ts';
import { ownWorld } from '../cli/world.ts';

const code = await run(['admin', ...process.argv.slice(2)], ownWorld());
if (code !== 0) process.exitCode = code;
