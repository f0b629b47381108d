// Mocha's functions by the names of `node:test` (package-from-source.ts).
const { describe: describeOfMocha, it: itOfMocha, before: beforeOfMocha, after: afterOfMocha } = globalThis;

export {
  afterOfMocha as after,
  beforeOfMocha as before,
  describeOfMocha as describe,
  itOfMocha as it,
  itOfMocha as test,
};
