/*
 * The layout of every mail, rendered as text and as HTML. What happened comes first, since mailboxes show the first line,
 * then what the reader can do. No images, no links but the action and the page of what the mail is about, nothing that a
 * mail program would have to fetch. Tables and attributes are for programs that know no widths of other elements.
 */
import type { VNode } from 'preact';
import { SERVICE_NAME } from '../layout.js';
import { Link } from '../parts/link.js';
import { renderPage } from '../render.js';
import { MAIL_STYLE } from './style.js';

interface MailLink {
  readonly label: string;
  readonly url: string;
}

export interface MailText {
  readonly subject: string;
  /** Name of the reader, where it is known. */
  readonly reader?: string;
  /** A sentence or two each. */
  readonly paragraphs: readonly string[];
  /** To be typed elsewhere, between the first paragraph and the others. */
  readonly code?: string;
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

const FOOTER = {
  sentTo: 'Sent to',
  signature: `${SERVICE_NAME} · This mail was sent by a machine, and nobody reads answers to it.`,
} as const;
const SUBJECT_LIMIT = 150;

const linkText = ({ label, url }: MailLink): string => `${label}:\n${url}`;

function asText({ reader, paragraphs: [lead = '', ...paragraphs], ...mail }: MailText): string {
  const { code, list, action, page, otherwise } = mail;
  return [
    lead,
    code,
    action && linkText(action),
    ...paragraphs,
    list && [list.title, ...list.items.map((item) => `  - ${item}`)].join('\n'),
    page && linkText(page),
    otherwise,
    ['-- ', ...(reader === undefined ? [] : [`${FOOTER.sentTo} ${reader}.`]), FOOTER.signature].join('\n'),
  ]
    .filter((part) => part !== undefined)
    .join('\n\n');
}

const ActionLink = ({ action }: { action: MailLink }): VNode => (
  <p class="action">
    <Link to={action.url} class="button">
      {action.label}
    </Link>
  </p>
);

const Content = (props: MailText): VNode => {
  const { reader, paragraphs, code, list, action, page, otherwise } = props;
  const [lead = '', ...others] = paragraphs;
  return (
    <>
      <p class="lead" dir="auto">
        {lead}
      </p>
      {code && <p class="code">{code}</p>}
      {action && <ActionLink action={action} />}
      {others.map((paragraph) => (
        <p key={paragraph} dir="auto">
          {paragraph}
        </p>
      ))}
      {list && (
        <>
          <p>{list.title}</p>
          <ul>
            {list.items.map((item) => (
              <li key={item} dir="auto">
                {item}
              </li>
            ))}
          </ul>
        </>
      )}
      {page && (
        <p>
          <Link to={page.url}>{page.label}</Link>
        </p>
      )}
      {otherwise && <p>{otherwise}</p>}
      <p class="footer">
        {reader !== undefined && (
          <>
            {FOOTER.sentTo} <bdi>{reader}</bdi>.<br />
          </>
        )}
        {FOOTER.signature}
      </p>
    </>
  );
};

const Body = (mail: MailText): VNode => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <meta name="color-scheme" content="light dark" />
      <meta name="supported-color-schemes" content="light dark" />
      <title>{mail.subject}</title>
      <style>{MAIL_STYLE}</style>
    </head>
    <body>
      <table role="presentation" class="page" width="100%" cellpadding="16" cellspacing="0">
        <tr>
          <td align="center">
            <table role="presentation" class="card" width="560" cellpadding="24" cellspacing="0">
              <tr>
                <td align="left">
                  <Content {...mail} />
                </td>
              </tr>
            </table>
          </td>
        </tr>
      </table>
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
    ...(mail.reader !== undefined && { reader: oneLine(mail.reader) }),
    paragraphs: mail.paragraphs.map(oneLine),
    ...(mail.list && { list: { ...mail.list, items: mail.list.items.map(oneLine) } }),
  };
  return { subject, text: asText(clean), html: renderPage(<Body {...clean} />) };
}
