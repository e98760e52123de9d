import { systemClock } from '../clock.ts';
import { ConfigError, readConfig } from '../config.ts';
import { createLogger } from '../log.ts';
import { Sender } from '../sender/sender.ts';
import { openBesideServer } from '../store/open-store.ts';
import { accountCommands } from './account-commands.ts';
import { auditCommands } from './audit-commands.ts';
import { chatCommands } from './chat-commands.ts';
import { type Command, say, UsageError } from './command.ts';
import { contentCommands } from './content-commands.ts';
import { noticeCommands } from './notice-commands.ts';
import { letterWords } from './outbox-words.ts';
import { preflight, preflightUsage } from './preflight.ts';
import { reviewCommands } from './review-commands.ts';
import { stopCommands } from './stop-commands.ts';
import { withdrawalCommands } from './withdrawal-commands.ts';
import { workOrderCommands } from './work-order-commands.ts';

/**
 * `npm run operator -- <command>`: customer service, beside a running exchange. It reaches the same
 * PostgreSQL: that of DATABASE_URL, or the embedded one of DATA_DIR, whose password only its owner can read.
 */
const lettersShown = 20;

const commands: Readonly<Record<string, Command>> = {
  ...reviewCommands,
  ...withdrawalCommands,
  ...chatCommands,
  ...workOrderCommands,
  ...contentCommands,
  ...noticeCommands,
  ...stopCommands,
  ...accountCommands,
  ...auditCommands,
  outbox: {
    usage: 'outbox',
    meaning: `The newest ${lettersShown} letters and messages, with the codes that nobody delivered.`,
    async run(database) {
      const sender = new Sender(database, systemClock, createLogger('silent'), {});
      const letters = await sender.list(lettersShown);
      say(
        letters.length === 0
          ? 'The outbox is empty.'
          : letters.map((one) => letterWords(one, systemClock())).join('\n\n'),
      );
      return true;
    },
  },
};

function usage(): string {
  const lines = [...Object.values(commands), preflightUsage].map(
    (command) => `  ${command.usage.padEnd(40)} ${command.meaning}`,
  );
  return ['npm run operator -- <command>', '', ...lines].join('\n');
}

async function main([name = '', ...args]: readonly string[]): Promise<boolean> {
  // The only one that has something to say where no exchange runs.
  if (name === 'preflight' && args.length === 0) return preflight(readConfig(process.env));
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    say(usage());
    return name === '' || name === 'help';
  }
  const database = openBesideServer(readConfig(process.env));
  try {
    return await command.run(database, args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    say(`${error.message}\n\n  ${command.usage}`);
    return false;
  } finally {
    await database.close();
  }
}

try {
  process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
} catch (error) {
  const words = error instanceof ConfigError || !(error instanceof Error) ? String(error) : error.message;
  process.stderr.write(`${words}\n`);
  process.exitCode = 1;
}
