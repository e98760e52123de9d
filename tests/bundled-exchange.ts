import { pathToFileURL } from 'node:url';
import type * as logging from '#server/core/log/log.ts';
import type * as exchange from '#server/main/exchange.ts';
import { bundledProgram } from '../tools/server-bundle/bundled-program.ts';

/** What an exchange in the process of a test is started with. */
export type BundledExchange = Pick<typeof exchange, 'startExchange'> & Pick<typeof logging, 'createLogger'>;

/**
 * The exchange from its bundle, as `npm start` runs it. Its classes and what it remembers in modules are its own: those
 * of the sources, which a test imports, are others.
 */
export async function bundledExchange(): Promise<BundledExchange> {
  const { startExchange } = await bundled<typeof exchange>('src/server/main/exchange.ts');
  const { createLogger } = await bundled<typeof logging>('src/server/core/log/log.ts');
  return { startExchange, createLogger };
}

async function bundled<Module>(source: string): Promise<Module> {
  const file = await bundledProgram(source);
  return ((await import(pathToFileURL(file).href)) as { default: Module }).default;
}
