/** A post in the form that a chat takes. */
import { discordBody } from './discord';
import type { ChatFormat, ChatPost } from './post';
import { slackBody } from './slack';
import { teamsBody } from './teams';

const BODIES: Readonly<Record<ChatFormat, (post: ChatPost) => object>> = {
  slack: slackBody,
  teams: teamsBody,
  discord: discordBody,
};

export function chatBody(format: ChatFormat, post: ChatPost): string {
  return JSON.stringify(BODIES[format](post));
}
