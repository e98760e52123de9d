import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codes } from '#protocol/core/codes.ts';
import { type End, ends, type Holder, holders } from '#server/main/holders/holders.ts';
import { isRun } from './case.ts';
import { coinsNeeded, endings, groundOf, lastingCoinOf, soon } from './endings.ts';
import { type Held, holdsOf } from './hold.ts';
import { beMerchant } from './merchant.ts';
import { type Share, shareOf, shares } from './shares.ts';
import { table } from './table.ts';
import { openUpstream } from './upstream.ts';
import { openWorld, type Person, type World } from './world.ts';

/** Money comes back by itself within this time, or sooner: a minute's round, a chain's confirmations. */
const itselfMs = 60_000;

interface Crossing {
  readonly world: World;
  readonly owner: Person;
  readonly merchant: Person;
}

/** Crosses the holders of a share with every end of it, on one exchange. */
export function crossHolders(share: Share): void {
  const isOfPrices = share === 'prices';
  const some = holders.filter((holder) => isOfPrices || shareOf[holder] === share);
  let crossing: Crossing;

  beforeAll(async () => {
    crossing = await openCrossing(`holders-${share}`, isOfPrices);
  }, 120_000);
  afterAll(() => crossing.world.close(), 60_000);

  for (const end of ends.filter((one) => (one === 'prices-gone') === isOfPrices)) crossEnd(end, some, () => crossing);

  it('leaves books that add up, and nothing stranded', async () => {
    const said = await crossing.world.prove();
    expect(said).toContain('The ledger adds up.');
    expect(said).not.toContain('Stranded');
  });

  it('met no failure of the exchange', () => {
    // That withdrawals cannot leave is an alarm, and what some ends are about.
    expect(crossing.world.errors.filter((line) => !line.includes('"hindrance":'))).toEqual([]);
  });

  it('is one of the files that cross every holder', async () => {
    const files = await readdir(new URL('..', import.meta.url));
    expect(files.filter((file) => file.startsWith('holders-')).toSorted()).toEqual(
      shares.map((one) => `holders-${one}.test.ts`).toSorted(),
    );
  });
}

async function openCrossing(name: string, isOfPrices: boolean): Promise<Crossing> {
  const world = await openWorld(name, isOfPrices ? openUpstream() : null);
  const owner = await world.person();
  const merchant = await world.person();
  for (const one of [owner, merchant]) {
    await beMerchant(world, one);
    for (const asset of coinsNeeded) await world.done('POST recharge', { chain: 'PRACTICE', asset }, one.as);
    for (const [to, amount] of Object.entries({ contract: '2000', option: '200' })) {
      await world.done('POST transfer', { asset: 'USDT', from: 'spot', to, amount }, one.as);
    }
  }
  await world.restart();
  return { world, owner, merchant };
}

/** Registers a test for whatever of an end has something to run. */
function crossEnd(end: End, some: readonly Holder[], crossing: () => Crossing): void {
  const of = (kind: string) => some.filter((holder) => kind in table[holder][end]);
  const run = some.filter((holder) => isRun(table[holder][end]));
  if (run.length > 0) {
    it(`${end}: ${run.join(', ')}: what they hold comes out`, () => comesOut(end, run, crossing()), 150_000);
  }
  const barred = of('barred');
  if (barred.length > 0) {
    it(`${end}: cannot begin under ${barred.join(', ')}`, () => isBarred(end, barred, crossing()), 90_000);
  }
  const alike = of('sameAs');
  if (alike.length > 0) it(`${end}: ${alike.join(', ')} is shown by another end`, () => areShown(end, alike));
}

async function comesOut(end: End, run: readonly Holder[], { world, owner, merchant }: Crossing): Promise<void> {
  const holds = holdsOf(world, merchant);
  const held = new Map<Holder, Held>();
  for (const holder of run) held.set(holder, await holds[holder](owner, groundOf(holder, end)));
  const begunAt = Date.now();
  const owners = [...new Set([...held.values()].map((one) => one.owner))];
  const waiting: [Holder, Held][] = [];
  try {
    await endings[end].begin(world, owners, run);
    for (const [holder, one] of held) await hasten(holder, one);
    for (const [holder, one] of held) if (await isWaiting(end, holder, one)) waiting.push([holder, one]);
    await expectHeld(waiting.filter(([, { out }]) => out === null));
    for (const [holder, one] of held) {
      const cell = table[holder][end];
      if ('out' in cell && cell.out === 'itself') await expectItself(holder, one);
    }
  } finally {
    await endings[end].lift(world, owners, run);
  }
  for (const [holder, one] of waiting) await (one.out === null ? expectItself(holder, one) : expectOut(holder, one));
  for (const [holder, one] of held) await expectNotice(world, holder, { end, owner: one.owner, begunAt });
}

