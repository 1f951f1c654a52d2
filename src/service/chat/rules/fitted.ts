/** Fits a post into a chat. A chat refuses a longer post, so the finished body is measured. */
import type { ChatPost, PlainPost } from './post';

const TOO_LONG = 'This message is too long for this chat. The console shows all of it.';

/** Leaves out as few lines as possible: the first ones that may be left out, and at last all lines. */
export function fitted<Body>(post: ChatPost, bodyOf: (plain: PlainPost) => Body, fits: (body: Body) => boolean): Body {
  const most = post.lines.filter((line) => typeof line !== 'string').length;
  for (let leftOut = 0; leftOut <= most; leftOut++) {
    const body = bodyOf(without(post, leftOut));
    if (fits(body)) return body;
  }
  return bodyOf({ ...post, lines: [TOO_LONG] });
}

function without({ lines, ...post }: ChatPost, leftOut: number): PlainPost {
  let seen = 0;
  return {
    ...post,
    lines: lines.flatMap((line) => {
      if (typeof line === 'string') return line;
      return seen++ < leftOut ? line.instead : line.lines;
    }),
  };
}
