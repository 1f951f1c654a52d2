/**
 * What remarks say. A mail and a chat have more readers than a request has operators, so no text has a value: only `onPage`
 * adds it.
 */
import type { Shown } from '../../../protocol/display/render';
import { lineName } from '../../../protocol/display/text';
import { isDocumentName } from '../../../protocol/evidence';
import type { OperatorId } from '../../../protocol/identifiers';
import { groupedAmount } from '../../../protocol/shown/amount';
import { visibleText } from '../../../protocol/visible-text';
import type { Request } from '../../request/rules/request';
import { shortened } from '../../request/rules/texts';
import { MOST_ENTRIES, MOST_LOADED } from './compared';
import type { About, Kind, Remark, RemarkOf, SearchLimit } from './remark';

/** The text continues the name of what it is about, or is a sentence. The short one is for lists; null: not in lists. */
type Words = readonly [text: string, short: string | null];

/** The gravest first. `label` is what the display calls the param. */
const WORDS: { readonly [K in Kind]: (remark: RemarkOf<K>, label: string) => Words } = {
  far_above: aboveWords,
  large_number: () => ['is a large number, and no earlier value was approved', 'nothing approved yet, large number'],
  rejected_before: ({ how }) => [
    `Exactly this was ${how === 'stopped' ? 'approved' : 'requested'} before and ${how}`,
    `${how} before`,
  ],
  unshown_documents: ({ names }) => [unshownText(names), 'document not shown'],
  no_number: ({ bySize }, label) => [
    bySize
      ? 'is not a plain number such as 1234.50, so its size is compared with nothing'
      : 'is not a number, and most approved values of it are',
    `${label} is no number`,
  ],
  unseen_characters: () => [
    'contains invisible characters. They are written out on the page of the request',
    'invisible characters',
  ],
  mixed_alphabets: () => [
    'mixes letters of two alphabets in one word, so it may not be the word that it looks like',
    'mixed alphabets',
  ],
  call_used_before: () => ['This sealed call was used before, in', 'sealed call used before'],
  new_requester: ({ of }) => [`requested none of the last ${of} approved requests for this action`, 'new requester'],
  above: aboveWords,
  new_value: ({ of }, label) => [`has a value that none of the last ${of} approved requests had`, `new ${label}`],
  new_param: ({ of }) => [`was in none of the last ${of} approved requests`, 'new param'],
  more_keys: () => [
    'The policy asks for more keys because of its params, and nothing was approved yet',
    'nothing approved yet, more keys',
  ],
  seat_locked: () => ['is locked out of this request after 5 wrong codes', 'wrong codes'],
  in_your_name: () => [
    'This was requested in your name. If you did not request it, choose “This was not me”',
    'in your name',
  ],
  round: ({ round }) => [
    `This is round ${round}: in the round before, the keys were not turned in time`,
    `round ${round}`,
  ],
  seat_out: () => ['was disabled after this was requested', null],
  new_code: ({ times }) => [`was sent a new code by an admin${times > 1 ? ` ${times} times` : ''}`, null],
  compared: ({ approved, isFirst, limit, isCalm }) => {
    const scope = limit === null ? '' : ` of the newest ${SCOPES[limit]}`;
    if (approved > 0)
      return [`Compared with ${approved} approved${scope}${isCalm ? ': nothing stands out' : ''}`, null];
    const said = `Not compared: no approved request${scope}`;
    return isFirst ? [`${said}. This is the first request for this action`, 'first request'] : [said, 'not compared'];
  },
  not_read: () => ['Not compared: earlier requests could not be read', 'not compared'],
};
/** Said wherever people decide, however many graver remarks there are: they cannot find it out from what they see. */
const ALWAYS: readonly Kind[] = ['unshown_documents'];
/** Good to know. Every other kind needs attention before a decision. */
const NOTES: readonly Kind[] = ['in_your_name', 'round', 'seat_out', 'new_code', 'compared', 'not_read'];
const SCOPES: Readonly<Record<SearchLimit, string>> = {
  loaded: String(MOST_LOADED),
  entries: `${groupedAmount(String(MOST_ENTRIES))} requests of the organization`,
};

/** A message has short names, and one that is combined has none. */
function inPlace(remark: Remark, place: MessagePlace): Remark {
  if (remark.kind !== 'unshown_documents') return remark;
  return { ...remark, names: place === 'combined' ? [] : remark.names.map((name) => shortened(name, 40)) };
}

function unshownText(names: readonly string[]): string {
  // What cannot be the name of a document is quoted, so that it does not read as a sentence of ours.
  if (names.length === 0) return 'A document was attached that this action does not show';
  const said = names.map((name) => (isDocumentName(name) ? name : `“${visibleText(name)}”`)).join(', ');
  const what = names.length === 1 ? 'A document was' : 'Documents were';
  return `${what} attached that this action does not show: ${said}`;
}

function aboveWords({ times }: RemarkOf<'far_above' | 'above'>, label: string): Words {
  if (times < 2) return ['is higher than the highest approved before', `highest ${label}`];
  const count = times > 1_000_000 ? 'over a million' : groupedAmount(String(times));
  return [`is ${count} times the highest approved before`, `${count}× the highest approved ${label}`];
}

