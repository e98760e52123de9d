import { globSync, readFileSync } from 'node:fs';

const folder = 'src/app/routes';
/** What all screens are in: it has no address. */
const root = `${folder}/__root.tsx`;

/** The path of every route, from the files that the router's tree is made of. @throws Error for a file without one */
export function allRoutes(): string[] {
  const files = globSync(`${folder}/**/*.tsx`).filter((file) => file !== root);
  return files.map((file) => {
    const path = /createFileRoute\('([^']+)'\)/.exec(readFileSync(file, 'utf8'))?.[1];
    if (path === undefined) throw new Error(`${file} names no path`);
    return path;
  });
}

/** The path that an address of the app shows: `/pages/notice/details` of `…#/pages/notice/details?id=1`. */
export function routeOf(address: string): string {
  return (/#([^?]*)/.exec(address)?.[1] ?? '') || '/';
}

/** Where an address of the spec shows what another one shows. */
export interface Alias {
  readonly route: string;
  readonly shows: string;
  /** Why nothing in the app leads there. */
  readonly reason: string;
}

export const aliases: readonly Alias[] = [
  {
    route: '/pages/mine/login',
    shows: '/pages/login/login',
    reason: 'target of answers of type 999: a call that needs a session and carries none, which no screen makes',
  },
];
