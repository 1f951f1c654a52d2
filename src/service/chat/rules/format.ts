/** Converts a post to the format of a chat. */
import { discordBody, fitsDiscord } from './discord';
import { fitted } from './fitted';
import type { ChatFormat, ChatPost } from './post';
import { fitsSlack, slackBody } from './slack';
import { fitsTeams, teamsBody } from './teams';

const BODIES: Readonly<Record<ChatFormat, (post: ChatPost) => object>> = {
  slack: (post) => fitted(post, slackBody, fitsSlack),
  teams: (post) => fitted(post, teamsBody, fitsTeams),
  discord: (post) => fitted(post, discordBody, fitsDiscord),
};

export function chatBody(format: ChatFormat, post: ChatPost): string {
  return JSON.stringify(BODIES[format](post));
}
