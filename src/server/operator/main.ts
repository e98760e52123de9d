import { operatorConsole } from './console.ts';

/**
 * `npm run operator -- <command>`: customer service, beside a running exchange. It reaches the same
 * PostgreSQL: that of DATABASE_URL, or the embedded one of DATA_DIR, whose password only its owner can read.
 */
process.exitCode = await operatorConsole(process.argv.slice(2), process.env, (text) => process.stderr.write(text));
