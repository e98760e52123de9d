import { readConfig } from '../core/config/config.ts';
import { instruments } from '../core/instruments/instruments.ts';
import { readInstruments } from '../core/instruments/store.ts';
import { openBesideServer } from '../core/store/beside-server.ts';
import { type Command, say, UsageError } from './command.ts';

type Commands = Readonly<Record<string, Command>>;

/** Commands that are loaded together. */
interface CommandGroup {
  readonly names: readonly string[];
  readonly load: () => Promise<Commands>;
}

/** A command loads only its own group, which saves half a second of CPU time. */
export const commandGroups: readonly CommandGroup[] = [
  {
    names: ['reviews', 'review', 'approve', 'refuse', 'review-log'],
    load: async () => (await import('./review-commands.ts')).reviewCommands,
  },
  {
    names: ['withdrawals', 'retry-payout', 'release-payout', 'give-back'],
    load: async () => (await import('./withdrawal-commands.ts')).withdrawalCommands,
  },
  {
    names: ['rescan', 'rescans', 'deposits-aside', 'retry-deposit'],
    load: async () => (await import('./deposit-commands.ts')).depositCommands,
  },
  { names: ['chat'], load: async () => (await import('./chat-commands.ts')).chatCommands },
  {
    names: ['ticket', 'orders', 'order', 'answer', 'close-order', 'order-log'],
    load: async () => (await import('./ticket-commands.ts')).ticketCommands,
  },
  { names: ['content'], load: async () => (await import('./content-commands.ts')).contentCommands },
  { names: ['notice'], load: async () => (await import('./notice-commands.ts')).noticeCommands },
  {
    names: ['stop', 'resume', 'stops', 'stop-log'],
    load: async () => (await import('./stop-commands.ts')).stopCommands,
  },
  {
    names: ['launchpad', 'launch', 'launches'],
    load: async () => (await import('./launchpad/launchpad-commands.ts')).launchpadCommands,
  },
  { names: ['list'], load: async () => (await import('./instruments/list-commands.ts')).listCommands },
  {
    names: ['applications'],
    load: async () => (await import('./instruments/application-commands.ts')).applicationCommands,
  },
  { names: ['backing'], load: async () => (await import('./instruments/backing-commands.ts')).backingCommands },
  { names: ['rate', 'rates'], load: async () => (await import('./rate-commands.ts')).rateCommands },
  { names: ['switch', 'switches'], load: async () => (await import('./switch-commands.ts')).switchCommands },
  {
    names: [
      'disable-account',
      'enable-account',
      'withdraw-identity',
      'suspend-merchant',
      'resume-merchant',
      'forget-evidence',
      'end-sessions',
    ],
    load: async () => (await import('./account-commands.ts')).accountCommands,
  },
  {
    names: ['appeals', 'appeal', 'ask-appeal', 'say-appeal', 'decide-appeal'],
    load: async () => (await import('./appeal-commands.ts')).appealCommands,
  },
  { names: ['loan', 'loans'], load: async () => (await import('./loan-commands.ts')).loanCommands },
  { names: ['archive'], load: async () => (await import('./archive/archive-commands.ts')).archiveCommands },
  { names: ['restored'], load: async () => (await import('./restored-command.ts')).restoredCommand },
  { names: ['audit'], load: async () => (await import('./audit-commands.ts')).auditCommands },
  { names: ['move-files', 'check-files'], load: async () => (await import('./file-commands.ts')).fileCommands },
  { names: ['fixed'], load: async () => (await import('./earn/fixed-term-commands.ts')).fixedTermCommands },
  { names: ['miners'], load: async () => (await import('./earn/miner-commands.ts')).minerCommands },
  { names: ['check-in', 'sign-in'], load: async () => (await import('./earn/check-in-commands.ts')).checkInCommands },
  { names: ['outbox'], load: async () => (await import('./outbox-commands.ts')).outboxCommands },
];

async function usage(): Promise<string> {
  const { preflightUsage } = await import('./preflight.ts');
  const all = await Promise.all(commandGroups.map(({ load }) => load()));
  const lines = [...all.flatMap((commands) => Object.values(commands)), preflightUsage].map(
    (command) => `  ${command.usage.padEnd(40)} ${command.meaning}`,
  );
  return ['npm run operator -- <command>', '', ...lines].join('\n');
}

type Environment = Readonly<Record<string, string | undefined>>;

async function run([name = '', ...args]: readonly string[], environment: Environment): Promise<boolean> {
  // The only command that works without an exchange.
  if (name === 'preflight' && args.length === 0) {
    return (await import('./preflight.ts')).preflight(readConfig(environment));
  }
  const group = commandGroups.find(({ names }) => names.includes(name));
  const command = (await group?.load())?.[name];
  if (command === undefined) {
    say(await usage());
    return name === '' || name === 'help';
  }
  const config = readConfig(environment);
  const database = openBesideServer(config, command.limits);
  try {
    instruments.replace(await readInstruments(database));
    return await command.run(database, args, config);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    say(`${error.message}\n\n  ${command.usage}`);
    return false;
  } finally {
    await database.close();
  }
}

/**
 * Runs one command with its arguments from `npm run operator --`. Its output goes through `say`.
 *
 * @param complain where failures are written
 * @returns the exit code
 */
export async function operatorConsole(
  args: readonly string[],
  environment: Environment,
  complain: (text: string) => void,
): Promise<0 | 1> {
  try {
    return (await run(args, environment)) ? 0 : 1;
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    complain(`${words}\n`);
    return 1;
  }
}
