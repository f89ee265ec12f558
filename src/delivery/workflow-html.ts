/*
 * Sanitizes the HTML of a message that a team wrote: only text markup is left, no scripts, forms or external resources.
 * The mail has the same message as plain text. Pure.
 */
import sanitizeHtml from 'sanitize-html';

const CLEAN: sanitizeHtml.IOptions = {
  allowedTags: [
    ...'p br div span h1 h2 h3 h4 ul ol li blockquote hr pre code'.split(' '),
    ...'b strong i em u s small a table thead tbody tr th td'.split(' '),
  ],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
};

export const cleanHtml = (html: string): string => sanitizeHtml(html, CLEAN);

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' };

const decoded = (text: string): string =>
  text.replace(/&(lt|gt|quot|amp);/g, (_, name: string) => ENTITIES[name] ?? '');

/** `clean` is sanitized: its tags are well formed and its text is escaped. */
export function textOf(clean: string): string {
  const text = clean
    .replace(/\s+/g, ' ')
    .replace(/<a href="([^"]*)">(.*?)<\/a>/g, (_, url: string, label: string) =>
      label.includes(url) ? label : `${label} (${url})`,
    )
    .replace(/<li>/g, '\n- ')
    .replace(/<(?:br|hr) ?\/?>|<\/(?:tr|li)>/g, '\n')
    .replace(/<\/(?:td|th)>/g, ' ')
    .replace(/<\/?(?:p|div|h[1-4]|ul|ol|blockquote|pre|table)>/g, '\n\n')
    .replace(/<[^>]*>/g, '');
  return decoded(text)
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

export const documentOf = (clean: string): string =>
  `<!DOCTYPE html><html><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"></head><body>${clean}</body></html>`;
