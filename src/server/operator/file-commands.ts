import { systemClock } from '../core/clock/clock.ts';
import type { Config } from '../core/config/config.ts';
import { createFiles, type Files } from '../accounts/files/files.ts';
import { checkStores, openObjectStores } from '../accounts/files/object-stores.ts';
import { checkFiles, removeUnknown } from '../accounts/files/check-files.ts';
import { countElsewhere, moveFiles, type Moved } from '../accounts/files/move-files.ts';
import { FileStoreAway } from '../accounts/files/object-store.ts';
import type { Database } from '../core/store/database.ts';
import { type Command, say, UsageError } from './command.ts';

/** The files of the running exchange, with the same settings. */
export function filesBeside(database: Database, config: Config): Files {
  return createFiles(database, systemClock, openObjectStores(config, systemClock));
}

const number = new Intl.NumberFormat('en');

function movedText({ moved, failed }: Moved, of: number): string {
  const faults = failed === 0 ? '' : `; ${number.format(failed)} could not be moved`;
  return `${number.format(moved)} of ${number.format(of)} files moved${faults}.`;
}

/** Commands for file storage. */
export const fileCommands: Readonly<Record<string, Command>> = {
  'move-files': {
    usage: 'move-files',
    meaning: 'Moves the files that lie elsewhere to FILE_STORE, in portions; started again it goes on.',
    async run(database, args, config) {
      if (args.length > 0) throw new UsageError('move-files takes nothing: FILE_STORE says where to.');
      const stores = openObjectStores(config, systemClock);
      const of = await countElsewhere(database, stores);
      if (of === 0) {
        say('All files lie where FILE_STORE says.');
        return true;
      }
      const target = stores.current?.place ?? 'PostgreSQL';
      say(`${number.format(of)} files move to ${target}.`);
      try {
        await checkStores(database, stores);
        const moved = await moveFiles(database, stores, systemClock, {
          onProgress: (soFar) => say(movedText(soFar, of)),
          onFault: (fault) => say(fault.message),
        });
        say(moved.failed === 0 ? 'Done.' : 'Done, but for those that are named above.');
        return moved.failed === 0;
      } catch (error) {
        if (!(error instanceof FileStoreAway) && !(error instanceof AggregateError)) throw error;
        for (const one of error instanceof AggregateError ? error.errors : [error]) say((one as Error).message);
        say('Run move-files again to go on.');
        return false;
      }
    },
  },
  'check-files': {
    usage: 'check-files [--remove-unknown]',
    meaning: 'Reads every file and reports missing, changed, and unknown ones at FILE_STORE.',
    async run(database, args, config) {
      const removes = args[0] === '--remove-unknown';
      if (args.length > (removes ? 1 : 0)) throw new UsageError('check-files takes --remove-unknown alone.');
      const stores = openObjectStores(config, systemClock);
      const found = await checkFiles(database, stores, (fault) => say(fault));
      say(`${number.format(found.read)} files read, ${number.format(found.faults)} of them damaged or out of reach.`);
      say(`${number.format(found.unknown.length)} unknown objects${found.isAll ? '' : ' so far'}.`);
      if (removes) {
        await removeUnknown(database, stores, found.unknown);
        say('They go with the next sweep, within ten minutes.');
      }
      return found.faults === 0;
    },
  },
};
