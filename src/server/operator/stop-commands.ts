import { chainIds } from '../custody/chains/chain-ids.ts';
import { systemClock } from '../core/clock/clock.ts';
import { liftStop, readStops, stoppableAreas, writeStop, type StopSubject } from '../core/gate/stops.ts';
import type { Config } from '../core/config/config.ts';
import { listedAtOnce, type OperatorLogLine, readOperatorLog } from '../core/gate/operator-log.ts';
import { readAuditHalts } from '../core/ledger/audit-state.ts';
import { assets } from '../core/assets.ts';
import type { Database } from '../core/store/database.ts';
import { secretBoxBeside } from '../core/secrets/secret-box.ts';
import { reasonsOf } from '../accounts/evidence/signed-lines.ts';
import { type Command, say, UsageError } from './command.ts';
import { productNamed } from './product-names.ts';
import { readSigned, sayTakenUp } from './signed-options.ts';
import { logLineText, stopText, subjectText } from './text/stop-text.ts';

const subjects = 'coin COIN | chain CHAIN | area AREA | withdrawals';

/** @throws UsageError for something that cannot be stopped */
function subjectOf([scope, of, ...more]: readonly string[]): StopSubject {
  if (scope === 'withdrawals' && of === undefined) return { scope, of: '' };
  if (of === undefined || more.length > 0) throw new UsageError(`Name one of: ${subjects}.`);
  if (scope === 'coin') {
    const coin = of.toUpperCase();
    if (!assets.has(coin)) throw new UsageError(`There is no coin ${of}.`);
    return { scope, of: coin };
  }
  if (scope === 'chain') {
    const chain = of.toUpperCase();
    if (!chainIds.includes(chain)) throw new UsageError(`CHAIN is one of ${chainIds.join(', ')}.`);
    return { scope, of: chain };
  }
  if (scope === 'area') {
    const area = productNamed(of, stoppableAreas);
    if (area === undefined) throw new UsageError(`AREA is one of ${stoppableAreas.join(', ')}.`);
    return { scope, of: area };
  }
  throw new UsageError(`Name one of: ${subjects}.`);
}

async function change(database: Database, args: readonly string[], isStop: boolean): Promise<boolean> {
  const { words, by, reason } = readSigned(args);
  const subject = subjectOf(words);
  const signed = { by, reason, at: systemClock() };
  const line = await database.transaction((tx) => (isStop ? writeStop : liftStop)(tx, subject, signed));
  if (line === null) {
    say(`${subjectText(subject)} ${isStop ? 'is stopped already' : 'is not stopped'}.`);
    return false;
  }
  say(`${subjectText(subject)}: ${isStop ? 'stopped' : 'resumed'}.`);
  await sayTakenUp(database, line);
  return true;
}

/** Reasons as the operator reads them; those about people need the key of the exchange. */
async function readableReasons(
  database: Database,
  config: Config,
  lines: readonly OperatorLogLine[],
): Promise<readonly string[]> {
  const secrets = await secretBoxBeside(config);
  if (secrets === null) {
    return lines.map(({ reason, sealedWith }) =>
      sealedWith === null ? reason : '(encrypted: SECRETS_KEY is not set)',
    );
  }
  const reasons = await reasonsOf(database.pool, secrets, lines);
  return reasons.map((reason) => reason ?? '(destroyed at the request of a person whom it is about)');
}

/** Commands that stop movements of money, and list stops. */
export const stopCommands: Readonly<Record<string, Command>> = {
  stop: {
    usage: `stop ${subjects} --reason TEXT [--by NAME]`,
    meaning: `Stops what moves a coin, a chain, an area (${stoppableAreas.join(', ')}) or all withdrawals.`,
    run: (database, args) => change(database, args, true),
  },
  resume: {
    usage: `resume ${subjects} --reason TEXT [--by NAME]`,
    meaning: 'Lifts a stop of an operator; one of the audit ends with audit resolve.',
    run: (database, args) => change(database, args, false),
  },
  stops: {
    usage: 'stops',
    meaning: 'What is stopped now: by operators, and by the audit.',
    async run(database, args) {
      if (args.length > 0) throw new UsageError('stops takes nothing.');
      const standing = await readStops(database);
      const { halted } = await readAuditHalts(database);
      const lines = [...standing.map(stopText), ...halted.map((coin) => `coin ${coin}  by the audit: see audit`)];
      say(lines.length === 0 ? 'Nothing is stopped.' : lines.join('\n'));
      return true;
    },
  },
  'stop-log': {
    usage: 'stop-log',
    meaning: 'Who stopped, resumed, disabled, enabled or resolved what, when and why; the newest first.',
    async run(database, args, config) {
      if (args.length > 0) throw new UsageError('stop-log takes nothing.');
      const lines = await readOperatorLog(database);
      const reasons = await readableReasons(database, config, lines);
      say(
        lines.length === 0
          ? 'The log is empty.'
          : lines.map((line, nth) => logLineText(line, reasons[nth] ?? '')).join('\n'),
      );
      if (lines.length === listedAtOnce) say(`There may be more than these ${listedAtOnce}.`);
      return true;
    },
  },
};
