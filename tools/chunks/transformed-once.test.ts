import type { Plugin } from 'vite';
import { expect, it } from 'vitest';
import { transformedOnce } from './transformed-once.ts';

/** A plugin that counts what it transforms. */
function counting(name: string): Plugin & { readonly seen: string[] } {
  const seen: string[] = [];
  return {
    name,
    seen,
    transform: {
      filter: { id: /ts$/ },
      handler(code, id) {
        seen.push(`${id}: ${code}`);
        return { code: `${name} ${code}`, map: null };
      },
    },
  };
}

type Transform = (code: string, id: string) => Promise<unknown>;
function handlerOf(plugin: Plugin | undefined): Transform {
  if (plugin === undefined) throw new Error('a plugin is missing');
  return (plugin.transform as unknown as { handler: Transform }).handler;
}

it('transforms a source once for two builds, and again when code, id or plugin differ', async () => {
  const [first, second, other] = [counting('one'), counting('one'), counting('other')];
  const [a, b, c] = await transformedOnce([first, Promise.resolve([second, false, [other]])]);
  const result = await handlerOf(a)('let a', 'a.ts');
  expect(result).toEqual({ code: 'one let a', map: null });
  expect(await handlerOf(b)('let a', 'a.ts')).toBe(result);
  await handlerOf(b)('let b', 'a.ts');
  await handlerOf(b)('let a', 'b.ts');
  expect(await handlerOf(c)('let a', 'a.ts')).toEqual({ code: 'other let a', map: null });
  expect([first.seen, second.seen, other.seen]).toEqual([
    ['a.ts: let a'],
    ['a.ts: let b', 'b.ts: let a'],
    ['a.ts: let a'],
  ]);
});

it('leaves filters where plugins find them, and does not remember failures', async () => {
  const failing = counting('failing');
  const { transform } = failing;
  let fails = true;
  const handler = handlerOf(failing);
  Object.assign(transform as object, {
    handler(code: string, id: string) {
      if (fails) throw new Error('no');
      return handler(code, id);
    },
  });
  const [plugin] = await transformedOnce(failing);
  expect(plugin?.transform).toBe(transform);
  expect(plugin?.transform).toMatchObject({ filter: { id: /ts$/ } });
  await expect(handlerOf(plugin)('let a', 'a.ts')).rejects.toThrow('no');
  fails = false;
  expect(await handlerOf(plugin)('let a', 'a.ts')).toMatchObject({ code: 'failing let a' });
});
