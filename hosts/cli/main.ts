#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { run } from './run.ts';
import { ownWorld } from './world.ts';

// As the npm scripts do; the environment overrides the file.
const file = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {};
Object.assign(process.env, { ...file, ...process.env });
const code = await run(process.argv.slice(2), { ...ownWorld(), file });
if (code !== 0) process.exitCode = code;
