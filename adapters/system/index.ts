// Fills the clock and id-generator ports from the platform.
export { createSystemClock } from './clock.ts';
export { createIdGenerator } from './id-generator.ts';
