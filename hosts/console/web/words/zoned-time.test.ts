import { expect } from 'chai';
import { instantOf, wallTime, zonedInput } from './zoned-time.ts';

describe('a time in a zone', () => {
  for (const [zone, utc, wall] of [
    ['UTC', '2026-11-26T20:22:33Z', '2026-11-26 20:22:33'],
    ['Europe/Berlin', '2026-11-26T23:59:59Z', '2026-11-27 00:59:59'],
    ['Europe/Berlin', '2026-07-01T22:00:00Z', '2026-07-02 00:00:00'],
    ['Asia/Kolkata', '2026-01-01T00:00:00Z', '2026-01-01 05:30:00'],
    ['America/St_Johns', '2026-01-01T00:00:00Z', '2025-12-31 20:30:00'],
    ['Pacific/Kiritimati', '2026-01-01T10:00:00Z', '2026-01-02 00:00:00'],
  ] as const)
    it(`of ${utc} in ${zone} is ${wall}, and reads back to the minute`, () => {
      const at = new Date(utc);
      expect(wallTime(at, zone)).to.equal(wall);
      expect(zonedInput(at, zone)).to.equal(wall.slice(0, 16).replace(' ', 'T'));
      expect(instantOf(zonedInput(at, zone), zone)?.getTime()).to.equal(Math.floor(at.getTime() / 60_000) * 60_000);
    });

  for (const [change, zone, text, utc] of [
    ['skipped by summer time', 'Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
    ['just after it', 'Europe/Berlin', '2026-03-29T03:00', '2026-03-29T01:00:00.000Z'],
    ['shown twice', 'Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
    ['just after that', 'Europe/Berlin', '2026-10-25T03:00', '2026-10-25T02:00:00.000Z'],
    ['shown twice', 'America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
    ['skipped', 'America/New_York', '2026-03-08T02:15', '2026-03-08T07:15:00.000Z'],
    ['shown twice for half an hour', 'Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45:00.000Z'],
  ] as const)
    it(`${change} is ${utc}: ${text} in ${zone}`, () => expect(instantOf(text, zone)?.toISOString()).to.equal(utc));

  it('that is incomplete is none', () => {
    for (const text of ['', '2026-13-01T00:00']) expect(instantOf(text, 'UTC'), text).to.equal(undefined);
  });
});
