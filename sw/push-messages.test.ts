import { describe, expect, it, vi } from 'vitest';
import { addressOf, type AppWindow, showAddress, shownMessage } from './push-messages.ts';

const text = { title: '收到转账', body: '', notice: '7', language: 'zh', at: 5 };

describe('a message to the device', () => {
  it('is shown in its language, once, and leads to its notice', () => {
    expect(shownMessage(text)).toMatchObject({
      title: '收到转账',
      options: { body: '', lang: 'zh-Hans', tag: 'notice-7', data: { address: '/#/pages/notice/details?id=7' } },
    });
  });

  it.each([
    null,
    'text',
    {},
    { ...text, notice: '7&x=<script>' },
    { ...text, language: 'xx' },
    { ...text, title: 7 },
    { ...text, at: '5' },
  ])('that cannot be read tells nothing: %j', (given) => {
    expect(shownMessage(given)).toMatchObject({
      title: 'Dunlin',
      options: { data: { address: '/#/pages/notice/list' } },
    });
  });

  it('leads nowhere but into the app', () => {
    expect(addressOf({ address: '/#/pages/notice/details?id=7' })).toBe('/#/pages/notice/details?id=7');
    for (const bad of [null, undefined, {}, { address: 'https://evil.example' }, { address: '//evil.example/#/' }]) {
      expect(addressOf(bad)).toBe('/#/pages/notice/list');
    }
  });
});

describe('a tap on a message', () => {
  const windowOf = (visibilityState: 'visible' | 'hidden', navigates = true) =>
    ({
      visibilityState,
      focus: vi.fn(async () => undefined),
      navigate: vi.fn(async () => {
        if (!navigates) throw new TypeError('not controlled');
        return null;
      }),
    }) as unknown as AppWindow;

  it('comes back to the window the user looks at', async () => {
    const [hidden, visible] = [windowOf('hidden'), windowOf('visible')];
    const open = vi.fn(async () => undefined);
    await showAddress('/#/x', [hidden, visible], open);
    expect(visible.navigate).toHaveBeenCalledWith('/#/x');
    expect(hidden.focus).not.toHaveBeenCalled();
    expect(open).not.toHaveBeenCalled();
  });

  it('opens the app when it is closed, or cannot be led', async () => {
    const open = vi.fn(async () => undefined);
    await showAddress('/#/x', [], open);
    await showAddress('/#/x', [windowOf('visible', false)], open);
    expect(open.mock.calls).toEqual([['/#/x'], ['/#/x']]);
  });
});
