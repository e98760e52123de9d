import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { codes } from '#protocol/core/codes.ts';
import { imageStoredSidePx, uploadMaxBytes, uploadsPerHour } from '#protocol/core/limits.ts';
import { unusedFileLifeMs } from './files.ts';
import { photo, testFiles, type TestFiles } from './testing.ts';

let test: TestFiles;
let ada: { id: bigint; token: string };
beforeAll(async () => {
  test = await testFiles();
  ada = await test.user();
});
afterAll(() => test.close());

/** Uploads by a new user each, so that the hourly limit is not reached. */
async function uploadAsNew(content: Buffer, type = 'image/jpeg') {
  const user = await test.user();
  const answer = await test.upload(user.token, content, { type });
  return { ...answer, user, data: answer.data as { id: string; width: number; height: number; reason: string } };
}

async function keptBytes(content: Buffer, type = 'image/jpeg'): Promise<Buffer> {
  const { code, data, user } = await uploadAsNew(content, type);
  expect(code).toBe(codes.success);
  return (await test.get(user.token, data.id)).rawPayload;
}

describe('a photo', () => {
  it('is stored as a re-encoded JPEG with a secret id, and returned only to its owner', async () => {
    const { user, data, code } = await uploadAsNew(await photo(300, 200));
    expect(code).toBe(codes.success);
    expect(data).toMatchObject({ id: expect.stringMatching(/^[\w-]{22}$/), width: 300, height: 200 });
    const own = await test.get(user.token, data.id);
    expect(own.statusCode).toBe(200);
    expect(own.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(own.headers['content-security-policy']).toMatch(/^default-src 'none'.*sandbox$/);
    expect((await sharp(own.rawPayload).metadata()).format).toBe('jpeg');
  });

  it('of another user is not found, like any other id', async () => {
    const { data } = await uploadAsNew(await photo(30, 20));
    const asked = await Promise.all([
      test.get(ada.token, data.id),
      test.get(ada.token, 'A'.repeat(22)),
      test.get(ada.token, '..%2f..%2fetc%2fpasswd'),
      test.get(null, data.id),
      test.get('x'.repeat(43), data.id),
    ]);
    const published = asked.map(({ statusCode, body, headers }) => {
      const { 'x-request-id': _own, date: _date, ...rest } = headers;
      return { statusCode, body, rest };
    });
    expect(published[0]?.statusCode).toBe(404);
    for (const one of published) expect(one).toEqual(published[0]);
  });

  it('loses its location, date, profile, comments and rotation', async () => {
    const source = await sharp(await photo(400, 200))
      .withMetadata({ orientation: 6 })
      .withExifMerge({
        IFD0: { Make: 'TellTale' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '7/1 27/1 0/1' },
      })
      .withIccProfile('p3')
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret>TellTaleXmp</secret></x:xmpmeta>')
      .toBuffer();
    expect(source.includes('TellTale')).toBe(true);
    expect((await sharp(source).metadata()).exif?.length).toBeGreaterThan(50);
    const kept = await keptBytes(source);
    const head = await sharp(kept).metadata();
    expect([head.exif, head.icc, head.xmp, head.iptc, head.orientation]).toEqual(Array.from({ length: 5 }));
    expect(kept.includes('TellTale')).toBe(false);
    expect(kept.includes('Exif')).toBe(false);
    expect([head.width, head.height], 'turned the way it was taken').toEqual([200, 400]);
  });

  it('is scaled down, and transparency becomes white', async () => {
    const large = await sharp({ create: { width: 5_000, height: 2_500, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer();
    const kept = await keptBytes(large, 'image/png');
    const { data, info } = await sharp(kept).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([imageStoredSidePx, imageStoredSidePx / 2]);
    expect([...data.subarray(0, 3)].every((value) => value > 250)).toBe(true);
  });
});

/** A PNG whose header claims a large size with hardly any pixels. */
function promisedPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, body, crc(body)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const pixels = deflateSync(Buffer.alloc(1_000_000));
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

function crc(data: Buffer): Buffer {
  let value = 0xffffffff;
  for (const byte of data) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  const written = Buffer.alloc(4);
  written.writeUInt32BE((value ^ 0xffffffff) >>> 0);
  return written;
}

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>');
const html = Buffer.from('<!doctype html><script>alert(document.domain)</script>');

describe('invalid photos are refused with a reason', () => {
  it.each<[what: string, reason: string, content: () => Buffer | Promise<Buffer>, type: string]>([
    ['an SVG', 'type', () => svg, 'image/svg+xml'],
    ['an SVG that says it is a JPG', 'type', () => svg, 'image/jpeg'],
    ['HTML named .jpg', 'type', () => html, 'image/jpeg'],
    ['an empty file', 'type', () => Buffer.alloc(0), 'image/jpeg'],
    ['a GIF', 'type', () => sharp(svgless).gif().toBuffer(), 'image/gif'],
    ['a WebP that says it is a JPG', 'type', () => sharp(svgless).webp().toBuffer(), 'image/jpeg'],
    ['a PNG of 50,000 x 50,000', 'dimensions', () => promisedPng(50_000, 50_000), 'image/png'],
    ['a PNG of 11,900 x 11,900', 'dimensions', () => promisedPng(11_900, 11_900), 'image/png'],
    ['a JPG cut off', 'damaged', async () => (await photo(900, 600)).subarray(0, 9_000), 'image/jpeg'],
    ['a JPG that ends after its head', 'damaged', async () => (await photo(900, 600)).subarray(0, 30), 'image/jpeg'],
    ['a PNG whose pixels are missing', 'damaged', () => promisedPng(8_000, 8_000), 'image/png'],
    ['30 MB', 'size', () => Buffer.alloc(30 * 1024 * 1024, 0xff), 'image/jpeg'],
    ['a byte too many', 'size', () => Buffer.alloc(uploadMaxBytes + 1, 0xff), 'image/jpeg'],
  ])('%s: %s', async (_what, reason, content, type) => {
    const { code, data } = await uploadAsNew(await content(), type);
    expect({ code, data }).toEqual({ code: codes.uploadPhotos, data: { reason } });
  });
  const svgless = { create: { width: 20, height: 20, channels: 3 as const, background: '#123456' } };

  it('but a picture under another name is taken for what it is', async () => {
    for (const type of ['image/png', 'image/jpeg', 'application/octet-stream', 'text/html', 'image/heic'])
      for (const content of [sharp(svgless).png(), sharp(svgless).jpeg()])
        expect((await uploadAsNew(await content.toBuffer(), type)).code).toBe(codes.success);
  });

  it('keeps nothing of them', async () => {
    const before = await test.database.pool.query('SELECT count(*) FROM files');
    await uploadAsNew(html);
    expect((await test.database.pool.query('SELECT count(*) FROM files')).rows).toEqual(before.rows);
  });
});

describe('a picture that is also something else', () => {
  it.each([
    ['HTML', html],
    ['a ZIP', Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.from('TellTale.exe')])],
    ['a script', Buffer.from('*/=1;alert(1)/*TellTale')],
  ])('loses %s behind its end', async (_what, tail) => {
    const kept = await keptBytes(Buffer.concat([await photo(60, 40), tail]));
    expect(kept.includes(tail)).toBe(false);
    expect(kept.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    expect(kept.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]));
  });

  it('loses data hidden in its header', async () => {
    const source = await photo(60, 40);
    const comment = Buffer.from('<script>alert("TellTale")</script>');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(comment.length + 2);
    const marked = [source.subarray(0, 2), Buffer.from([0xff, 0xfe]), length, comment, source.subarray(2)];
    expect((await keptBytes(Buffer.concat(marked))).includes('TellTale')).toBe(false);
  });
});

describe('a form', () => {
  it.each<[what: string, parts: () => Promise<Parameters<TestFiles['sendForm']>[1]>]>([
    ['without a file', async () => [{ name: 'purpose', content: 'identity' }]],
    ['without a purpose', async () => [await filePart()]],
    ['with an unknown purpose', async () => [{ name: 'purpose', content: 'admin' }, await filePart()]],
    ['with an unknown field', async () => [...(await wholeForm()), { name: 'owner', content: '100000' }]],
    ['with a field of every object', async () => [...(await wholeForm()), { name: '__proto__', content: 'x' }]],
    ['with a field twice', async () => [{ name: 'purpose', content: 'avatar' }, ...(await wholeForm())]],
    ['with a long field', async () => [{ name: 'purpose', content: 'a'.repeat(5_000) }, await filePart()]],
    ['with its file in another field', async () => [{ name: 'purpose', content: 'identity' }, await filePart('photo')]],
  ])('%s is bad input', async (_what, parts) => {
    const { status, envelope } = await test.sendForm(ada.token, await parts());
    expect([status, envelope.code]).toEqual([400, codes.operationFailed]);
  });

  it('with two files or a hundred fields is refused too', async () => {
    const many = Array.from({ length: 100 }, (_, index) => ({ name: `field${index}`, content: 'x' }));
    for (const parts of [
      [...(await wholeForm()), await filePart()],
      [...many, ...(await wholeForm())],
    ]) {
      const { status, envelope } = await test.sendForm(ada.token, parts);
      expect([400, 413]).toContain(status);
      expect(envelope.code).toBe(codes.operationFailed);
    }
  });

  it('needs a session, and is a form', async () => {
    const visitor = await test.sendForm('x'.repeat(43), await wholeForm());
    expect(visitor.envelope).toMatchObject({ code: codes.unauthorized, type: 'expired' });
    expect(await test.call('POST api/upload/img', ada.token, { purpose: 'identity' })).toMatchObject({
      code: codes.operationFailed,
    });
  });

  const filePart = async (name = 'file') => ({
    name,
    content: await photo(20, 20),
    filename: 'a.jpg',
    type: 'image/jpeg',
  });
  const wholeForm = async () => [{ name: 'purpose', content: 'identity' }, await filePart()];
});

describe('files', () => {
  it('are limited by the hour, also when they are sent at once', async () => {
    const user = await test.user();
    const small = await photo(8, 8);
    const codesSeen: number[] = [];
    for (let sent = 0; sent < uploadsPerHour + 8; sent += 4) {
      const answers = await Promise.all(Array.from({ length: 4 }, () => test.upload(user.token, small)));
      codesSeen.push(...answers.map((answer) => answer.code));
    }
    expect(codesSeen.filter((code) => code === codes.success)).toHaveLength(uploadsPerHour);
    expect(codesSeen.slice(uploadsPerHour)).toEqual(Array.from({ length: 8 }, () => codes.verificationTooOften));
    test.pass(3_600_000);
    expect((await test.upload(user.token, small)).code).toBe(codes.success);
  });

  it('are refused when too many of one user are in progress', async () => {
    const user = await test.user();
    const image = await photo(20, 20);
    // No image can be stored meanwhile, however slowly the others arrive.
    const holder = await test.database.pool.connect();
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE files IN SHARE MODE');
    const seen: number[] = [];
    const uploads = Array.from({ length: 8 }, async () => {
      const { code } = await test.upload(user.token, image);
      seen.push(code);
    });
    await vi.waitFor(() => expect(seen).toHaveLength(4), { timeout: 10_000 });
    expect(seen).toEqual([4013, 4013, 4013, 4013]);
    await holder.query('ROLLBACK');
    holder.release();
    await Promise.all(uploads);
    expect(seen.slice(4)).toEqual([200, 200, 200, 200]);
  });

  it('are used by their owner for their purpose, once, and removed when unused', async () => {
    const { user, data } = await uploadAsNew(await photo(20, 20));
    const other = await uploadAsNew(await photo(20, 20));
    const use = (owner: bigint, purpose: 'identity' | 'avatar', ids: string[]) =>
      test.database.transaction((tx) => test.files.use(tx, owner, purpose, ids, 'real-name 1'));
    const refused = { code: codes.uploadPhotos };
    await expect(use(ada.id, 'identity', [data.id])).rejects.toMatchObject(refused);
    await expect(use(user.id, 'avatar', [data.id])).rejects.toMatchObject(refused);
    await expect(use(user.id, 'identity', [data.id, data.id])).rejects.toMatchObject(refused);
    await expect(use(user.id, 'identity', [data.id, other.data.id])).rejects.toMatchObject(refused);
    await use(user.id, 'identity', [data.id]);
    await expect(use(user.id, 'identity', [data.id])).rejects.toMatchObject(refused);
    test.pass(unusedFileLifeMs + 1);
    await test.files.sweep();
    expect((await test.get(user.token, data.id)).statusCode).toBe(200);
    expect((await test.get(other.user.token, other.data.id)).statusCode).toBe(404);
    await test.database.transaction((tx) => test.files.release(tx, ada.id, [data.id]));
    expect((await test.get(user.token, data.id)).statusCode).toBe(200);
    await test.database.transaction((tx) => test.files.release(tx, user.id, [data.id]));
    expect((await test.get(user.token, data.id)).statusCode).toBe(404);
  });

  it('that are unused are evicted by newer ones', async () => {
    const user = await test.user();
    const image = { bytes: await photo(8, 8), width: 8, height: 8 };
    const ids: string[] = [];
    for (let index = 0; index < 34; index += 1) {
      test.pass(1);
      ids.push(await test.files.keep(user.id, 'identity', image));
    }
    const there = await Promise.all(ids.map(async (id) => (await test.files.read(user.id, id)) !== null));
    expect(there).toEqual(ids.map((_, index) => index >= 4));
  });
});
