/**
 * How the requests of an action are shown: a part of its policy version. `display.json` of a proof is its canonical JSON; it
 * names the renderer, so its digest covers how the text is made.
 */
import { canonicalJson } from '../canonical-json';
import { EVIDENCE_KINDS, type EvidenceDocument, isDocumentName, MAX_EVIDENCE_DOCUMENTS } from '../evidence';
import { hasExactly, isListOf, isOne, isOneOf, parseStatement } from '../statements/form';
import { decimalPlaces } from './currencies';
import { CLOSE, OPEN } from './delimiters';
import { isPlain } from './marks';

export interface Display {
  readonly v: 1;
  /** The version of the renderer. Old versions stay in the code, so that earlier requests can always be rendered again. */
  readonly renderer: 1;
  /** Words and `{param}`. Each param must be in the list below. */
  readonly title: string;
  /** In the order in which they are shown. Params that are not in the list follow, by their keys. */
  readonly params: readonly ShownParam[];
  /** The hosts to which links may lead. */
  readonly hosts: readonly LinkHost[];
  /** The documents that people read beside the request. Absent means none; an empty list is not allowed. */
  readonly evidence?: readonly EvidenceDocument[];
}

export interface ShownParam {
  readonly param: string;
  readonly label: string;
  readonly format: Format;
}

export interface LinkHost {
  readonly host: string;
  /** Shown to people instead of the host's name. */
  readonly words: string;
}

export type Format =
  /** `currency`: an ISO 4217 code, or the param that has it. `unit`: what the value counts. */
  | { readonly type: 'money'; readonly currency: Currency; readonly unit: 'minor' | 'major' }
  | { readonly type: 'number' }
  | { readonly type: 'bytes' }
  | { readonly type: 'duration'; readonly unit: 'seconds' | 'milliseconds' }
  | { readonly type: 'date' }
  /** `zone`: `UTC`, or a difference from it such as `+05:45`. */
  | { readonly type: 'time'; readonly from: 'epoch_ms' | 'epoch_s' | 'rfc3339'; readonly zone: string }
  | { readonly type: 'operator' }
  /** `url`: `https://`, a host of the display, a path, and `{}` in the place of the percent-encoded value. */
  | { readonly type: 'link'; readonly url: string }
  | { readonly type: 'code' }
  | { readonly type: 'text' };

export type Currency = { readonly code: string } | { readonly param: string };

export const displayText = (display: Display): string => canonicalJson(display);

/** Null unless the text is the canonical JSON of a display without a problem. */
export function parseDisplay(text: string): Display | null {
  const display = (parseStatement(text, DISPLAY) ?? parseStatement(text, WITH_EVIDENCE)) as Display | null;
  return display !== null && displayProblems(display).length === 0 ? display : null;
}

type UnjudgedDisplay = Omit<Display, 'params'> & {
  readonly params: readonly (Omit<ShownParam, 'format'> & { readonly format: { readonly type: Format['type'] } })[];
};

/** A display as an admin sent it. `displayProblems` has to judge it before it is saved. */
export const unjudgedDisplay = (sent: UnjudgedDisplay): Display => sent as Display;

/** One sentence for each problem that says what to change. The types are already checked; the fields of each format are not. */
export function displayProblems({ title, params, hosts, evidence = [] }: Display): string[] {
  const keys = params.map(({ param }) => param);
  const documents = evidence.map(({ name }) => name);
  const known = new Set(keys);
  const pieces = titlePieces(title);
  const words = pieces.flatMap((piece) => ('words' in piece ? [piece.words] : []));
  return [
    ...(words.every(isWords)
      ? []
      : [`title: it may have no characters that do not show, no { } outside of a param, no ${OPEN}${CLOSE}`]),
    ...pieces.flatMap((piece) =>
      'param' in piece && !known.has(piece.param) ? [`title: {${piece.param}} is not in the list of params`] : [],
    ),
    ...repeated(keys).map((key) => `params: ${JSON.stringify(key)} is there twice`),
    ...repeated(documents).map((name) => `evidence: ${JSON.stringify(name)} is there twice`),
    ...params.flatMap(({ param, label, format }) => [
      ...(isPlain(label)
        ? []
        : [`label of ${JSON.stringify(param)}: it may have no characters that do not show, no ${OPEN}${CLOSE}`]),
      ...(isFormat(format)
        ? formatProblems(format, hosts)
        : [`${format.type} has ${FIELDS_IN_WORDS[format.type]}`]
      ).map((problem) => `format of ${JSON.stringify(param)}: ${problem}`),
    ]),
    ...hosts.flatMap(({ host, words }) =>
      HOST.test(host) && isPlain(words) ? [] : [`hosts: ${JSON.stringify(host)} is no host with words for people`],
    ),
  ];
}