/** Names params and operators as the rest of the page or message does. */
export interface Naming {
  readonly request: Request;
  readonly shownOf: (request: Request) => Shown | null;
  readonly nameOf: (operator: OperatorId) => string;
}

/** For the page of a request and for lists, the gravest first. */
export const onPage = (remarks: readonly Remark[], naming: Naming) =>
  gravestFirst(remarks).map((remark) => {
    const [text, short] = wordsOf(remark, naming);
    const about = 'about' in remark ? nameOf(remark.about, naming, 'page') : null;
    const link =
      'first' in remark ? { request: remark.first, next: 'Check that the params describe what it really does.' } : null;
    const value = 'known' in remark ? knownText(remark, naming) : null;
    const always = isAlwaysSaid(remark);
    return {
      level: levelOf(remark),
      always,
      about,
      text: `${sentenceOf(remark, text, value)}${link === null ? '.' : ''}`,
      short,
      link,
    };
  });

/** The value of a large number is the request's own. That of another remark is an earlier one, in brackets. */
function sentenceOf({ kind }: Remark, text: string, value: string | null): string {
  if (kind === 'unseen_characters') return 'contains invisible characters, written out below';
  if (value === null) return text;
  return kind === 'large_number' ? `${value} ${text}` : `${text} (${value})`;
}

/** The first message about a request, a later one, or a part of a combined mail, which has nothing that a proposer wrote. */
export type MessagePlace = 'first' | 'later' | 'combined';

export interface MessageRemarks {
  readonly warnings: readonly string[];
  /** With how many it was compared. Later messages say so only if nothing was compared. */
  readonly compared: string | null;
}

/** For mails and chats: the two gravest warnings, later the gravest one, and what is always said. The page says all. */
export function inMessage(remarks: readonly Remark[], naming: Naming, place: MessagePlace): MessageRemarks {
  const warnings = gravestFirst(remarks).filter((remark) => levelOf(remark) === 'warn');
  const most = place === 'first' ? 2 : 1;
  const compared = remarks.find(({ kind }) => kind === 'compared' || kind === 'not_read');
  const isLeftOut =
    compared === undefined || (place !== 'first' && compared.kind === 'compared' && compared.approved > 0);
  const said = (remark: Remark): string => {
    const [text] = wordsOf(inPlace(remark, place), naming);
    const about = 'about' in remark ? `${nameOf(remark.about, naming, place)} ` : '';
    return visibleText(`${about}${text}${'first' in remark ? ` ${remark.first}` : ''}.`);
  };
  return {
    // A sentence of ours goes on in small letters, and a name is written as it is.
    warnings: warnings
      .filter((remark, at) => at < most || isAlwaysSaid(remark))
      .map((remark) => {
        const text = said(remark);
        return `Unusual: ${'about' in remark ? text : `${text.charAt(0).toLowerCase()}${text.slice(1)}`}`;
      }),
    compared: isLeftOut ? null : said(compared),
  };
}

const isAlwaysSaid = ({ kind }: Remark): boolean => ALWAYS.includes(kind);
const levelOf = ({ kind }: Remark): 'warn' | 'note' => (NOTES.includes(kind) ? 'note' : 'warn');

function gravestFirst(remarks: readonly Remark[]): Remark[] {
  const order = Object.keys(WORDS);
  return [...remarks].sort((left, right) => order.indexOf(left.kind) - order.indexOf(right.kind));
}

function wordsOf<K extends Kind>(remark: RemarkOf<K>, { request, shownOf }: Naming): Words {
  const param =
    'about' in remark && typeof remark.about === 'object' && 'param' in remark.about ? remark.about.param : '';
  const say = WORDS[remark.kind] as (remark: RemarkOf<K>, label: string) => Words;
  return say(remark, lineIn(shownOf(request), param)?.label ?? param);
}

/** Uses the name of the param's line, so that nobody reads two names for one param. */
function nameOf(about: About, { request, shownOf, nameOf }: Naming, place: MessagePlace | 'page'): string {
  const [most, the] = place === 'page' ? [Number.POSITIVE_INFINITY, 'The'] : [40, 'the'];
  if (typeof about === 'string') return `${the} ${about}`;
  if ('operator' in about) return shortened(nameOf(about.operator), most);
  const line = lineIn(shownOf(request), about.param);
  if (place === 'combined') return line?.label ?? 'a param';
  if (line !== undefined) return lineName({ ...line, key: shortened(line.key, most) });
  return place === 'page' ? about.param : `the param ${shortened(about.param, most)}`;
}

const knownText = (
  { about: { param }, known: { value, request } }: RemarkOf<'far_above' | 'above' | 'large_number'>,
  { shownOf }: Naming,
) => lineIn(shownOf(request), param)?.value ?? groupedAmount(value);

const lineIn = (shown: Shown | null, param: string) => shown?.lines.find((line) => line.param === param);
