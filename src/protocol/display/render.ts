/**
 * Renders what people are shown of a request: structured lines, and their text. Pages, mails, chats, the client and the
 * verifier only lay out these lines. The result does not depend on a locale, on the time zone of the machine or on the
 * Unicode version of the runtime.
 */
import { type Display, type Format, type ShownParam, titlePieces } from './display';
import { type Formatted, formatted } from './formats';
import { marked } from './marks';

export type Params = Readonly<Record<string, string>>;

export interface Shown {
  readonly title: readonly ShownPiece[];
  /** One for each param, and one for each param of the display that the request does not have. */
  readonly lines: readonly ShownLine[];
}

/** `value` is the text between the delimiters. Null if the request has no such param. */
export type ShownPiece = { readonly words: string } | { readonly param: string; readonly value: string | null };

export interface ShownLine {
  readonly param: string;
  /** The param's name, with marks for invisible characters. */
  readonly key: string;
  /** Null: the display does not list the param. */
  readonly label: string | null;
  readonly type: Format['type'];
  /** With marks for invisible characters. Null if the request has no such param. */
  readonly value: string | null;
  /** The param as it was sent, with marks, if it differs from `value`. */
  readonly raw: string | null;
  /** False: the value does not fit its format, so it is shown as it was sent. */
  readonly fits: boolean;
  /** The URL of a link. */
  readonly href: string | null;
}

const RENDERERS: Readonly<Record<Display['renderer'], (display: Display, params: Params) => Shown>> = {
  1: renderFirst,
};

export const render = (display: Display, params: Params): Shown => RENDERERS[display.renderer](display, params);

function renderFirst(display: Display, params: Params): Shown {
  const listed = new Set(display.params.map(({ param }) => param));
  const rest = Object.keys(params)
    .filter((param) => !listed.has(param))
    .sort();
  const lines = [
    ...display.params.map((param) => lineOf(display, params, param)),
    ...rest.map((param) => lineOf(display, params, { param, label: null, format: { type: 'text' } })),
  ];
  const title = titlePieces(display.title).map((piece): ShownPiece => {
    if ('words' in piece) return piece;
    return { param: piece.param, value: lines.find(({ param }) => param === piece.param)?.value ?? null };
  });
  return { title, lines };
}

type Listed = Omit<ShownParam, 'label'> & { readonly label: string | null };

function lineOf(display: Display, params: Params, { param, label, format }: Listed): ShownLine {
  const common = { param, key: marked(param), label, type: format.type };
  if (!Object.hasOwn(params, param)) return { ...common, value: null, raw: null, fits: true, href: null };
  const sent = params[param]!;
  const found: Formatted | null = formatted(format, sent, { params, hosts: display.hosts });
  const [value, raw] = [marked(found?.text ?? sent), marked(sent)];
  return { ...common, value, raw: value === raw ? null : raw, fits: found !== null, href: found?.href ?? null };
}
