import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Generates the first migration anew from the tables of every area, and the second, `guards`, from their
 * hand-written `guards.sql`: triggers and constraints that Drizzle has no words for. For as long as no
 * exchange keeps data of an older build; from then on migrations are only added (`npm run migrations`).
 */
const root = path.join(import.meta.dirname, '..');
const folder = path.join(root, 'src/server/store/migrations');

function generate(...args: readonly string[]): void {
  const kit = path.join(root, 'node_modules/drizzle-kit/bin.cjs');
  const outcome = spawnSync(process.execPath, [kit, 'generate', ...args], { cwd: root, stdio: 'inherit' });
  if (outcome.status !== 0) process.exit(outcome.status ?? 1);
}

rmSync(folder, { recursive: true, force: true });
generate('--name', 'tables');
generate('--custom', '--name', 'guards');

const guards = globSync('src/server/**/guards.sql', { cwd: root })
  .filter((file) => !file.includes('migrations'))
  .toSorted()
  .map((file) => readFileSync(path.join(root, file), 'utf8').trim());
writeFileSync(path.join(folder, '0001_guards.sql'), `${guards.join('\n--> statement-breakpoint\n')}\n`);
