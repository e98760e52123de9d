import { runServer } from './main/run-server.ts';

/** The exchange alone, without the app and without a supervisor. */
await runServer(null);
