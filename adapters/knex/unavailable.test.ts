import { expect } from 'chai';
import { StorageUnavailable } from '#core/ports';
import { driverCode } from './dialect.ts';
import { asUnavailable } from './unavailable.ts';

const failure = (code?: string, message = 'what the driver said') =>
  Object.assign(new Error(message), code === undefined ? {} : { code });

describe('a failure of a driver', () => {
  it('means that the database is not to be had, where it may succeed later without a change', () => {
    for (const code of [
      // A lost connection, a full disk, too many connections, ended by an operator, by a crash, by a time-out.
      ...['08006', '08P01', '53100', '53200', '53300', '57014', '57P01', '57P02', '57P03', '58030'],
      // A standby, a transaction left open, a deadlock, a lock not had.
      ...['25006', '25P03', '40001', '40P01', '55P03'],
      ...['SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT', 'SQLITE_LOCKED', 'SQLITE_FULL', 'SQLITE_IOERR_WRITE'],
      ...['SQLITE_READONLY', 'SQLITE_READONLY_DBMOVED', 'SQLITE_CANTOPEN', 'SQLITE_PROTOCOL'],
      ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
    ]) {
      const told = asUnavailable(failure(code));
      expect(told, code).to.be.instanceOf(StorageUnavailable);
      expect(driverCode(told), code).to.equal(code);
    }
    for (const message of ['Connection terminated unexpectedly', 'Client was closed and is not queryable']) {
      expect(asUnavailable(failure(undefined, message)), message).to.be.instanceOf(StorageUnavailable);
    }
  });

  it('stays what it is, where it is a defect or the content is refused', () => {
    for (const code of [
      '22P02',
      '23505',
      '42601',
      '42P01',
      '42501',
      '25P02',
      'SQLITE_CONSTRAINT_UNIQUE',
      'SQLITE_ERROR',
      'SQLITE_CORRUPT',
    ]) {
      const error = failure(code);
      expect(asUnavailable(error), code).to.equal(error);
    }
    for (const thrown of [
      failure(),
      failure(undefined, 'the query mentions Connection terminated'),
      'text',
      undefined,
    ]) {
      expect(asUnavailable(thrown)).to.equal(thrown);
    }
  });
});
