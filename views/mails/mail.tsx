/*
 * The layout of every mail, rendered as text and as HTML. No images, no links but the action and the page of
 * what the mail is about, nothing that a mail program would have to fetch.
 */
import type { VNode } from 'preact';
import { SERVICE_NAME } from '../layout.js';
import { Link } from '../parts/link.js';
import { renderPage } from '../render.js';

interface MailLink {
  readonly label: string;
  readonly url: string;
}

export interface MailText {
  readonly subject: string;
  /** Name of the reader. */
  readonly reader: string;
  /** A sentence or two each. */
  readonly paragraphs: readonly string[];
  /** Below the paragraphs. */
  readonly list?: { readonly title: string; readonly items: readonly string[] };
  readonly action?: MailLink;
  /** Of what the mail is about. */
  readonly page?: MailLink;
  /** What to do when it was not the reader. */
  readonly otherwise?: string | undefined;
}

export type MailBody = Omit<MailText, 'reader'>;

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const SIGNATURE = `${SERVICE_NAME} · This mail was sent by a machine, and nobody reads answers to it.`;
const SUBJECT_LIMIT = 150;

const linksOf = ({ action, page }: Pick<MailText, 'action' | 'page'>): readonly MailLink[] =>
  [action, page].filter((link) => link !== undefined);

const asText = ({ reader, paragraphs, list, otherwise, ...links }: MailText): string =>
  [
    `Hello ${reader},`,
    ...paragraphs,
    ...(list ? [[list.title, ...list.items.map((item) => `  - ${item}`)].join('\n')] : []),
    ...linksOf(links).map(({ label, url }) => `${label}:\n${url}`),
    ...(otherwise === undefined ? [] : [otherwise]),
    `-- \n${SIGNATURE}`,
  ].join('\n\n');

const Body = ({ subject, reader, paragraphs, list, otherwise, ...links }: MailText): VNode => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="color-scheme" content="light dark" />
      <title>{subject}</title>
    </head>
    <body>
      <p>
        Hello <bdi>{reader}</bdi>,
      </p>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {list && (
        <>
          <p>{list.title}</p>
          <ul>
            {list.items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </>
      )}
      {linksOf(links).map(({ label, url }) => (
        <p key={url}>
          <Link to={url}>{label}</Link>
        </p>
      ))}
      {otherwise && <p>{otherwise}</p>}
      <p>
        <small>{SIGNATURE}</small>
      </p>
    </body>
  </html>
);

/** A header has no line breaks or control characters (RFC 5322 section 2.2), nor has one line of text. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');

export function renderMail(mail: MailText): RenderedMail {
  const subject = Array.from(oneLine(mail.subject)).slice(0, SUBJECT_LIMIT).join('');
  const clean = {
    ...mail,
    subject,
    reader: oneLine(mail.reader),
    paragraphs: mail.paragraphs.map(oneLine),
    ...(mail.list && { list: { ...mail.list, items: mail.list.items.map(oneLine) } }),
  };
  return { subject, text: asText(clean), html: renderPage(<Body {...clean} />) };
}
