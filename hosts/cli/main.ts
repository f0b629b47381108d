#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { run } from './run.ts';
import { ownWorld } from './world.ts';

// Reads `.env` like the npm scripts; the environment overrides it.
const file = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {};
Object.assign(process.env, { ...file, ...process.env });
const code = await run(process.argv.slice(2), { ...ownWorld(), file });
if (code !== 0) process.exitCode = code;
