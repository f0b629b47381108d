import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';

const ownPackage = findPackageJSON('..', import.meta.url) ?? 'package.json';

/** The version of this build. */
export const version = String(JSON.parse(readFileSync(ownPackage, 'utf8')).version);
