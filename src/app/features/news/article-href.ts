/** Where an article of the news or the help opens. */
export function articleHref(key: string): string {
  return `#/pages/home/newsDetail?key=${encodeURIComponent(key)}`;
}
