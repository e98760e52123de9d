import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { nodeScript, runCommand } from './run-command.ts';

/**
 * `npm run types`: checks every program under its own tsconfig, so that the compiler keeps the walls between them. What
 * was checked before is remembered in the packages' cache, so that a second run looks at what changed alone.
 */
const root = path.join(import.meta.dirname, '..');

const waiting = globSync('{src,sw,tests}/**/tsconfig.json', { cwd: root }).toSorted();

let failed = 0;
async function checkNext(): Promise<void> {
  for (let project = waiting.shift(); project !== undefined; project = waiting.shift()) {
    const remembered = path.join(root, 'node_modules/.cache/types', `${project.replaceAll(/[/\\]/g, '-')}.tsbuildinfo`);
    const tsc = nodeScript(
      'node_modules/typescript/bin/tsc',
      '-p',
      project,
      '--incremental',
      '--tsBuildInfoFile',
      remembered,
    );
    const { ok, output } = await runCommand(tsc, false);
    if (!ok) failed += 1;
    process.stdout.write(`${ok ? 'ok    ' : 'failed'} ${project}\n${output}`);
  }
}

await Promise.all(Array.from({ length: Math.min(3, availableParallelism()) }, checkNext));
process.exitCode = failed === 0 ? 0 : 1;
