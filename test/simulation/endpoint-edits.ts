/**
 * An endpoint that an admin saves, rotates, disables, enables and narrows while requests are decided. Its receiver knows what
 * the admin knows, and nothing else: the secrets as they were shown, and when each call was made and answered.
 */

import { verifySignature } from '../../src/protocol/signature';
import { eventsOf } from '../../src/service/delivery/rules/events';
import type { OutgoingPost, PostOutcome } from '../../src/service/receiver/ports';
import type { Said } from '../support/gateway';
import type { Base } from './base';
import { Callers, requestsOf } from './callers';
import { type Part, unless } from './part';
import { MAX_SKEW_MS, type World } from './world';

const ADDRESS = 'https://hooks.example.org/edited';
const ADMIN = 'op_alpha';
const OVERLAPS_SECONDS = [0, 60, 3600];
/** What it takes after it was narrowed. Other requests are refused. */
const NARROW = ['request.expired'];

/** From the first attempt of a call until its answer, by the world's own clock. */
interface Span {
  readonly calledMs: number;
  readonly answeredMs: number;
}

interface Secret extends Span {
  readonly text: string;
  /** Until when the one before is used too, as the answer says, by the service's clock. */
  readonly previousUntilMs: number;
  /** A rotation without an answer made a secret that nobody knows, and another one after it. */
  readonly isCertain: boolean;
}

interface Arrived {
  readonly event: string;
  readonly id: string;
  readonly header: string;
  readonly body: string;
  /** When its attempt began, as its signature says, in complete seconds of the clock of its instance. */
  readonly signedMs: number;
  readonly atMs: number;
}

/** How often each is drawn. */
const EDITS = { rotate: 0.4, disable: 0.4, narrow: 0.2 };
type Edit = keyof typeof EDITS;
/** Longer than clocks differ, so that what comes afterwards is known to come afterwards. */
const PAUSE_MS = 2 * MAX_SKEW_MS + 1000;

export class EndpointEdits implements Part {
  private readonly callers: Callers;
  private readonly arrived: Arrived[] = [];
  private readonly secrets: Secret[] = [];
  private proposed = 0;
  private off: { readonly disabled: Span; readonly enabled: Span } | null = null;
  private narrowed: Span | null = null;
  /** From then on nobody outside knows what the endpoint is, because a call was never answered. */
  private unknownFromMs = Number.POSITIVE_INFINITY;

  constructor(
    private readonly world: World,
    base: Base,
    private readonly edits = 1,
  ) {
    this.callers = new Callers(world, base);
    world.receivers.set(ADDRESS, (post, fate) => this.receive(post, fate));
  }

  private receive({ body, headers }: OutgoingPost, fate: () => PostOutcome): PostOutcome {
    const { id, type, data } = JSON.parse(body);
    const header = headers['Service-Signature']!;
    const signedMs = Number(/^t=(\d+)/.exec(header)![1]) * 1000;
    this.arrived.push({ event: `${data.request.id} ${type}`, id, header, body, signedMs, atMs: this.world.trueMs() });
    return fate();
  }

  async live(): Promise<void> {
    const { world } = this;
    const calledMs = world.trueMs();
    // Not repeated: that would make a second endpoint.
    const made = await this.callers.heard(this.callers.api(ADMIN, 'POST', '/api/webhooks', { url: ADDRESS }));
    if (made?.status !== 201) {
      this.unknownFromMs = calledMs;
      return;
    }
    const answeredMs = world.trueMs();
    this.secrets.push({ text: made.body.secret, calledMs, answeredMs, previousUntilMs: 0, isCertain: true });
    const path = `/api/webhooks/${made.body.endpoint.id}`;
    for (let n = 0; n < this.edits; n++) {
      const decided = n === 0 ? this.callers.decideShared(0) : this.decideOne();
      // Its posts begin before the edit, or afterwards.
      if (world.random() < 0.5) await decided;
      await Promise.all([decided, this[this.drawn()](path)]);
      await world.wait(PAUSE_MS);
    }
    await this.decideOne();
  }

  private drawn(): Edit {
    const at = this.world.random();
    if (at < EDITS.rotate) return 'rotate';
    return at < EDITS.rotate + EDITS.disable ? 'disable' : 'narrow';
  }

  private async decideOne(): Promise<void> {
    await this.callers.decideOne(`edited_${this.proposed++}`);
  }

  private async rotate(path: string): Promise<void> {
    const overlap = OVERLAPS_SECONDS[Math.floor(this.world.random() * OVERLAPS_SECONDS.length)]!;
    const done = await this.changed('POST', `${path}/rotate`, { overlap_seconds: overlap });
    if (done === null) return;
    const { secret, endpoint } = done.body;
    const previousUntilMs = endpoint.previous_secret_expires_at ?? 0;
    this.secrets.push({ ...done.span, text: secret, previousUntilMs, isCertain: done.attempts === 1 });
  }

  private async disable(path: string): Promise<void> {
    const disabled = await this.changed('PATCH', path, { enabled: false });
    if (disabled === null) return;
    await this.world.wait(PAUSE_MS);
    await this.decideOne();
    await this.world.wait(PAUSE_MS);
    const enabled = await this.changed('PATCH', path, { enabled: true });
    if (enabled !== null) this.off = { disabled: disabled.span, enabled: enabled.span };
  }

  private async narrow(path: string): Promise<void> {
    this.narrowed = (await this.changed('PATCH', path, { types: NARROW }))?.span ?? null;
  }

