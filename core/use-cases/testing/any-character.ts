import fc from 'fast-check';

const firstHalf = 0xd800;
const halves = 0x800;

/** Every character of Unicode. fast-check's unit `binary` equals it, but first builds a map of a hundred megabytes. */
export const anyCharacter = fc.nat({ max: 0x10ffff - halves }).map(
  (place) => String.fromCodePoint(place < firstHalf ? place : place + halves),
  (text) => {
    const point = typeof text === 'string' ? text.codePointAt(0) : undefined;
    if (point === undefined || text !== String.fromCodePoint(point)) throw new Error('not a character');
    if (point >= firstHalf && point < firstHalf + halves) throw new Error('half of a character');
    return point < firstHalf ? point : point - halves;
  },
);
