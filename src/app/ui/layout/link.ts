import type { ReactElement, ReactNode } from 'react';

/** What a part hands to `render` so that a router's link can take its place. */
interface LinkRenderProps {
  className: string;
  children: ReactNode;
  'aria-current'?: 'page';
  'aria-label'?: string;
}

/** A part that can be a link: by a plain address, or by a router's own link component. */
export interface LinkTarget {
  /** An address, `#/pages/…` within the app. */
  href?: string | undefined;
  /** Draws the link itself: `render={(link) => <Link to="/x" {...link} />}`. Wins over `href`. */
  render?: ((link: LinkRenderProps) => ReactElement) | undefined;
}
