import { Carousel } from './carousel.tsx';
import { HotPairs } from './hot-pairs.tsx';
import { LatestNews } from './latest-news.tsx';

/** The lower part of a visitor's home. */
export default function VisitorBelow() {
  return (
    <>
      <Carousel />
      <HotPairs />
      <LatestNews />
    </>
  );
}
