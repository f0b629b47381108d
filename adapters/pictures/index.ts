export { smallPng } from './small-png.ts';
