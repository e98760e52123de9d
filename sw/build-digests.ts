import { digestsByName, type OfflineFiles } from './offline-files.ts';

/** An entry of what is fetched while the worker is installed, as the build writes it (tools/precache-list.ts). */
export interface ShellFile {
  readonly url: string;
  readonly revision: string | null;
  /** Start of the SHA-256 of the decoded file, in base64: of the page and of the list, which has those of all others. */
  readonly digest?: string;
}

/** Digests of the files of this build. */
export interface BuildDigests {
  /**
   * The start of the digest of the file at a path.
   *
   * @returns undefined for files of other builds, for what has no digest, and while the list cannot be read
   */
  readonly of: (path: string) => Promise<string | undefined>;
}

/**
 * @param shell what is there from the installation on
 * @param readList reads the list of all other files; asked once, and again after a failure
 */
export function buildDigests(
  shell: readonly ShellFile[],
  readList: () => Promise<OfflineFiles | undefined>,
): BuildDigests {
  const own = new Map(shell.map(({ url, digest }) => [`/${url}`, digest]));
  let listed: Promise<ReadonlyMap<string, string> | undefined> | null = null;
  const readDigests = async () => {
    const list = await readList().catch(() => undefined);
    if (list !== undefined)
      return digestsByName(
        shell.map(({ url }) => url),
        list,
      );
    listed = null;
    return undefined;
  };
  return {
    async of(path) {
      const digest = own.get(path);
      if (digest !== undefined || !path.startsWith('/assets/')) return digest;
      listed ??= readDigests();
      return (await listed)?.get(path.slice(1));
    },
  };
}
