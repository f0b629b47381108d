// What the builder of the image is given: the checkout without what .dockerignore leaves out; and copies of trees.
import { copyFileSync, cpSync, linkSync, lstatSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { ignoring } from './dockerfile.ts';

/** Into a folder: a file by its name, of a folder everything that it holds. Throws where that is nothing. */
export function copyContext(source: string, folder: string): void {
  const isLeftOut = ignoring('.dockerignore');
  const isFolder = lstatSync(source).isDirectory();
  const wanted = (isFolder ? filesBelow(source) : [source]).filter((file) => !isLeftOut(file));
  if (wanted.length === 0) throw new Error(`COPY ${source}: .dockerignore leaves nothing of it`);
  for (const file of wanted) {
    const target = path.join(folder, isFolder ? path.relative(source, file) : path.basename(file));
    mkdirSync(path.dirname(target), { recursive: true });
    copyFileSync(file, target);
  }
}

/** Large and never part of an image; not walked, which takes long. */
const notWalked = new Set(['node_modules', '.git', 'var']);

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return notWalked.has(entry.name) ? [] : filesBelow(file);
    return entry.isFile() ? [file] : [];
  });
}

/** Which npm writes in its place, so that a second name of the same file would change with it. */
const writtenInPlace = '.package-lock.json';

/** A copy without the time and room of one: files are second names of the same. Where that cannot be, a copy. */
export function linkTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (entry.isDirectory()) linkTree(source, target);
    else if (entry.name === writtenInPlace) copyFileSync(source, target);
    else link(source, target);
  }
}

function link(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    cpSync(source, target);
  }
}