/** What comes back by itself is still held when the end has begun, and is due now. */
async function hasten(holder: Holder, one: Held): Promise<void> {
  if (one.hasten === undefined) return;
  expect([holder, await one.isOut?.()]).toEqual([holder, false]);
  await one.hasten();
}

/** What is seen of a holder under an end, without waiting. @returns whether it waits for the end to be lifted */
async function isWaiting(end: End, holder: Holder, one: Held): Promise<boolean> {
  const cell = table[holder][end];
  if (!('out' in cell) || cell.out === 'open') await expectOut(holder, one);
  else if (cell.out === 'after' || cell.out === 'lapses') {
    const refused = await one.out?.();
    expect([holder, refused?.code]).not.toEqual([holder, codes.success]);
    if (one.isOut !== null) expect([holder, await one.isOut()]).toEqual([holder, false]);
  }
  return 'out' in cell && (cell.out === 'after' || cell.out === 'later');
}

/** A book that was stopped is quoted again within seconds: until then there is nobody to close against. */
async function expectOut(holder: Holder, { out, isOut }: Held): Promise<void> {
  const code = async () => [holder, (await out?.())?.code];
  await expect.poll(code, { timeout: 30_000, interval: 500 }).toEqual([holder, codes.success]);
  if (isOut !== null) await expect.poll(isOut, { timeout: 20_000 }).toBe(true);
}

async function expectItself(holder: Holder, { isOut }: Held): Promise<void> {
  const seen = async () => [holder, await isOut?.()];
  await expect.poll(seen, { timeout: itselfMs, interval: 300 }).toEqual([holder, true]);
}

/** They stay for longer than it would take them to come back. */
async function expectHeld(some: readonly (readonly [Holder, Held])[]): Promise<void> {
  for (let looks = 0; looks < (some.length === 0 ? 0 : 6); looks += 1) {
    for (const [holder, { isOut }] of some) expect([holder, await isOut?.()]).toEqual([holder, false]);
    await sleep(400);
  }
}

/** The owner got what the table names since the end began. */
async function expectNotice(
  world: World,
  holder: Holder,
  { end, owner, begunAt }: { readonly end: End; readonly owner: Person; readonly begunAt: number },
): Promise<void> {
  const cell = table[holder][end];
  const notices = 'notices' in cell ? cell.notices : [];
  if (notices.length === 0) return;
  const sql = 'SELECT count(*) FROM notices WHERE owner = $1 AND article_key = ANY($2) AND at >= $3';
  const noticed = async () => [holder, notices, (await world.count(sql, [owner.id, notices, begunAt])) > 0];
  await expect.poll(noticed, { timeout: 10_000 }).toEqual([holder, notices, true]);
}

/** The console refuses while the holder stands there, and nothing has changed for its owner. */
async function isBarred(end: End, barred: readonly Holder[], { world, owner, merchant }: Crossing): Promise<void> {
  const holds = holdsOf(world, merchant);
  const held: [Holder, Held][] = [];
  for (const holder of barred) held.push([holder, await holds[holder](owner, { coin: 'USDT', isEnding: false })]);
  for (const holder of barred) {
    const cell = table[holder][end];
    const said = await world.operate('list', 'delist', `${lastingCoinOf(holder)}USDT`, soon(600), soon(900));
    const refusal = new RegExp(`Not done: .*${'barred' in cell ? cell.barred : ''}`);
    expect([holder, said]).toEqual([holder, expect.stringMatching(refusal)]);
  }
  for (const [holder, one] of held) await hasten(holder, one);
  for (const [holder, one] of held) await (one.out === null ? expectItself(holder, one) : expectOut(holder, one));
}

/** What they are the same as is run. */
function areShown(end: End, some: readonly Holder[]): void {
  for (const holder of some) {
    const cell = table[holder][end];
    const other = 'sameAs' in cell ? table[holder][cell.sameAs] : cell;
    expect([holder, end, isRun(other) || 'barred' in other]).toEqual([holder, end, true]);
  }
}