export type TitlePiece = { readonly words: string } | { readonly param: string };

/** `Refund {amount} · order {order}` */
export function titlePieces(title: string): TitlePiece[] {
  return title
    .split(/(\{[^{}]*\})/)
    .filter((piece) => piece !== '')
    .map((piece) => (/^\{[^{}]*\}$/.test(piece) ? { param: piece.slice(1, -1) } : { words: piece }));
}

const repeated = (names: readonly string[]): string[] => names.filter((name, index) => names.indexOf(name) < index);

/** Words may begin or end with blanks, because a value can be beside them. */
const isWords = (words: string): boolean =>
  !/[{}]/.test(words) && (words.trim() === '' ? /^ +$/.test(words) : isPlain(words.replace(/^ +|(?<! ) +$/g, '')));

function formatProblems(format: Format, hosts: readonly LinkHost[]): string[] {
  if (format.type === 'money') {
    const { currency } = format;
    return 'param' in currency || decimalPlaces(currency.code) !== null
      ? []
      : [`${JSON.stringify(currency.code)} is no currency`];
  }
  if (format.type === 'time')
    return ZONE.test(format.zone) ? [] : [`${JSON.stringify(format.zone)} is not UTC or a difference such as +05:45`];
  if (format.type !== 'link') return [];
  const host = LINK.exec(format.url)?.[1];
  if (host === undefined) return ['url: it must be https://HOST/PATH with one {} in the path or the query'];
  return hosts.some((each) => each.host === host) ? [] : [`url: ${host} is not one of the hosts`];
}

const HOST = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/;
const ZONE = /^(UTC|[+-](0\d|1[0-4]):[0-5]\d)$/;
/** One `{}`, no fragment, no user info, and no characters that a browser would read in another way. */
const LINK = /^https:\/\/([a-z0-9.-]+)\/[A-Za-z0-9._~!$&'()*+,;=:@%/?-]*\{\}[A-Za-z0-9._~!$&'()*+,;=:@%/?-]*$/;

const isName = (value: unknown): boolean => typeof value === 'string' && value.length >= 1 && value.length <= 64;
const isTitle = (value: unknown): boolean => typeof value === 'string' && value.length >= 1 && value.length <= 200;
const isCurrency = (value: unknown): boolean =>
  hasExactly(value, { code: isName }) || hasExactly(value, { param: isName });

const FORMATS: Readonly<Record<Format['type'], Readonly<Record<string, (value: unknown) => boolean>>>> = {
  money: { currency: isCurrency, unit: isOneOf('minor', 'major') },
  number: {},
  bytes: {},
  duration: { unit: isOneOf('seconds', 'milliseconds') },
  date: {},
  time: { from: isOneOf('epoch_ms', 'epoch_s', 'rfc3339'), zone: isName },
  operator: {},
  link: { url: isTitle },
  code: {},
  text: {},
};

const NO_FIELDS = 'no field besides its type';
const FIELDS_IN_WORDS: Readonly<Record<Format['type'], string>> = {
  money: 'exactly currency, with either a code or a param, and unit, which is minor or major',
  number: NO_FIELDS,
  bytes: NO_FIELDS,
  duration: 'exactly unit, which is seconds or milliseconds',
  date: NO_FIELDS,
  time: 'exactly from, which is epoch_ms, epoch_s or rfc3339, and zone',
  operator: NO_FIELDS,
  link: 'exactly url',
  code: NO_FIELDS,
  text: NO_FIELDS,
};

const isFormat = (value: unknown): boolean =>
  Object.entries(FORMATS).some(([type, fields]) => hasExactly(value, { type: isOneOf(type), ...fields }));

const atMost = (most: number, test: (value: unknown) => boolean) => (value: unknown) =>
  isListOf(test)(value) && (value as unknown[]).length <= most;

const DISPLAY = {
  v: isOne,
  renderer: isOne,
  title: isTitle,
  params: atMost(24, (value) => hasExactly(value, { param: isName, label: isName, format: isFormat })),
  hosts: atMost(10, (value) => hasExactly(value, { host: isTitle, words: isName })),
};

const isDocument = (value: unknown): boolean =>
  hasExactly(value, {
    name: (name) => typeof name === 'string' && isDocumentName(name),
    kind: isOneOf(...EVIDENCE_KINDS),
  });

const WITH_EVIDENCE = {
  ...DISPLAY,
  evidence: (value: unknown) => atMost(MAX_EVIDENCE_DOCUMENTS, isDocument)(value) && (value as unknown[]).length > 0,
};
