import { setTimeout as sleep } from 'node:timers/promises';
import type { EngineTab, InputSource } from './engine.ts';
import { lookFor, queryOf, type Found, type Target } from './page-query.ts';

const reachMostMs = 20_000;
/** What is still moving, as a sheet that opens, is at another place after this long. */
const stillMs = 60;

/** The key of commands in actions: control, on macOS meta (W3C WebDriver, "Keyboard actions"). */
const command = String.fromCodePoint(process.platform === 'darwin' ? 0xe0_3d : 0xe0_09);

const look = (tab: EngineTab, target: Target): Promise<Found> => tab.evaluate(lookFor, queryOf(target));
const inWords = (target: Target) => `${target.role ?? target.selector ?? 'text'} ${String(target.name ?? '')}`;

/** Names of what a page shows of a target. */
export async function shown(tab: EngineTab, target: Target): Promise<readonly string[]> {
  return (await look(tab, target)).names;
}

/** Clicks where a user would: at the middle of what can be reached, once it keeps still. @throws when it never can be */
export async function click(tab: EngineTab, target: Target): Promise<void> {
  const { x, y } = await reach(tab, target);
  await tab.perform([
    {
      type: 'pointer',
      id: 'finger',
      parameters: { pointerType: 'mouse' },
      actions: [
        { type: 'pointerMove', x, y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    },
  ]);
}

/** Replaces what stands in a field, key by key. */
export async function type(tab: EngineTab, target: Target, text: string): Promise<void> {
  await click(tab, target);
  const all = [down(command), down('a'), up('a'), up(command)];
  await tab.perform([keys([...all, ...Array.from(text).flatMap((character) => [down(character), up(character)])])]);
}

type KeyActions = Extract<InputSource, { type: 'key' }>['actions'];
const keys = (actions: KeyActions): InputSource => ({ type: 'key', id: 'keyboard', actions });
const down = (value: string): KeyActions[number] => ({ type: 'keyDown', value });
const up = (value: string): KeyActions[number] => ({ type: 'keyUp', value });

async function reach(tab: EngineTab, target: Target): Promise<NonNullable<Found['at']>> {
  const end = Date.now() + reachMostMs;
  let before: Found['at'] = null;
  for (;;) {
    const { at, names, covered } = await look(tab, target);
    if (at !== null && before?.x === at.x && before.y === at.y) return at;
    before = at;
    if (Date.now() > end)
      throw new Error(
        `${inWords(target)} cannot be reached: ${names.length} there, covered by ${covered ?? 'nothing'}`,
      );
    await sleep(stillMs);
  }
}
