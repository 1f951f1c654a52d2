/** Resources, prompts and completion of upstreams whose entry says that they are served: lists, and whose a name or a URI is. */
import type { GateConfig, JsonObject } from '../core';
import type { Listed } from './connection';
import { type Kind, type List, openLists, type Pager } from './lists';
import { matchesTemplate } from './uri-template';

type Word = GateConfig['upstreams'][string]['serves'][number];

interface Served extends Kind {
  readonly word: Word;
  /** The member that names one of the list. */
  readonly id: string;
}

export const SERVED = {
  resources: { method: 'resources/list', member: 'resources', definition: 'Resource', word: 'resources', id: 'uri' },
  templates: {
    ...{ method: 'resources/templates/list', member: 'resourceTemplates', definition: 'ResourceTemplate' },
    ...{ word: 'resources', id: 'uriTemplate' },
  },
  prompts: { method: 'prompts/list', member: 'prompts', definition: 'Prompt', word: 'prompts', id: 'name' },
} as const satisfies Record<string, Served>;
export type ServedKind = keyof typeof SERVED;

export function openServed({ upstreams }: GateConfig, pager: Pager, nowMs: () => number) {
  const serving = (word: Word) => Object.keys(upstreams).filter((name) => upstreams[name]!.serves.includes(word));
  const open = (kind: Kind) => openLists((upstream) => pager.all(upstream, kind), nowMs);
  const lists = { resources: open(SERVED.resources), templates: open(SERVED.templates), prompts: open(SERVED.prompts) };

  /** What each upstream listed last, after those that are old were read again. */
  async function listed(
    kind: ServedKind,
  ): Promise<readonly { readonly upstream: string; readonly list: List | null }[]> {
    const all = serving(SERVED[kind].word);
    await Promise.all(all.map((upstream) => lists[kind].renew(upstream)));
    return all.map((upstream) => ({ upstream, list: lists[kind].last(upstream) }));
  }

  /** The upstreams that have one that fits. Throws if nobody can say whether another one has it too. */
  async function having(kind: ServedKind, fits: (id: string) => boolean): Promise<readonly string[]> {
    const all = await listed(kind);
    const silent = all.filter(({ list }) => list === null);
    if (silent.length > 0) throw new Error(`The upstream ${silent[0]!.upstream} has not answered with its list.`);
    const isIt = (one: JsonObject) => fits(String(one[SERVED[kind].id]));
    return all.filter(({ list }) => list!.some(isIt)).map(({ upstream }) => upstream);
  }

  /** Null if none has it, or if two have it: a request would not say which of them it is for. */
  const ownerOf = async (kind: ServedKind, id: string) => only(await having(kind, (each) => each === id));

  /** The one that lists it, else the one with a template that fits, else the only one that serves resources. */
  async function ownerOfResource(uri: string): Promise<string | null> {
    const listing = await having('resources', (each) => each === uri);
    if (listing.length > 0) return only(listing);
    const fitting = await having('templates', (template) => matchesTemplate(template, uri));
    return only(fitting.length > 0 ? fitting : serving('resources'));
  }

  return {
    words: (['resources', 'prompts', 'completion'] as const).filter((word) => serving(word).length > 0),
    ownerOf,
    ownerOfResource,
    /** Of a prompt, of a template or of a URI, if that upstream serves completion too. */
    async ownerOfCompletion({ name, uri }: { readonly name?: string; readonly uri?: string }): Promise<string | null> {
      const template = async () => (await ownerOf('templates', uri!)) ?? ownerOfResource(uri!);
      const owner = name === undefined ? await template() : await ownerOf('prompts', name);
      return owner !== null && serving('completion').includes(owner) ? owner : null;
    },
    /** As an answer of the gate. What two upstreams have is left out. */
    async list(kind: ServedKind): Promise<JsonObject> {
      const { member, id } = SERVED[kind];
      const all = await listed(kind);
      const owners = new Map<string, number>();
      for (const { list } of all)
        for (const each of new Set(list?.map((one) => String(one[id])))) owners.set(each, (owners.get(each) ?? 0) + 1);
      const found = all.flatMap(({ list }) => list ?? []).filter((one) => owners.get(String(one[id])) === 1);
      const names = all.map(({ upstream }) => upstream);
      return { [member]: found, ...pager.hints(names, SERVED[kind]) };
    },
    changed(upstream: string, what: Listed): void {
      if (what === 'prompts') lists.prompts.changed(upstream);
      if (what !== 'resources') return;
      lists.resources.changed(upstream);
      lists.templates.changed(upstream);
    },
  };
}

const only = (names: readonly string[]): string | null => (names.length === 1 ? names[0]! : null);
