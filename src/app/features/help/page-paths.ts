/** Pages that stand by themselves, by the key of their text, in the order the help lists them. */
export const pagePaths = {
  'page/about': '/pages/Whiteskin/aboutUs',
  'page/white-paper': '/pages/Whiteskin/Whiteskin',
  'page/agreement': '/pages/Whiteskin/mairivacy',
  'page/privacy': '/pages/Whiteskin/privacy',
} as const;

/** The key of a page's text. */
export type PageKey = keyof typeof pagePaths;

export const pageKeys = Object.keys(pagePaths) as readonly PageKey[];

function isPageKey(key: string): key is PageKey {
  return Object.hasOwn(pagePaths, key);
}

/** Where a text opens, as a path under the hash: pages on their own, everything else as an article. */
export function pathOfText(key: string): string {
  return isPageKey(key) ? pagePaths[key] : `/pages/home/newsDetail?key=${encodeURIComponent(key)}`;
}
