import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { ClipboardPen, ExternalLink, type LucideIcon, Mail, MapPin, MessagesSquare, Phone } from 'lucide-react';
import type { CustomerChannel } from '#protocol/content/entities.ts';
import { language } from '#app/platform/language/language.ts';
import { useFeature } from '#app/platform/session/launch-config.ts';
import { useObservable } from '#app/platform/observable.ts';
import { ArticleBody } from '#app/ui/lists/ArticleBody.tsx';
import { IconTile, ListRow } from '#app/ui/lists/ListRow.tsx';
import { Section } from '#app/ui/layout/Section.tsx';
import css from './help-screen.module.css';
import { contactQuery, customerQuery } from './queries.ts';

const ticketsPath = '/pages/workOrder/index';
const chatPath = '/pages/usreMei/absystem';

interface Way {
  readonly id: string;
  readonly icon: LucideIcon;
  readonly title: string;
  readonly sub?: string;
  readonly href?: string;
  readonly onClick?: () => void;
}

/** Contact options; those this build or this country does not have are left out. */
function useWays(): readonly Way[] {
  const { t } = useLingui();
  const { routesByPath } = useRouter();
  const hasChat = useFeature('chat');
  const customer = useQuery(customerQuery);
  const contact = useQuery(contactQuery(useObservable(language)));
  const ways: Way[] = (customer.data?.list ?? []).flatMap((channel): Way[] => {
    switch (channel.kind) {
      case 'workOrder':
        if (!(ticketsPath in routesByPath)) return [];
        return [
          {
            id: channel.kind,
            icon: ClipboardPen,
            title: t`Write to customer service`,
            sub: t`Replies arrive here in the app`,
            href: `#${ticketsPath}`,
          },
        ];
      case 'chat':
        if (!hasChat || !(chatPath in routesByPath)) return [];
        return [{ id: channel.kind, icon: MessagesSquare, title: t`Ask the community`, href: `#${chatPath}` }];
      default:
        return outsideWay(channel);
    }
  });
  const { email, phone } = contact.data ?? { email: null, phone: null };
  if (email !== null && !ways.some(({ id }) => id === `email ${email}`))
    ways.push(...outsideWay({ kind: 'email', value: email }));
  if (phone !== null && !ways.some(({ id }) => id === `phone ${phone}`))
    ways.push(...outsideWay({ kind: 'phone', value: phone }));
  return ways;
}

/** A way that leads out of the app: the program for letters or calls, or a page, which asks first. */
function outsideWay(channel: CustomerChannel): Way[] {
  switch (channel.kind) {
    case 'email':
      return [{ id: `email ${channel.value}`, icon: Mail, title: channel.value, href: `mailto:${channel.value}` }];
    case 'phone':
      return [
        {
          id: `phone ${channel.value}`,
          icon: Phone,
          title: channel.value,
          href: `tel:${channel.value.replaceAll(' ', '')}`,
        },
      ];
    case 'link':
      return [
        {
          id: `link ${channel.value}`,
          icon: ExternalLink,
          title: new URL(channel.value).host,
          onClick: () => void import('../pages/leave.tsx').then(({ leave }) => leave(channel.value)),
        },
      ];
    default:
      return [];
  }
}

/** The office on the map, under the first line of its address. */
function officeHref(place: { latitude: number; longitude: number }, [name = '']: readonly string[]): string {
  const search = { lat: place.latitude.toFixed(6), lng: place.longitude.toFixed(6), name };
  return `#/open-location?${new URLSearchParams(search).toString()}`;
}

/** Who answers when no text does. */
export function ContactSection() {
  const ways = useWays();
  const { data } = useQuery(contactQuery(useObservable(language)));
  const post = data?.post ?? [];
  const place = data?.place ?? null;
  if (ways.length === 0 && post.length === 0 && (data?.article ?? null) === null) return null;
  return (
    <Section title={<Trans>Contact us</Trans>} band>
      {data?.article !== null && data?.article !== undefined && (
        <div className={css['contactText']}>
          <p>{data.article.summary}</p>
          <ArticleBody blocks={data.article.blocks} />
        </div>
      )}
      <ul>
        {ways.map(({ id, icon, ...row }) => (
          <li key={id}>
            <ListRow light height={56} leading={<IconTile icon={icon} />} {...row} />
          </li>
        ))}
        {post.length > 0 && (
          <li>
            <ListRow
              light
              height={56}
              leading={<IconTile icon={MapPin} />}
              title={<Trans>Letters</Trans>}
              sub={post.join(', ')}
              {...(place !== null && { href: officeHref(place, post) })}
            />
          </li>
        )}
      </ul>
    </Section>
  );
}