  /** Repeats the call until it is answered. Null: it was not, or it was refused. */
  private async changed(method: string, path: string, body: object) {
    const calledMs = this.world.trueMs();
    let attempts = 0;
    const answer = await this.callers.asked(() => {
      attempts++;
      return this.callers.api(ADMIN, method, path, body);
    });
    if (answer?.status === 200)
      return { body: answer.body as Said['body'], attempts, span: { calledMs, answeredMs: this.world.trueMs() } };
    this.unknownFromMs = Math.min(this.unknownFromMs, calledMs);
    return null;
  }

  violations(): string[] {
    const known = this.arrived.filter(({ atMs }) => atMs < this.unknownFromMs);
    return [...known.flatMap((post) => [...this.ofSignature(post), ...this.ofDisabling(post)]), ...this.ofEvents()];
  }

  came(): string[] {
    const last = this.arrived.at(-1)?.atMs ?? 0;
    return [
      ...(this.secrets.length > 1 && last > this.secrets.at(-1)!.answeredMs ? ['endpoint rotated'] : []),
      ...(this.off !== null && last > this.off.enabled.answeredMs ? ['endpoint disabled and enabled'] : []),
      ...(this.narrowed !== null ? ['endpoint narrowed'] : []),
    ];
  }

  /** A post has the signature of a secret that was the newest between its begin and its arrival. */
  private ofSignature(post: Arrived): string[] {
    const { signedMs, atMs } = post;
    // Its attempt began at this instant of the world's clock or later.
    const beganMs = signedMs - MAX_SKEW_MS;
    const signs = ({ text }: Secret) =>
      verifySignature({ body: post.body, header: post.header, keys: [text], nowSeconds: signedMs / 1000 }).ok;
    const isUnknown = this.secrets.some((one) => !one.isCertain && beganMs <= one.answeredMs && atMs >= one.calledMs);
    const isNewest = (one: Secret, next: Secret | undefined) =>
      one.calledMs <= atMs && (next === undefined || next.answeredMs >= beganMs);
    const newest = this.secrets.filter((one, n) => isNewest(one, this.secrets[n + 1]));
    const old = this.secrets.slice(0, -1).filter((_, n) => {
      const [next, afterNext] = this.secrets.slice(n + 1) as [Secret, Secret | undefined];
      const isReplaced = beganMs > next.answeredMs;
      return (
        (isReplaced && signedMs >= next.previousUntilMs) || (afterNext !== undefined && beganMs > afterNext.answeredMs)
      );
    });
    const both = this.secrets.slice(0, -1).filter((_, n) => {
      const [next, afterNext] = this.secrets.slice(n + 1) as [Secret, Secret | undefined];
      const isOnlyNext = beganMs > next.answeredMs && (afterNext === undefined || atMs < afterNext.calledMs);
      return next.isCertain && isOnlyNext && signedMs + 999 < next.previousUntilMs;
    });
    return [
      ...unless(isUnknown || newest.some(signs), 'a post is not signed with the newest secret', post),
      ...unless(!old.some(signs), 'a post is signed with a secret whose time is over', post),
      ...unless(both.every(signs), 'a post in the grace period is not signed with the secret before', post),
    ];
  }

  private ofEvents(): string[] {
    const events = requestsOf(this.world).flatMap((request) =>
      eventsOf(request).map((each) => ({ id: request.id, ...each })),
    );
    return events.flatMap(({ id, type, atMs }) => {
      const event = `${id} ${type}`;
      const posts = this.arrived.filter((post) => post.event === event);
      return [
        ...unless(new Set(posts.map((post) => post.id)).size <= 1, 'an event under two ids', event),
        ...unless(posts.length === 0 || !this.isKeptFrom(type, atMs), 'a post that the endpoint must not get', event),
        ...unless(posts.length > 0 || !this.isOwed(type, atMs), 'an event never arrived at the endpoint', event),
      ];
    });
  }

  private ofDisabling(post: Arrived): string[] {
    const { disabled, enabled } = this.off ?? NEVER;
    const isOff = post.signedMs - MAX_SKEW_MS > disabled.answeredMs && post.atMs < enabled.calledMs;
    return unless(!isOff, 'a post began while the endpoint was disabled', post);
  }

  /** What happens while it is disabled is not sent later, and neither is what it does not take. */
  private isKeptFrom(type: string, atMs: number): boolean {
    const { disabled, enabled } = this.off ?? NEVER;
    const isNarrow = this.narrowed !== null && atMs > this.narrowed.answeredMs + MAX_SKEW_MS && !NARROW.includes(type);
    const isOff = atMs > disabled.answeredMs + MAX_SKEW_MS && atMs < enabled.calledMs - MAX_SKEW_MS;
    return isNarrow || isOff;
  }

  /** Everything after it was enabled for the last time, while nobody changes it. */
  private isOwed(type: string, atMs: number): boolean {
    const since = this.off?.enabled ?? this.secrets[0];
    if (since === undefined || this.unknownFromMs < Number.POSITIVE_INFINITY) return false;
    const isTaken = this.narrowed === null || NARROW.includes(type);
    return isTaken && atMs > since.answeredMs + 2 * MAX_SKEW_MS;
  }
}

const NEVER_SPAN: Span = { calledMs: Number.POSITIVE_INFINITY, answeredMs: Number.POSITIVE_INFINITY };
const NEVER = { disabled: NEVER_SPAN, enabled: NEVER_SPAN };
