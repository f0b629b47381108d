/** Ends a walk whose connection is no longer active: no failure, there is nothing to walk. */
export class WalkAbandoned extends Error {
  constructor() {
    super('the connection is no longer active');
    this.name = 'WalkAbandoned';
  }
}
