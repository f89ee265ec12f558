/* Markdown to a tree of elements without HTML of its own: what a guide may hold is a closed set of elements. Pure. */
import MarkdownIt, { type Token } from 'markdown-it';
import type { GuideElement, GuideNode, GuideTag } from '../../../views/guides/elements.js';
import { GUIDES, guidePath } from './guides.js';

export interface GuideText {
  readonly body: readonly GuideNode[];
  readonly contents: readonly { readonly id: string; readonly title: string }[];
}

const parser = new MarkdownIt({ html: false, linkify: false });

const COMMENT = /<!--[^]*?-->\n*/g;
const GUIDE_LINK = /^([a-z-]+)\.md(#.*)?$/;

/** Undefined for a file that is not served: its link is only text. */
function targetOf(address: string): string | undefined {
  if (/^(https?:|mailto:|#)/.test(address)) return address;
  const [, name = '', anchor = ''] = GUIDE_LINK.exec(address) ?? [];
  return GUIDES.some((guide) => guide.name === name) ? guidePath(name) + anchor : undefined;
}

const textOf = (nodes: readonly GuideNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : textOf(node.children))).join('');

/** As GitHub names the anchors of headings, which links between the guides use. */
export const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

type Open = GuideElement & { readonly children: GuideNode[] };

const element = (tag: string, ...children: GuideNode[]): Open => ({ tag: tag as GuideTag, children });

function leafOf({ type, content, children }: Token): readonly GuideNode[] {
  if (type === 'inline') return treeOf(children ?? []);
  if (type === 'softbreak') return ['\n'];
  if (type === 'code_inline') return [element('code', content)];
  if (type === 'fence' || type === 'code_block') return [element('pre', content)];
  return content === '' ? [] : [content];
}

const opened = (token: Token): Open => {
  const to = token.type === 'link_open' ? targetOf(String(token.attrGet('href'))) : undefined;
  const tag = token.type === 'link_open' && to === undefined ? 'span' : token.tag;
  return { ...element(tag), ...(to !== undefined && { to }) };
};

function treeOf(tokens: readonly Token[]): readonly GuideNode[] {
  const open: Open[] = [element('span')];
  for (const token of tokens) {
    if (token.hidden) continue;
    if (token.nesting === 1) open.push(opened(token));
    else if (token.nesting === 0) open.at(-1)?.children.push(...leafOf(token));
    else {
      const closed = open.pop();
      if (closed !== undefined) open.at(-1)?.children.push(closed);
    }
  }
  return open[0]?.children ?? [];
}

const withAnchor = (node: GuideNode): GuideNode =>
  typeof node !== 'string' && /^h[2-4]$/.test(node.tag)
    ? { ...node, id: anchorOf(textOf(node.children)) }
    : node;

export function parseGuide(markdown: string): GuideText {
  const body = treeOf(parser.parse(markdown.replaceAll(COMMENT, ''), {})).map(withAnchor);
  const contents = body.flatMap((node) =>
    typeof node !== 'string' && node.tag === 'h2' && node.id !== undefined
      ? [{ id: node.id, title: textOf(node.children) }]
      : [],
  );
  return { body, contents };
}
