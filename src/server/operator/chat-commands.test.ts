import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { codes } from '#protocol/core/codes.ts';
import type { ChatMessage } from '#protocol/chat/entities.ts';
import { testChat } from '../accounts/chat/testing.ts';
import { readConfig } from '../core/config/config.ts';
import { chatCommands } from './chat-commands.ts';
import { UsageError } from './command.ts';

let world: Awaited<ReturnType<typeof testChat>>;
beforeAll(async () => {
  world = await testChat();
});
afterAll(() => world.close());
afterEach(() => vi.restoreAllMocks());

/** The operator's output, and whether the command succeeded. */
async function operator(...args: readonly string[]): Promise<{ ok: boolean; text: string }> {
  let text = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    text += String(chunk);
    return true;
  });
  const ok = await chatCommands['chat']?.run(world.database, [...args, '--by', 'Grace'], readConfig({}));
  return { ok: ok === true, text };
}

it('creates groups, mutes, removes and bans, and logs all of it', async () => {
  const ada = await world.user();
  const said = (await ada.say('look at this')).data as ChatMessage;
  await ada.act({ do: 'report', group: '1', number: said.number, reason: 'mine' });
  expect((await operator('make', 'Traders')).text).toContain('Traders');
  expect((await operator('groups')).text).toMatch(/open\s+\d+ people, 0 messages {2}Traders/);
  expect((await operator('read', '1')).text).toContain(`1/${said.number}`);
  expect((await operator('reports')).text).toContain('look at this');
  expect(await operator('remove', `1/${said.number}`, '--reason', 'odd')).toMatchObject({ ok: true });
  expect(await operator('remove', `1/${said.number}`)).toMatchObject({ ok: false });
  await operator('mute', String(ada.id), '24');
  expect(await ada.say('muted')).toMatchObject({ code: codes.mutedInGroup });
  expect((await operator('unmute', String(ada.id), '--group', '1')).text).toContain('is muted everywhere until');
  expect(await ada.say('muted')).toMatchObject({ code: codes.mutedInGroup });
  expect((await operator('unmute', String(ada.id))).text).toContain('may write again');
  await operator('ban', String(ada.id));
  expect(await ada.say('banned')).toMatchObject({ code: codes.notFound });
  const log = (await operator('log')).text.split('\n');
  expect(log.slice(0, 5).map((line) => line.split('  ').slice(1, 3))).toEqual([
    ['Grace', 'ban'],
    ['Grace', 'unmute'],
    ['Grace', 'unmute'],
    ['Grace', 'mute'],
    ['Grace', 'remove'],
  ]);
});

it('reads rules from a file, and reports invalid input', async () => {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'rules-')), 'rules.txt');
  await writeFile(file, 'Be kind.\u202E\n');
  expect((await operator('rules', file)).text).toContain('Rules 2');
  const { rows } = await world.database.pool.query('SELECT rules FROM chat_community');
  expect(rows).toEqual([{ rules: 'Be kind.' }]);
  const wrong = [
    ['make'],
    ['make', 'x', '--kind', 'odd'],
    ['password', 'abc'],
    ['mute', '1', '0.5'],
    ['remove', 'x'],
    ['ban', '1', '--reason', 'x'.repeat(501)],
    ['?'],
  ];
  for (const args of wrong) await expect(operator(...args)).rejects.toBeInstanceOf(UsageError);
});

it('numbers groups consecutively', async () => {
  const numberOf = ({ text }: { text: string }) => Number(/Group (\d+)/.exec(text)?.[1]);
  const first = numberOf(await operator('make', 'Before'));
  for (const reading of ['groups', 'reports', 'log']) await operator(reading);
  expect(numberOf(await operator('make', 'After'))).toBe(first + 1);
});
