import { enableCompileCache } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** `npm run operator -- <command>`: the console of the operator, from its bundle. */
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url)));
const { programToStart } = await import('./server-bundle/bundled-program.ts');
const program = await programToStart('src/server/operator/main.ts', (text) => process.stderr.write(text));
await import(pathToFileURL(program).href);
