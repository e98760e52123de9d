import {
  Camera,
  CirclePlay,
  GitBranch,
  Globe,
  Hash,
  type LucideIcon,
  MessageCircle,
  MessagesSquare,
  Radio,
  Send,
  ThumbsUp,
} from 'lucide-react';
import type { CommunityLink } from '../../../protocol/content/entities.ts';

/** What each place is like, drawn plainly: no marks of other companies. */
export const communityIcons: Readonly<Record<CommunityLink['kind'], LucideIcon>> = {
  x: Hash,
  telegram: Send,
  discord: MessagesSquare,
  youtube: CirclePlay,
  facebook: ThumbsUp,
  instagram: Camera,
  reddit: MessageCircle,
  github: GitBranch,
  line: MessageCircle,
  weibo: Radio,
  website: Globe,
};
