import { auditParts } from '../audit-parts.ts';
import { systemClock } from '../core/clock/clock.ts';
import { writeOperatorLog } from '../core/gate/operator-log.ts';
import { runAudit } from '../core/ledger/audit-check.ts';
import { resolveFindings } from '../core/ledger/audit-state.ts';
import { assets } from '../core/assets.ts';
import type { Database } from '../core/store/database.ts';
import { type Command, say, UsageError } from './command.ts';
import { readSigned } from './signed-options.ts';

/** Runs a full audit now, in this process, without a running exchange. @returns whether it is clean */
async function prove(database: Database): Promise<boolean> {
  const { findings } = await runAudit(database, { depth: 'full', now: systemClock(), parts: auditParts(systemClock) });
  for (const { text } of findings) say(text);
  say(
    findings.length === 0 ? 'The ledger adds up.' : `${findings.length} findings: everything of these coins is halted.`,
  );
  return findings.length === 0;
}

/** Clears corrected findings, with a log line for each coin, and runs the audit again. */
async function resolve(database: Database, args: readonly string[]): Promise<boolean> {
  const { words, by, reason } = readSigned(args);
  const [coin, ...more] = words;
  const asset = coin?.toUpperCase() ?? '';
  if (more.length > 0 || (coin !== 'all' && !assets.has(asset))) throw new UsageError('Name one coin, or all.');
  const resolved = await database.transaction(async (tx) => {
    const coins = await resolveFindings(tx, coin === 'all' ? null : asset);
    for (const subject of coins) {
      const act = { what: 'audit-resolve', scope: null, subject, sessions: [] } as const;
      await writeOperatorLog(tx, act, { by, reason, at: systemClock() });
    }
    return coins;
  });
  if (resolved.length === 0) {
    say('Nothing was found that could be resolved.');
    return false;
  }
  say(`Forgotten: what was found of ${resolved.join(', ')}. Looking at everything again.`);
  const isWell = await prove(database);
  say(isWell ? 'The halts are lifted with the exchange’s next look, within seconds.' : 'The halts stay.');
  return isWell;
}

/** Commands that audit the ledger, and record that findings were corrected. */
export const auditCommands: Readonly<Record<string, Command>> = {
  audit: {
    usage: 'audit | audit resolve COIN|all --reason TEXT [--by NAME]',
    meaning: 'Proves the whole ledger now; resolve forgets what was put right, and lifts the halt once all is clean.',
    async run(database, args) {
      if (args[0] === 'resolve') return resolve(database, args.slice(1));
      if (args.length > 0) throw new UsageError('audit takes nothing, or resolve.');
      return prove(database);
    },
  },
};
