import { createHash } from 'node:crypto';
import type { Plugin, PluginOption } from 'vite';

/** Results by what they were made of. */
const known = new Map<string, unknown>();

type Handler = (this: unknown, code: string, id: string, ...rest: unknown[]) => unknown;

/**
 * Has plugins transform every source once, though the page is built twice (see `chunks.ts`): a plugin of the same name
 * that meets the same source under the same id gives what the first gave.
 *
 * @param options plugins whose transforms depend on nothing but code and id, and neither emit files nor warn
 */
export async function transformedOnce(options: PluginOption): Promise<Plugin[]> {
  const plugins = await flat(options);
  for (const plugin of plugins) remember(plugin);
  return plugins;
}

async function flat(options: PluginOption): Promise<Plugin[]> {
  const given = await options;
  if (!given) return [];
  return Array.isArray(given) ? (await Promise.all(given.map(flat))).flat() : [given];
}

function remember(plugin: Plugin): void {
  const { transform } = plugin;
  if (transform === undefined) return;
  const handler = (typeof transform === 'function' ? transform : transform.handler) as Handler;
  const once: Handler = async function (code, id, ...rest) {
    const key = createHash('sha256').update(`${plugin.name}\0${id}\0${code}`).digest('hex');
    if (!known.has(key)) known.set(key, await handler.call(this, code, id, ...rest));
    return known.get(key);
  };
  // In place: some plugins set the filter of this very object later.
  if (typeof transform === 'function') plugin.transform = once as typeof transform;
  else transform.handler = once as typeof transform.handler;
}
