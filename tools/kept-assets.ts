import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** How long the files of a superseded build stay reachable: pages that are still open ask for them. */
const keptMs = 24 * 3_600_000;

/** When each file of older builds was superseded, in epoch milliseconds. */
type Superseded = Record<string, number>;

function readRecord(path: string): Superseded {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Superseded) : {};
}

const packed = /\.(?:br|gz)$/;

async function isSame(before: string, now: string): Promise<boolean> {
  return existsSync(before) && (await readFile(before)).equals(await readFile(now));
}

/** The files of earlier builds, moved aside while a new one is made. */
export interface SetAside {
  /**
   * Puts back what is younger than a day and not part of the new build, and what the new build made the same, with what
   * it was compressed to.
   */
  readonly putBack: (nowMs: number) => Promise<void>;
}

/**
 * Moves the hashed files of the standing build aside.
 *
 * @param directory the built page
 */
export async function setAssetsAside(directory: string): Promise<SetAside> {
  const assets = join(directory, 'assets');
  const aside = join(dirname(directory), 'superseded-assets');
  const recordPath = join(dirname(directory), 'superseded-assets.json');
  await rm(aside, { recursive: true, force: true });
  if (existsSync(assets)) await rename(assets, aside);
  return {
    async putBack(nowMs) {
      if (!existsSync(aside)) return;
      await mkdir(assets, { recursive: true });
      const before = readRecord(recordPath);
      const made = new Set(await readdir(assets));
      const same = new Set<string>();
      for (const name of made) if (await isSame(join(aside, name), join(assets, name))) same.add(name);
      const record: Superseded = {};
      for (const name of await readdir(aside)) {
        const plain = name.replace(packed, '');
        const since = before[plain] ?? nowMs;
        if (plain.endsWith('.map')) continue;
        if (made.has(plain)) {
          if (!same.has(plain)) continue;
        } else {
          if (nowMs - since >= keptMs) continue;
          record[plain] = since;
        }
        await rename(join(aside, name), join(assets, name));
      }
      await rm(aside, { recursive: true, force: true });
      await writeFile(recordPath, `${JSON.stringify(record)}\n`);
    },
  };
}
