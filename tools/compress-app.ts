import { appDirectory, compressedBuild, compressedFile, standingBuild, writeBuild } from './app-sources.ts';
import { compressFiles } from './compress-files.ts';

/**
 * Compresses the built page as small as it gets, which takes as long as building it. What was interrupted is completed the next time; a build that another takes the
 * place of meanwhile is left to that one.
 *
 * @param atATime how many files, each on a thread of its own
 */
export async function compressApp(atATime: number): Promise<void> {
  const build = standingBuild();
  if (build === null || compressedBuild() === build) return;
  const isWanted = () => standingBuild() === build;
  if ((await compressFiles(appDirectory, { atATime, isWanted })) && isWanted()) writeBuild(compressedFile, build);
}
