import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { sizingPage } from './sizing-page.ts';

/** Prints the plan; with `--write` it becomes `docs/sizing.md`. */
const page = sizingPage();
if (process.argv.includes('--write')) writeFileSync(path.join(import.meta.dirname, '../../docs/sizing.md'), page);
else process.stdout.write(page);
