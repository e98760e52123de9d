import { describe, expect, it } from 'vitest';
import { digestOf, hasRightType, isMarked, soundResponse, wasDigested } from './sound-files.ts';

const answer = (type: string, body = 'export {};', status = 200) =>
  new Response(body, { status, headers: { 'content-type': type, 'content-encoding': 'br', 'content-length': '7' } });
const digest = async (text: string) => digestOf(new TextEncoder().encode(text).buffer);

describe('the type of a file', () => {
  it.each([
    ['/assets/a-12345678.js', 'text/javascript; charset=utf-8'],
    ['/assets/a-12345678.js', 'application/javascript'],
    ['/assets/a-12345678.css', 'text/css'],
    ['/assets/offline-12345678.json', 'application/json; charset=utf-8'],
    ['/index.html', 'text/html'],
    ['/coins/BTC.svg', 'image/svg+xml'],
    ['/icons/icon-192.png', 'image/png'],
    ['/files/content/abc.jpg', 'image/webp'],
    ['/anything', 'text/html'],
  ])('of %s may be %s', (path, type) => expect(hasRightType(answer(type), path)).toBe(true));

  it.each(['js', 'css', 'json', 'svg', 'png', 'jpg', 'webp'])('of .%s is never HTML, nor missing', (ending) => {
    expect(hasRightType(answer('text/html'), `/assets/a.${ending}`)).toBe(false);
    expect(hasRightType(answer(''), `/assets/a.${ending}`)).toBe(false);
  });

  it.each([204, 206, 404, 502])('counts only with a whole answer, not with status %i', (status) => {
    const response = new Response(status === 204 ? null : '', { status, headers: { 'content-type': 'text/css' } });
    expect(hasRightType(response, '/a.css')).toBe(false);
  });
});

describe('the content of a file', () => {
  it('is compared with a whole digest and with the start of one, and marked', async () => {
    const whole = await digest('export {};');
    for (const known of [whole, whole.slice(0, 8)]) {
      const sound = await soundResponse(answer('text/javascript'), '/assets/a.js', known);
      expect(sound !== null && isMarked(sound, known) && wasDigested(sound)).toBe(true);
      expect(await sound?.text()).toBe('export {};');
      expect(sound?.headers.get('content-encoding')).toBeNull();
    }
  });

  it('is refused when it is another one, cut short, or a page', async () => {
    const known = await digest('export {};');
    expect(await soundResponse(answer('text/javascript', 'export {}'), '/assets/a.js', known)).toBeNull();
    expect(await soundResponse(answer('text/javascript', '<!doctype html>'), '/assets/a.js', known)).toBeNull();
    expect(await soundResponse(answer('text/html'), '/assets/a.js', known)).toBeNull();
  });

  it('of a file that the build does not know is judged by type alone, and not marked', async () => {
    const sound = await soundResponse(answer('text/javascript'), '/assets/old.js', undefined);
    expect(sound !== null && !wasDigested(sound)).toBe(true);
  });
});
