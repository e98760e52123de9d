import { readFile, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Plugin } from 'vite';

/** Vite's list of a build, as far as it is read here. */
type Manifest = Record<string, { readonly file: string }>;

/**
 * Names in Vite's list of the build every module that is imported dynamically. Vite names those with a file of their
 * own; those that share one (see `chunks.ts`) get that file's row under their name too, so that whoever looks up what a
 * module needs finds it either way.
 */
export function joinedEntries(): Plugin {
  return {
    name: 'joined-entries',
    apply: 'build',
    writeBundle: {
      order: 'post',
      async handler({ dir = '.' }, bundle) {
        const path = join(dir, '.vite/manifest.json');
        const manifest = JSON.parse(await readFile(path, 'utf8')) as Manifest;
        const rows = new Map(Object.values(manifest).map((row) => [row.file, row]));
        for (const chunk of Object.values(bundle)) {
          const row = rows.get(chunk.fileName);
          if (chunk.type !== 'chunk' || row === undefined) continue;
          for (const id of chunk.moduleIds) {
            if ((this.getModuleInfo(id)?.dynamicImporters.length ?? 0) === 0) continue;
            manifest[relative(process.cwd(), id).replaceAll(sep, '/')] ??= row;
          }
        }
        await writeFile(path, JSON.stringify(manifest, null, 2));
      },
    },
  };
}
