import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { codes } from '#protocol/core/codes.ts';
import { uploadMaxBytes } from '#protocol/core/limits.ts';
import { type AnswerAction, onAnswerAction } from './answer-actions.ts';
import { ApiRefusal, Unreachable } from './api.ts';
import { reachability } from '../offline/reachability.ts';
import { session } from '../session/session.ts';
import { uploadImage } from './upload.ts';

/** A request of a browser as far as an upload uses it; the test plays the network. */
class FakeRequest extends EventTarget {
  static last: FakeRequest;
  readonly headers = new Map<string, string>();
  readonly upload = new EventTarget();
  opened = '';
  timeout = 0;
  status = 0;
  responseText = '';
  body: FormData | null = null;
  constructor() {
    super();
    FakeRequest.last = this;
  }
  open(method: string, url: string) {
    this.opened = `${method} ${url}`;
  }
  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value);
  }
  send(body: FormData) {
    this.body = body;
  }
  abort() {
    this.dispatchEvent(new Event('abort'));
  }
  sent(loaded: number, total: number) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }));
  }
  answer(status: number, body: unknown) {
    this.status = status;
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body);
    this.dispatchEvent(new Event('load'));
  }
}

const photo = new Blob(['photo'], { type: 'image/jpeg' });
const kept = { id: 'a'.repeat(22), width: 3, height: 2, bytes: 5 };
const envelope = (code: number, data: unknown, type = 'ok') => ({ code, data, msg: '', type });
const actions: AnswerAction[] = [];

beforeEach(() => {
  actions.length = 0;
  onAnswerAction((action) => actions.push(action));
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  vi.stubEnv('API_BASE', '/api/');
  session.set({ token: 'secret', account: '100000' });
  reachability.set({ reachable: true, answeredAt: null });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  session.set(null);
});

describe('an upload', () => {
  it('sends purpose and file with the session in a header, reports progress, and answers what was stored', async () => {
    const shares: number[] = [];
    const promise = uploadImage(photo, 'identity', (share) => shares.push(share));
    const request = FakeRequest.last;
    expect(request.opened).toBe('POST /api/api/upload/img');
    expect(request.headers.get('authorization')).toBe('Bearer secret');
    expect([...(request.body ?? new FormData()).keys()]).toEqual(['purpose', 'file']);
    expect(request.body?.get('purpose')).toBe('identity');
    request.sent(2, 8);
    request.sent(8, 8);
    request.answer(200, envelope(codes.success, kept));
    expect(await promise).toEqual(kept);
    expect(shares).toEqual([0.25, 1]);
  });

  it('reports why an image was refused', async () => {
    const promise = uploadImage(photo, 'identity');
    FakeRequest.last.answer(200, envelope(codes.uploadPhotos, { reason: 'damaged' }, 'error'));
    await expect(promise).rejects.toMatchObject({ code: codes.uploadPhotos, data: { reason: 'damaged' } });
    const tooLarge = uploadImage(photo, 'identity');
    FakeRequest.last.answer(413, envelope(codes.operationFailed, null, 'error'));
    await expect(tooLarge).rejects.toMatchObject({ code: codes.uploadPhotos, data: { reason: 'size' } });
  });

  it('sends nothing that is too large to be taken', async () => {
    const opened = FakeRequest.last;
    const huge = new Blob([new Uint8Array(uploadMaxBytes + 1)]);
    await expect(uploadImage(huge, 'identity')).rejects.toMatchObject({ data: { reason: 'size' } });
    expect(FakeRequest.last).toBe(opened);
  });

  it('leads to log-in when the session is over', async () => {
    const promise = uploadImage(photo, 'identity');
    FakeRequest.last.answer(200, envelope(codes.unauthorized, null, 'expired'));
    await expect(promise).rejects.toBeInstanceOf(ApiRefusal);
    expect(actions).toEqual(['expired']);
  });

  it('reports that no answer came, also when something else answered', async () => {
    const broken = uploadImage(photo, 'identity');
    FakeRequest.last.dispatchEvent(new Event('error'));
    await expect(broken).rejects.toBeInstanceOf(Unreachable);
    expect(reachability.get().reachable).toBe(false);
    const portal = uploadImage(photo, 'identity');
    FakeRequest.last.answer(200, '<html>Welcome to our hotel</html>');
    await expect(portal).rejects.toBeInstanceOf(Unreachable);
    const late = uploadImage(photo, 'identity');
    FakeRequest.last.dispatchEvent(new Event('timeout'));
    await expect(late).rejects.toBeInstanceOf(Unreachable);
  });

  it('ends when it is called off, with that reason', async () => {
    const stop = new AbortController();
    const promise = uploadImage(photo, 'identity', undefined, stop.signal);
    stop.abort(new Error('left the screen'));
    await expect(promise).rejects.toThrow('left the screen');
    await expect(uploadImage(photo, 'identity', undefined, stop.signal)).rejects.toThrow('left the screen');
    expect(reachability.get().reachable).toBe(true);
  });
});
