/* What a guide is made of. Made in web/guides/markdown.ts. */
export type GuideTag =
  | 'a'
  | 'blockquote'
  | 'code'
  | 'em'
  | 'h1'
  | 'h2'
  | 'h3'
  | 'h4'
  | 'li'
  | 'ol'
  | 'p'
  | 'pre'
  | 'span'
  | 'strong'
  | 'table'
  | 'tbody'
  | 'td'
  | 'th'
  | 'thead'
  | 'tr'
  | 'ul';

export interface GuideElement {
  readonly tag: GuideTag;
  readonly children: readonly GuideNode[];
  /** Of a heading. */
  readonly id?: string;
  /** Of a link. */
  readonly to?: string;
}

export type GuideNode = string | GuideElement;
