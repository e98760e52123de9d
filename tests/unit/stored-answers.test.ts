import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

/**
 * What the device has stored may come after the screen that shows it: a screen that reads the cache once shows nothing for
 * good then. Screens observe queries; who reads the cache beside that is listed with how it does.
 */

const root = path.join(import.meta.dirname, '../..');

const readsOnce: Readonly<Record<string, string>> = {
  'src/app/features/chat/room/room.ts': 'observes the query, and reads again when it changes',
  'src/app/features/help/use-text-search.ts': 'reads when somebody types, and again when the texts change',
  'src/app/features/shell/prefetch.ts': 'compares with what the stream says; nothing is shown of it',
};

it('screens observe what the device has stored', () => {
  const readers = globSync('src/app/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .filter((file) => /\.getQuer(?:y|ies)Data\b/.test(readFileSync(path.join(root, file), 'utf8')));
  expect(readers.toSorted()).toEqual(Object.keys(readsOnce));
});
