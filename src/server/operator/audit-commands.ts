import { auditParts } from '../main/audit-parts.ts';
import { systemClock } from '../core/clock/clock.ts';
import { writeOperatorLog } from '../core/gate/operator-log.ts';
import { runAudit } from '../core/ledger/audit-check.ts';
import { resolveFindings } from '../core/ledger/audit-state.ts';
import { dateOf } from '../core/records/heads.ts';
import { verifyRecords } from '../core/records/verifying.ts';
import { assets, assetScale } from '../core/assets.ts';
import { findStranded } from '../main/holders/stranded.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import type { Database } from '../core/store/database.ts';
import { type Command, say, UsageError } from './command.ts';
import { readSigned } from './signed-options.ts';

/** Runs a full audit now, in this process, without a running exchange. @returns whether it is clean */
async function prove(database: Database): Promise<boolean> {
  const began = systemClock();
  const parts = auditParts(systemClock);
  const { findings, stranded, roundMs } = await runAudit(database, { depth: 'full', now: began, parts, findStranded });
  for (const { text } of findings) say(text);
  for (const { owner, units, asset, reason } of stranded) {
    say(`Stranded: ${fromUnits(units, assetScale(asset))} ${asset} of account ${owner}: ${reason}.`);
  }
  say(
    findings.length === 0 ? 'The ledger adds up.' : `${findings.length} findings: everything of these coins is halted.`,
  );
  say(`This took ${seconds(systemClock() - began)}.`);
  if (roundMs !== null) say(`The exchange goes through everything that ended within ${seconds(roundMs)}.`);
  return findings.length === 0;
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

/** Verifies the chains of records, and prints their newest head. @returns whether they are whole */
async function proveRecords(database: Database): Promise<boolean> {
  const { links, findings, head, backlog } = await verifyRecords(database);
  for (const text of findings) say(text);
  say(
    findings.length === 0
      ? `The records are whole: ${links} links.`
      : `The records were changed, or rows of them are missing: ${findings.length} findings.`,
  );
  for (const table of backlog) say(`Rows of ${table} from before it was chained are still being linked.`);
  say(
    head === null
      ? 'No day has a head yet: the first is written after the end of today.'
      : `Head of ${dateOf(head.day)}: ${head.hash.toString('hex')}`,
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
    meaning:
      'Proves the whole ledger and the chains of the records now; resolve forgets what was put right, and lifts the halt once all is clean.',
    async run(database, args) {
      if (args[0] === 'resolve') return resolve(database, args.slice(1));
      if (args.length > 0) throw new UsageError('audit takes nothing, or resolve.');
      const addsUp = await prove(database);
      return (await proveRecords(database)) && addsUp;
    },
  },
};
