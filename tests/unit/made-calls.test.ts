import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { calls } from '#protocol/calls.ts';

const root = path.join(import.meta.dirname, '../..');

/** Names outcomes of every call that moves money, whether a screen makes it or not. */
const labels = 'src/app/features/outcomes/outcome-labels.ts';

const sources = globSync('{src/app,src/hub,sw}/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/\.test\.tsx?$|(?:^|[/-])testing[\w-]*\.tsx?$/.test(file) && file !== labels)
  .map((file) => readFileSync(path.join(root, file), 'utf8'))
  .join('\n');

const isMade = (name: string) => sources.includes(`'${name}'`);

/** Calls that the page of deviations gives a reason for. */
function excused(): string[] {
  const text = readFileSync(path.join(root, 'docs/spec-deviations.md'), 'utf8');
  const [, section = ''] = text.split('## Calls that no screen makes');
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  return rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`((?:GET|POST|PUT|DELETE) [^`]+)`/g)].map(([, name = '']) => name),
  );
}

it('has every call made by the page or its hub, or a reason why not', () => {
  const unmade = Object.keys(calls).filter((name) => !isMade(name));
  expect(unmade.toSorted()).toEqual(excused().toSorted());
});
