import { mkdtempSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AddressInfo, connect } from 'node:net';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '#protocol/calls.ts';
import { codes } from '#protocol/core/codes.ts';
import { createHealth, measureHealth } from '../core/jobs/health.ts';
import { Refusal } from '../core/failures/refusal.ts';
import { openApiDocument } from './reference/openapi.ts';
import type { SessionGate, SessionHolder } from '../core/session-gate.ts';
import { edgeForTest, handlersForTest } from './testing.ts';
import { patience } from '../../../tests/pace.ts';

const token = 'a'.repeat(43);
const holder: SessionHolder = { userId: 100_000n, sessionId: 7n, verified: false, merchant: false, countries: [] };
const gate: SessionGate = { lookUp: async (given) => (given === token ? holder : null) };
const signedIn = { authorization: `Bearer ${token}` };
const key = { 'idempotency-key': 'k'.repeat(20) };

describe('answers', () => {
  const handlers = handlersForTest({
    'GET common/sysTime': async () => ({ now: 5 }),
    'GET nickName': async () => ({ nickname: null, avatar: null }),
    'PUT nickName': async () => {
      throw new Refusal('nicknameTaken');
    },
    'GET notice/noticeNum': async () => ({ unread: 'many' }) as unknown as { unread: number },
    'PUT notice/readAll': async () => {
      throw new Refusal('minerUnknown');
    },
    'POST recharge': async (input, context) => ({
      asset: input.asset,
      amount: context.idempotencyKey,
      nextAt: 1,
      deposit: null,
      hash: null,
    }),
  });
  const app = edgeForTest({ handlers, sessions: gate });
  afterAll(() => app.close());

  it('wraps an answer in the envelope', async () => {
    const response = await app.inject('/api/common/sysTime');
    expect(response.json()).toEqual({ code: 200, data: { now: 5 }, msg: 'success', type: 'ok' });
    expect(response.headers['cache-control']).toBe('public, no-cache');
    expect(response.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(response.headers).not.toHaveProperty('permissions-policy');
  });

  it('keeps answers to a user out of caches', async () => {
    const response = await app.inject({ url: '/api/nickName', headers: signedIn });
    expect(response.json().data).toEqual({ nickname: null, avatar: null });
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('asks a visitor to log in, and one with a dead session to log in again', async () => {
    const visitor = await app.inject('/api/nickName');
    expect([visitor.statusCode, visitor.json().code, visitor.json().type]).toEqual([200, 1001, '999']);
    const expired = await app.inject({ url: '/api/nickName', headers: { authorization: `Bearer ${'b'.repeat(43)}` } });
    expect([expired.json().code, expired.json().type]).toEqual([1001, 'expired']);
  });

  it('answers a refusal with its code and HTTP 200', async () => {
    const response = await app.inject({
      method: 'PUT',
      url: '/api/nickName',
      headers: signedIn,
      payload: { nickname: 'abc' },
    });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ code: 2019, data: null, msg: 'nicknameTaken', type: 'error' });
  });

  it('reveals nothing of a broken invariant', async () => {
    const response = await app.inject('/api/common/huobiTicket');
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({ code: 500, data: null, msg: 'serverError', type: 'error' });
  });

  it('treats an undeclared refusal and an answer off its schema as broken invariants', async () => {
    const undeclared = await app.inject({ method: 'PUT', url: '/api/notice/readAll', headers: signedIn });
    expect(undeclared.statusCode).toBe(500);
    const off = await app.inject({ url: '/api/notice/noticeNum', headers: signedIn });
    expect(off.statusCode).toBe(500);
  });

  it('requires a well-formed idempotency key for calls that move money', async () => {
    const payload = { chain: 'PRACTICE', asset: 'USDT' };
    const call = (headers: Record<string, string>) =>
      app.inject({ method: 'POST', url: '/api/recharge', headers: { ...signedIn, ...headers }, payload });
    expect((await call({})).statusCode).toBe(400);
    expect((await call({ 'idempotency-key': 'short' })).json().code).toBe(100);
    // The stand-in echoes its key as the amount, which is no decimal: strict mode says so only if the key arrived.
    expect((await call(key)).statusCode).toBe(500);
  });

  it('refuses what is malformed, unknown, of a wrong type, duplicated or too large', async () => {
    const put = (payload: string, type = 'application/json') =>
      app.inject({ method: 'PUT', url: '/api/nickName', headers: { ...signedIn, 'content-type': type }, payload });
    for (const body of [
      '{',
      '[]',
      '"a"',
      '1',
      '{"nickname":"abc","more":1}',
      '{"nickname":"abc","toString":1}',
      '{"nickname":"abc","__proto__":{}}',
      '{"nickname":"abc","constructor":{"prototype":{}}}',
      '{"nickname":"a\\u0000c"}',
      '{"nickname":"a\\ud800c"}',
      `{"nickname":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
    ]) {
      const response = await put(body);
      expect([body.slice(0, 40), response.statusCode, response.json().code]).toEqual([body.slice(0, 40), 400, 100]);
    }
    expect((await put('{"nickname":1}')).json()).toMatchObject({ code: codes.enterName });
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'nonsense']) {
      expect([type, (await put('{"nickname":"abc"}', type)).statusCode]).toEqual([type, 400]);
    }
    expect((await put(JSON.stringify({ nickname: 'a'.repeat(70_000) }))).statusCode).toBe(413);
    const twice = await app.inject({ url: '/api/notice/info/5?id=6', headers: signedIn });
    expect(twice.statusCode).toBe(400);
    const repeated = await app.inject('/api/common/kline?pair=BTCUSDT&pair=ETHUSDT&interval=1m');
    expect(repeated.statusCode).toBe(400);
    for (const url of ['/api/notice/info/%00', '/api/notice/info/%ff', '/api/notice/info/%']) {
      expect((await app.inject({ url, headers: signedIn })).statusCode).toBe(400);
    }
  });

  it('answers an unknown path or verb with the envelope', async () => {
    for (const request of [
      { url: '/nothing' },
      { url: '/api/nothing' },
      { url: '/api/NICKNAME' },
      { method: 'DELETE' as const, url: '/api/nickName' },
    ]) {
      const response = await app.inject(request);
      expect([response.statusCode, response.json().code]).toEqual([404, 404]);
    }
  });

  it('sets the security headers on every answer', async () => {
    const response = await app.inject('/nothing');
    expect(response.headers['content-security-policy']).toContain("default-src 'none'");
    expect(response.headers['x-content-type-options']).toBe('nosniff');
    expect(response.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
  });

  it('serves metrics to this machine only', async () => {
    expect((await app.inject('/metrics')).body).toContain('dunlin_http_request_seconds');
    const proxied = await app.inject({ url: '/metrics', headers: { 'x-forwarded-for': '203.0.113.5' } });
    expect(proxied.statusCode).toBe(404);
    expect((await app.inject({ url: '/metrics', remoteAddress: '203.0.113.5' })).statusCode).toBe(404);
  });
});

describe('guards', () => {
  it('distinguishes alive, ready and degraded, with the unhealthy parts', async () => {
    let isWell = true;
    const health = createHealth(() => 1_000, { list: () => [] });
    health.register('store', () => isWell);
    health.register('prices', () => true);
    const registry = new Registry();
    measureHealth(health, registry);
    const app = edgeForTest({ health });
    const statusOf = async (url: string) => (await app.inject(url)).statusCode;
    expect((await app.inject('/readyz')).json()).toEqual({
      status: 'ready',
      parts: [
        { part: 'store', ok: true, since: null },
        { part: 'prices', ok: true, since: null },
      ],
    });
    expect([await statusOf('/livez'), await statusOf('/readyz'), await statusOf('/healthz')]).toEqual([200, 200, 200]);
    isWell = false;
    expect((await app.inject('/readyz')).json()).toMatchObject({
      status: 'degraded',
      parts: [{ part: 'store', ok: false, since: 1_000 }, { ok: true }],
    });
    expect([await statusOf('/livez'), await statusOf('/readyz'), await statusOf('/healthz')]).toEqual([200, 503, 503]);
    expect(await registry.metrics()).toMatch(/dunlin_part_ok\{part="store"\} 0[^]*dunlin_ready 0/);
    await app.close();
  });

  it('tells balancers from when on nothing more is to be sent to it, and serves on', async () => {
    let isEnding = false;
    const app = edgeForTest({ isEnding: () => isEnding });
    const statusOf = async (url: string) => (await app.inject(url)).statusCode;
    expect(await statusOf('/servez')).toBe(200);
    isEnding = true;
    expect([await statusOf('/servez'), await statusOf('/livez'), await statusOf('/healthz')]).toEqual([404, 200, 200]);
    await app.close();
  });

  it('answers 2015 for a disabled area', async () => {
    const app = edgeForTest({ areaIsOn: (area) => area !== 'market' });
    expect((await app.inject('/api/common/huobiTicket')).json().code).toBe(2015);
    await app.close();
  });

  it('reports enabled features, whatever is disabled', async () => {
    const answers = handlersForTest({ 'GET common/sysTime': async () => ({ now: 5 }) });
    const app = edgeForTest({ handlers: answers, areaIsOn: () => false });
    expect((await app.inject('/api/common/sysTime')).json().data).toEqual({ now: 5 });
    expect((await app.inject('/api/common/newsList')).json().code).toBe(2015);
    await app.close();
  });

  it('refuses calls while the event loop lags, and answers again afterwards', async () => {
    const handlers = handlersForTest({ 'GET common/sysTime': async () => ({ now: 5 }) });
    const app = edgeForTest({ handlers, lagMaxMs: 50 });
    await app.ready();
    expect((await app.inject('/api/common/sysTime')).statusCode).toBe(200);
    const until = performance.now() + 1_500;
    while (performance.now() < until);
    await sleep(50);
    const turnedAway = await app.inject('/api/common/sysTime');
    expect([turnedAway.statusCode, turnedAway.json().code]).toEqual([503, 4013]);
    await expect.poll(async () => (await app.inject('/api/common/sysTime')).statusCode, patience).toBe(200);
    await app.close();
  });

  it('limits an address and a user', async () => {
    const handlers = handlersForTest({
      'GET common/sysTime': async () => ({ now: 5 }),
      'GET nickName': async () => ({ nickname: null, avatar: null }),
    });
    const app = edgeForTest({ handlers, sessions: gate, callsPerAddress: 5, callsPerUser: 2 });
    const codesOf = async (times: number, url: string, address: string, headers = {}) => {
      const statuses: number[] = [];
      for (let time = 0; time < times; time += 1) {
        statuses.push((await app.inject({ url, headers, remoteAddress: address })).statusCode);
      }
      return statuses;
    };
    expect(await codesOf(6, '/api/common/sysTime', '203.0.113.1')).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await codesOf(3, '/api/nickName', '203.0.113.2', signedIn)).toEqual([200, 200, 429]);
    expect(await codesOf(1, '/api/nickName', '203.0.113.3', signedIn)).toEqual([429]);
    const refused = await app.inject({ url: '/api/common/sysTime', remoteAddress: '203.0.113.1' });
    expect(refused.json().code).toBe(4013);
    await app.close();
  });

  it('counts an address that a forged header cannot change, and all of a /64 as one', async () => {
    const handlers = handlersForTest({ 'GET common/sysTime': async () => ({ now: 5 }) });
    const trustedProxies = { kind: 'count', count: 1 } as const;
    const app = edgeForTest({ handlers, callsPerAddress: 2, trustedProxies });
    const statusesOf = async (...chains: string[]) => {
      const statuses: number[] = [];
      for (const chain of chains) {
        const headers = { 'x-forwarded-for': chain };
        statuses.push((await app.inject({ url: '/api/common/sysTime', headers })).statusCode);
      }
      return statuses;
    };
    const forged = ['192.0.2.1, 203.0.113.5', '192.0.2.2, 203.0.113.5', '192.0.2.3, 203.0.113.5'];
    expect(await statusesOf(...forged)).toEqual([200, 200, 429]);
    const ownNetwork = ['2001:db8::1', '2001:db8::2', '2001:db8::3:0:0:1'];
    expect(await statusesOf(...ownNetwork)).toEqual([200, 200, 429]);
    // All of a /48 may do as much as sixteen of its networks, and what one of them is refused is not counted.
    const neighbours = Array.from({ length: 15 }, (_, nth) => [`2001:db8:0:${nth + 1}::1`, `2001:db8:0:${nth + 1}::2`]);
    expect(new Set(await statusesOf(...neighbours.flat()))).toEqual(new Set([200]));
    expect(await statusesOf('2001:db8:0:ff::1', '2001:db8:1:ff::1')).toEqual([429, 200]);
    await app.close();
  });

  it('answers invalid HTTP with a 400', async () => {
    const app = edgeForTest({});
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const text = await new Promise<string>((resolve, reject) => {
      let seen = '';
      const socket = connect(port, '127.0.0.1', () => socket.write('nonsense\r\n\r\n'));
      socket.on('data', (chunk) => (seen += chunk.toString()));
      socket.on('close', () => resolve(seen));
      socket.on('error', reject);
    });
    expect(text).toContain('400 Bad Request');
    expect(text).toContain('"code":100');
    await app.close();
  });
});

describe('compression', () => {
  const long = 'word '.repeat(1_000);
  const handlers = handlersForTest({
    'GET common/getMsg': async () => ({ list: [{ key: 'k', text: long, at: 1 }] }),
    'GET nickName': async () => ({ nickname: long, avatar: null }),
  });
  const app = edgeForTest({ handlers, sessions: gate });
  afterAll(() => app.close());

  it('compresses larger public answers as accepted by the client', async () => {
    const url = '/api/common/getMsg';
    const plain = await app.inject(url);
    expect(plain.headers['content-encoding']).toBeUndefined();
    const brotli = await app.inject({ url, headers: { ...signedIn, 'accept-encoding': 'gzip, deflate, br' } });
    expect([brotli.headers['content-encoding'], brotli.headers['vary']]).toEqual(['br', 'accept-encoding']);
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body);
    expect(brotli.rawPayload.length).toBeLessThan(plain.body.length / 10);
    const zipped = await app.inject({ url, headers: { 'accept-encoding': 'br;q=0, gzip' } });
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body);
    expect(zipped.headers['content-encoding']).toBe('gzip');
  });

  it('does not compress private answers', async () => {
    const headers = { ...signedIn, 'accept-encoding': 'br' };
    const response = await app.inject({ url: '/api/nickName', headers });
    expect(response.headers['content-encoding']).toBeUndefined();
    expect(response.json().data.nickname).toBe(long);
  });
});

describe('the built app', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'dunlin-app-'));
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), '<!doctype html><script>let a=1</script><script src="/a.js"></script>');
    writeFileSync(join(folder, 'sw.js'), 'let sw');
    writeFileSync(join(folder, 'assets', 'main-Ab3dEf9h.js'), 'let main');
    writeFileSync(join(folder, 'assets', 'main-Ab3dEf9h.js.br'), brotliCompressSync('let main'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('allows the page to frame only the listed hosts and to load map tiles', async () => {
    const otherOrigins = {
      own: [],
      framedHosts: ['docs.example.com', '*.example.org'],
      pictures: ['https://tile.example.com'],
    };
    const app = edgeForTest({ appDirectory: folder, otherOrigins });
    const policy = (await app.inject('/')).headers['content-security-policy'];
    expect(policy).toContain('; frame-src https://docs.example.com https://*.example.org;');
    expect(policy).toContain("; img-src 'self' https://tile.example.com data: blob:;");
    expect(policy).toContain("; connect-src 'self';");
    await app.close();
  });

  it('serves page, worker and hashed assets with separate cache rules', async () => {
    const app = edgeForTest({ appDirectory: folder });
    const page = await app.inject('/');
    expect(page.headers['cache-control']).toBe('no-store');
    expect((await app.inject('/index.html')).headers['cache-control']).toBe('no-cache');
    expect(page.headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-[^']+';/);
    expect(page.headers['content-security-policy']).toContain("; frame-src 'none';");
    expect(page.headers['content-security-policy']).toContain("; img-src 'self' data: blob:;");
    expect(page.headers['permissions-policy']).toContain('geolocation=(self)');
    expect(page.headers['content-type']).toContain('text/html');
    expect((await app.inject('/sw.js')).headers['cache-control']).toBe('no-cache');
    const asset = await app.inject({ url: '/assets/main-Ab3dEf9h.js', headers: { 'accept-encoding': 'gzip, br' } });
    expect(asset.headers['content-encoding']).toBe('br');
    expect(asset.headers['content-type']).toContain('javascript');
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(asset.headers['vary']).toContain('accept-encoding');
    expect(asset.headers['x-content-type-options']).toBe('nosniff');
    expect(asset.headers).not.toHaveProperty('content-security-policy');
    expect(asset.headers).not.toHaveProperty('permissions-policy');
    for (const worker of ['/sw.js', '/assets/hub-worker-Ab3dEf9h.js'])
      expect((await app.inject(worker)).headers['content-security-policy'], worker).toContain("default-src 'none'");
    const plain = await app.inject('/assets/main-Ab3dEf9h.js');
    expect(plain.body).toBe('let main');
    const part = await app.inject({ url: '/assets/main-Ab3dEf9h.js', headers: { range: 'bytes=4-7' } });
    expect([part.statusCode, part.body]).toEqual([206, 'main']);
    for (const url of ['/assets/gone-Ab3dEf9h.js', '/assets', '/pages/index/index', '/../etc/passwd', '/.env']) {
      const missing = await app.inject(url);
      expect([url, missing.headers['content-type']]).toEqual([url, 'application/json; charset=utf-8']);
      expect([url, missing.statusCode]).toEqual([url, 404]);
    }
    await app.close();
  });
});

describe('the OpenAPI document', () => {
  it('is valid and has every call', async () => {
    const app = edgeForTest({});
    const document = (await app.inject('/api/openapi.json')).json();
    await app.close();
    expect(document).toEqual(openApiDocument('/api/'));
    const result = await new Validator().validate(document);
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    const declared = Object.entries(document.paths as Record<string, object>).flatMap(([path, operations]) =>
      Object.keys(operations).map((verb) => `${verb.toUpperCase()} ${path.slice(1)}`),
    );
    expect(declared.toSorted()).toEqual(Object.keys(calls).toSorted());
    const kline = document.paths['/common/kline'].get.parameters;
    expect(kline.find((parameter: { name: string }) => parameter.name === 'size').schema.type).toBe('string');
  });
});
